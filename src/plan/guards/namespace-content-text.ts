import { heldName } from '../../api/object-ref.ts'
import type { Content, NamespaceContent } from '../../cluster/namespace-content.ts'
import type { Names } from '../../messages/arguments.ts'
import { message } from '../../messages/sentence.ts'
import type { Refusal } from '../guard.ts'

/** A refusal is read by people: what is beyond this is counted. The plan and the step name everything. */
const MAX_NAMED = 8

/** That it is empty can be proven only by complete lists of every type. */
export const namespaceUnread = ({
  content: { unreadable },
}: {
  readonly content: NamespaceContent
}): Refusal | undefined => {
  if (unreadable.length === 0) return undefined
  const reasons = unreadable.map(({ resource, reason }) => `${resource} (${reason})`)
  return {
    guard: 'IncompleteRead',
    why: message('MayHoldUnread', { types: firstOf(reasons) }),
    instead: message('MakeReadable'),
  }
}

/** `configmaps/a (example.com/hold), secrets/b` and how many more. */
export function namesOf(objects: readonly Content[]): Names {
  return firstOf(objects.map(heldName))
}

export function firstOf(names: readonly string[]): Names {
  return { named: names.slice(0, MAX_NAMED), more: Math.max(names.length - MAX_NAMED, 0) }
}
