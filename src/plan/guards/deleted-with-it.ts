import { IN_EVERY_NAMESPACE } from '../../api/namespace-type.ts'
import { nameOf } from '../../api/object-ref.ts'
import type { Content, NamespaceContent } from '../../cluster/namespace-content.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Refusal } from '../guard.ts'
import type { ChangeResult } from '../outcome.ts'
import { advised, type Reach } from '../reach.ts'
import { namesOf } from './namespace-content-text.ts'

/**
 * Says no to the cure of a namespace that was ended by force when it would delete something that belongs to others and
 * has not been deleted: the namespace alone revives that. Pure; `live` is what is left and not being deleted.
 */
export function deletedWithIt(namespace: string, live: readonly Content[], reach: Reach): Refusal | undefined {
  const lost = live.filter(each => !comesWithIt(each))
  if (lost.length === 0) return undefined
  return {
    guard: 'NamespaceNotEmpty',
    why: message('LiveInIt', { count: lost.length, objects: namesOf(lost) }),
    instead: [advised(message('KeepItsContent'), reach, 'kubectl', 'create', 'namespace', namespace)],
  }
}

/** Whether it belongs to Kubernetes alone: it is there again in every namespace of that name. */
export function comesWithIt({ ref }: Pick<Content, 'ref'>): boolean {
  return IN_EVERY_NAMESPACE.has(nameOf(ref))
}

/** What was shown of a Namespace that is deleted: its end deletes all of it. */
export interface ShownContents {
  /** Their uids. */
  readonly leftovers: readonly string[]
  /** What holds them was removed. */
  readonly finished: boolean
  /** Something could not be read, and whoever asked goes without it. */
  readonly unreadPassed: boolean
}

/** A deployment tool may have filled the namespace by now: what was not shown is not deleted with it. */
export function unexpectedIn(
  { objects, unreadable }: NamespaceContent,
  { leftovers, finished, unreadPassed }: ShownContents,
): Sentence | undefined {
  const shown = new Set(leftovers)
  const still = objects.filter(({ ref }) => !finished && shown.has(ref.uid))
  if (still.length > 0) return message('StillContains', { objects: namesOf(still) })
  const unseen = objects.filter(each => !shown.has(each.ref.uid) && !comesWithIt(each))
  if (unseen.length > 0) return message('NewUnshown', { objects: namesOf(unseen) })
  const isProven = unreadable.length === 0 || (finished && unreadPassed)
  return isProven ? undefined : message('ContentUnread')
}

export function leftBecause(why: Sentence, name: string, reach: Reach): ChangeResult {
  return {
    result: 'skipped',
    message: message('NamespaceExistsAgain', { why }),
    advice: [
      advised(message('SeeHolder'), reach, 'kubectl', 'finalize', 'explain', '-n', name),
      advised(message('DeleteIfUnneeded'), reach, 'kubectl', 'delete', 'namespace', name),
    ],
  }
}
