import type { KubeObject } from '../api/object.ts'
import type { ResourceType } from '../api/resource-type.ts'
import type { Unreadable } from '../api/terminating.ts'

/** Something to be known of the cluster, as data: rules ask, the reader in `cluster/facts` answers, once for all who ask. */
export type Query =
  /** One whole object (of a Secret its metadata only). `resource` is `plural.group`. */
  | { readonly about: 'object'; readonly resource: string; readonly namespace?: string; readonly name: string }
  /** All objects of a type, whole (Secrets: metadata only), in one namespace or everywhere. */
  | { readonly about: 'list'; readonly resource: string; readonly namespace?: string }
  /** Objects that name one of these uids as owner; all uids of one question are sought in one pass. */
  | { readonly about: 'dependents'; readonly uids: readonly string[] }
  /** Events that regard the object with this uid, newest last. */
  | { readonly about: 'events'; readonly namespace: string | undefined; readonly uid: string }
  /** Whether a user may do this, by a SubjectAccessReview. */
  | {
      readonly about: 'access'
      readonly user: string
      readonly verb: string
      readonly resource: string
      readonly namespace?: string
    }
  /** What the server would answer to the removal of these metadata.finalizers, by its own dry run. */
  | {
      readonly about: 'removal'
      readonly resource: string
      readonly namespace?: string
      readonly name: string
      readonly uid: string
      readonly finalizers: readonly string[]
    }

export interface Answers {
  readonly object: KubeObject
  readonly list: readonly KubeObject[]
  readonly dependents: readonly Dependent[]
  readonly events: readonly KubeObject[]
  readonly access: boolean
  readonly removal: RemovalAnswer
}

export interface Dependent {
  readonly resource: string
  readonly object: KubeObject
}

/** The server's answer to a dry run: what would be left, or why it refuses. */
export type RemovalAnswer =
  | { readonly accepted: true; readonly finalizersLeft: readonly string[] }
  | {
      readonly accepted: false
      readonly code: number
      readonly reason: string
      readonly message: string
      readonly causes: readonly string[]
    }

/**
 * What is known. `absent` is proof (the server said 404, or its complete list does not hold it); `unreadable` proves
 * nothing; `pending` was not asked yet and will be known in the next round.
 */
export type Fact<Value> =
  | { readonly state: 'known'; readonly value: Value }
  | { readonly state: 'absent' }
  | { readonly state: 'unreadable'; readonly why: Unreadable }
  | { readonly state: 'pending' }

export type AnswerTo<Asked extends Query> = Answers[Asked['about']]

export interface Facts {
  readonly now: Date
  /** What the server serves; a type that is not here is not served, unless its group is in `unknownGroups`. */
  readonly types: readonly ResourceType[]
  /** Groups whose types could not be told, without `*.`. */
  readonly unknownGroups: ReadonlySet<string>
  read<Asked extends Query>(query: Asked): Fact<AnswerTo<Asked>>
}

/** One text for one question, so that it is asked once. */
export function queryKey(query: Query): string {
  return JSON.stringify(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Facts that were read so far; questions without an answer are noted in `missing`, which the reader then asks. */
export class FactBook implements Facts {
  readonly missing = new Map<string, Query>()
  readonly now: Date
  readonly types: readonly ResourceType[]
  readonly unknownGroups: ReadonlySet<string>
  readonly #known: ReadonlyMap<string, Fact<unknown>>

  constructor(context: Pick<Facts, 'now' | 'types' | 'unknownGroups'>, known: ReadonlyMap<string, Fact<unknown>>) {
    this.now = context.now
    this.types = context.types
    this.unknownGroups = context.unknownGroups
    this.#known = known
  }

  read<Asked extends Query>(query: Asked): Fact<AnswerTo<Asked>> {
    const key = queryKey(query)
    const known = this.#known.get(key)
    if (known !== undefined) return known as Fact<AnswerTo<Asked>>
    this.missing.set(key, query)
    return { state: 'pending' }
  }
}
