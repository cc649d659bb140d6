/** Whose deletion is preceded by a drain of its node, by its finalizer. */
export interface DrainerRow {
  readonly finalizer: string
  /** `plural.group` of what has it. */
  readonly on: string
  /** Where the object has the name of its node; absent: it is the Node. */
  readonly node?: string | undefined
  /** An annotation of Pods that it respects beside their budgets. */
  readonly spares?: string
  /** A label of Pods that it does not drain, with its value. */
  readonly leaves?: readonly [string, string]
  /** A taint that it puts on the node, `NoSchedule`; Pods that tolerate it are not drained. */
  readonly taint?: string
  /** A beginning of annotations of the object, or a field of it, by which others ask it not to drain yet. */
  readonly hooks?: { readonly annotation: string } | { readonly field: string }
  /** When it ends the Pods, or goes on without them, all the same. */
  readonly deadline?: DrainDeadline
  /** An annotation of the object by which nothing is drained. */
  readonly unless?: string
  /** The condition that tells the progress of the deletion, and its reasons during the drain: `*` matches any text. */
  readonly step?: { readonly condition: string; readonly reasons: readonly string[] }
  readonly source: string
}

/** A drainer of the table, or a product that says so itself. */
export interface Drainer extends DrainerRow {
  readonly isKnown: boolean
}

export interface DrainDeadline {
  /** Fields with a limit, as a Go duration or in seconds; the first that is set counts. */
  readonly limits: readonly string[]
  /** No limit is meant by 0. */
  readonly zeroIsNone?: boolean
  /** Where it writes down when the drain began; absent: the limit runs from the deletion. */
  readonly since?: string
  /** An annotation with the time itself. */
  readonly at?: string
  /** The owner of this type has all of that, not the object itself. */
  readonly of?: { readonly kind: string; readonly resource: string }
}

/** Where objects of other products have the name of their node. */
export const NODE_FIELDS = ['status.nodeRef.name', 'status.nodeName', 'spec.nodeName', 'spec.nodeRef.name'] as const

/** Names for a drain's limit in products that are not known: `spec.drainTimeout`, `spec.drain.timeoutSeconds`. */
export const LIKE_A_DRAIN_LIMIT =
  /^spec\.(\w+\.)?(\w*[dD]rain\w*(Timeout|Deadline|Limit|Period)(Seconds)?|\w*[dD]rain\w*\.(timeout|deadline|limit|period)(Seconds)?)$/
