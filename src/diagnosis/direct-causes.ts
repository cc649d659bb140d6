import type { Cause } from './explanation.ts'
import type { Explored } from './explore.ts'

export interface DirectCause {
  readonly cause: Cause
  /** The finalizer that it holds; undefined: it holds the object whole. */
  readonly finalizer?: string | undefined
  /** Something that the rule would have to know could not be read. */
  readonly incomplete: boolean
  /** And what could be read would not decide it either, were it all there is. */
  readonly undecided?: boolean | undefined
}

/** What the rules said of each object, by its uid, with the causes that their drafts became part of. */
export function directCauses(
  explored: ReadonlyMap<string, Explored>,
  causes: readonly Cause[],
): ReadonlyMap<string, readonly DirectCause[]> {
  const byId = new Map(causes.map(cause => [cause.id, cause]))
  const direct = new Map<string, readonly DirectCause[]>()
  for (const [uid, { holdings }] of explored) {
    const drafts = holdings.map(({ cause }) => cause).filter(draft => draft !== undefined)
    const told = drafts.map(({ key, finalizer, incomplete = false, undecided }) => {
      return { cause: byId.get(key)!, finalizer, incomplete, undecided }
    })
    direct.set(uid, told)
  }
  return direct
}

/** The ids of the causes of each object, by its uid, in their order; what has the same ones shares one list. */
export function idsByUid(causes: readonly Cause[]): ReadonlyMap<string, readonly string[]> {
  const idsOf = new Map<string, readonly string[]>()
  for (const { id, blocks } of causes) {
    const longer = new Map<readonly string[] | undefined, readonly string[]>()
    for (const { uid } of blocks) {
      const ids = idsOf.get(uid)
      const added = longer.get(ids) ?? (ids ?? []).concat(id)
      longer.set(ids, added)
      idsOf.set(uid, added)
    }
  }
  return idsOf
}
