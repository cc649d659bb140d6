import type { Annotated } from './annotated-finalizers.ts'
import type { KubeObject, ObjectMeta } from './object.ts'
import type { PodLog } from './pod-log.ts'
import type { ResourceType } from './resource-type.ts'
import type { StatusCause } from './status.ts'
import type { Unreadable } from './terminating.ts'
import type { Watchers } from './watchers.ts'

/** A question about the cluster: rules ask it, the reader in `cluster/facts` answers it once for all of them. */
export type Query =
  /** One whole object (of a Secret its metadata only). `resource` is `plural.group`. */
  | ({ readonly about: 'object' } & Named)
  /** All objects of a type, whole (Secrets: metadata only), in one namespace or everywhere. */
  | { readonly about: 'list'; readonly resource: string; readonly namespace?: string | undefined }
  /** Whether an object of this name is there, by its metadata alone; a namespaced type without a namespace: in any. */
  | ({ readonly about: 'existence' } & Named)
  /** What a CRD says of the finalizers of its objects, in its annotation; `name` is that of the CRD. */
  | { readonly about: 'annotated'; readonly resource: string; readonly name: string }
  /** The metadata of all objects of a type, in one namespace or everywhere, and nothing else of them. */
  | { readonly about: 'metadata'; readonly resource: string; readonly namespace?: string | undefined }
  /** Objects that name one of these uids as owner; all uids of one question are sought in one pass. */
  | { readonly about: 'dependents'; readonly uids: readonly string[] }
  /** Events that regard the object with this uid, newest last. */
  | { readonly about: 'events'; readonly namespace: string | undefined; readonly uid: string }
  /**
   * The end of a container's log; `previous`: before its last restart. A log that cannot be read to its end is
   * unreadable, with the lines that arrived as its part; it is never absent: a node without the log proves nothing.
   */
  | {
      readonly about: 'log'
      readonly namespace: string
      readonly pod: string
      readonly container: string
      readonly previous?: true | undefined
    }
  /** Whether a user may do this, by a SubjectAccessReview. */
  | {
      readonly about: 'access'
      readonly user: string
      readonly verb: string
      readonly resource: string
      readonly subresource?: string | undefined
      readonly namespace?: string | undefined
    }
  /** gitVersion of the server, as `v1.36.3`. */
  | { readonly about: 'version' }
  /** Who watches the objects of a custom type, by what the API servers count of themselves. */
  | { readonly about: 'watchers'; readonly resource: string }
  /** What the server would answer to the removal of these metadata.finalizers, by its own dry run. */
  | ({ readonly about: 'removal'; readonly finalizers: readonly string[] } & Known)
  /** The same of `spec.finalizers` of a Namespace, which go by /finalize. */
  | {
      readonly about: 'finalization'
      readonly resource: 'namespaces'
      readonly name: string
      readonly uid: string
      readonly finalizers: readonly string[]
    }
  /** The server's answer to a dry run of DELETE for this object (by uid); `now`: without a grace period. */
  | ({ readonly about: 'deletion'; readonly now: boolean } & Known)
  /** The server's answer to a dry run of an update of this object (by uid) that changes nothing but `given`. */
  | ({
      readonly about: 'update'
      readonly subresource?: 'status' | undefined
      readonly given?: Given | undefined
    } & Known)

interface Named {
  readonly resource: string
  readonly namespace?: string | undefined
  readonly name: string
}

interface Known extends Named {
  readonly uid: string
}

/** Labels and annotations that an object is given. */
export interface Given {
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
}

export interface Answers {
  readonly object: KubeObject
  readonly list: readonly KubeObject[]
  readonly existence: ObjectMeta
  readonly annotated: Annotated
  readonly metadata: readonly ObjectMeta[]
  readonly dependents: readonly Dependent[]
  readonly events: readonly KubeObject[]
  readonly log: PodLog
  readonly access: boolean
  readonly version: string
  readonly watchers: Watchers
  readonly removal: RemovalAnswer
  readonly finalization: RemovalAnswer
  readonly deletion: DryRunAnswer
  readonly update: DryRunAnswer
}

export interface Dependent {
  readonly type: ResourceType
  readonly meta: ObjectMeta
}

/** The server's answer to a dry run: what would be left, or why it refuses. */
export type RemovalAnswer =
  | { readonly accepted: true; readonly finalizersLeft: readonly string[] }
  | {
      readonly accepted: false
      readonly code: number
      readonly reason: string
      readonly message: string
      readonly causes: readonly StatusCause[]
      /** No answer: by this webhook, which the server could not call without its Service. */
      readonly foreseen?: {
        readonly webhook: string
        readonly service: { readonly namespace: string; readonly name: string }
      }
    }

export type DryRunAnswer = { readonly accepted: true } | Extract<RemovalAnswer, { accepted: false }>

/**
 * `absent` is proof: the server answered 404 for this name, or its complete list does not have it. `unreadable` proves
 * only what is in its `part`, the beginning of a list or sweep that could not be read to its end: what is in it
 * exists, the rest is unknown.
 */
export type Fact<Value> =
  | { readonly state: 'known'; readonly value: Value }
  | { readonly state: 'absent' }
  | { readonly state: 'unreadable'; readonly why: Unreadable; readonly part?: Value | undefined }

/** What is in a list that was read to its end; of another one nothing. */
export function itemsOf<Item>(fact: Fact<readonly Item[]>): readonly Item[] {
  return fact.state === 'known' ? fact.value : []
}

/** What is there, as far as it is known: never take it for all there is. */
export function seenOf<Value>(fact: Fact<Value>): Value | undefined {
  if (fact.state === 'known') return fact.value
  return fact.state === 'unreadable' ? fact.part : undefined
}

export type AnswerTo<Asked extends Query> = Answers[Asked['about']]

/** One text for one question, so that it is asked once. */
export function queryKey(query: Query): string {
  if (query.about === 'list') return `list ${query.resource.length} ${query.resource} ${query.namespace ?? ''}`
  let key = ''
  for (const name of Object.keys(query).sort()) {
    const value: unknown = query[name as keyof Query]
    if (value === undefined) continue
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    // With its length, so that no text can look like two.
    key += `${name} ${text.length} ${text} `
  }
  return key
}
