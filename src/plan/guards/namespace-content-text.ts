import { heldName } from '../../api/object-ref.ts'
import type { Content, NamespaceContent } from '../../cluster/namespace-content.ts'
import type { Refusal } from '../guard.ts'

/** A refusal is read by people: what is beyond this is counted. The plan and the step name everything. */
const MAX_NAMED = 8

/** Where all of them are told: the step has them. */
export const STRANDED = ' (stranded in -o json has all)'

/** That it is empty can be proven only by complete lists of every type. */
export const namespaceUnread = ({
  content: { unreadable },
}: {
  readonly content: NamespaceContent
}): Refusal | undefined => {
  if (unreadable.length === 0) return undefined
  const reasons = unreadable.map(({ resource, reason }) => `${resource} (${reason})`)
  const more = reasons.length > MAX_NAMED ? ` and ${reasons.length - MAX_NAMED} more` : ''
  return {
    guard: 'IncompleteRead',
    why: `what could not be read may still be in it: ${reasons.slice(0, MAX_NAMED).join(', ')}${more}`,
    instead: 'make it readable, or run this as a user with permission to read it',
  }
}

/** `configmaps/a (example.com/hold), secrets/b and 3 more`; `where` says where all of them are told. */
export function namesText(objects: readonly Content[], where = ''): string {
  const names = objects.slice(0, MAX_NAMED).map(heldName)
  return `${names.join(', ')}${objects.length > MAX_NAMED ? ` and ${objects.length - MAX_NAMED} more${where}` : ''}`
}
