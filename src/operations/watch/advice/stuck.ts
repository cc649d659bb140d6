import type { ObjectRef } from '../../../api/object-ref.ts'
import type { Survey } from '../../../cluster/survey.ts'
import type { Cause } from '../../../diagnosis/explanation.ts'
import type { StuckObject } from '../../../diagnosis/stuck-object.ts'
import type { PreflightResult } from '../../preflight/preflight-cluster.ts'
import type { Texts } from './advice-objects.ts'

/** A live object that would get stuck itself, and by what. */
export interface StuckIfDeleted {
  readonly target: ObjectRef
  readonly cause: Cause
  /** What else that cause would hold. */
  readonly others: readonly StuckObject[]
}

/**
 * What a preflight proves of its one target: that a cause holds the target itself. Nothing where the server would
 * refuse the deletion, or where the target is terminating or has other finalizers than in the survey.
 */
export function stuckIn(
  { preflight, seen }: PreflightResult,
  { content }: Pick<Survey, 'content'>,
): readonly StuckIfDeleted[] {
  const [target] = preflight.targets
  const cause = preflight.causes.find(
    ({ verdict, blocks }) => verdict === 'stuck' && blocks.some(({ uid }) => uid === target?.uid),
  )
  if (target === undefined || cause === undefined || preflight.refused.length > 0) return []
  const asked = seen.get(target.uid)
  const now = content.find(({ meta }) => meta.uid === target.uid)?.meta.finalizers ?? []
  if (asked === undefined || asked.meta.deletionTimestamp !== undefined) return []
  if (now.join() !== (asked.meta.finalizers ?? []).join()) return []
  const others = cause.blocks.flatMap(({ uid }) => (uid === target.uid ? [] : (seen.get(uid) ?? [])))
  return [{ target, cause, others }]
}

/** What is in the way of others and is still alive: it may be stuck by itself. */
export function insideOf(stuck: readonly StuckIfDeleted[]): readonly StuckObject[] {
  return stuck.flatMap(({ others }) =>
    others.filter(({ meta }) => meta.deletionTimestamp === undefined && (meta.finalizers?.length ?? 0) > 0),
  )
}

/** What is said of a live object that a cause would hold, as long as a text may be. */
export type TextOf = (stuck: Pick<StuckIfDeleted, 'target' | 'cause'>, time: string) => string

/** A text for each, by its uid. */
export function textsOf(stuck: readonly StuckIfDeleted[], time: string, textOf: TextOf): Texts {
  return Object.fromEntries(stuck.map(each => [each.target.uid, textOf(each, time)]))
}
