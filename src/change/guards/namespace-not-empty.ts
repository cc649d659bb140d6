import type { Refusal } from '../guard.ts'
import { type Content, nameOf } from '../namespace-content.ts'
import type { EndSubject } from '../namespace-end.ts'
import { type Advice, advised, type Reach } from '../reach.ts'
import type { EndGuard } from './namespace-end.ts'
import { keptByOwn } from './namespace-own-finalizers.ts'

/** A refusal is read by people: what is beyond this is counted. The plan names everything. */
const MOST_NAMED = 20
const MOST_REMOVED = 3

/** Whatever is left loses its namespace: it can be read and deleted, and not changed, until the namespace is there again. */
export const namespaceNotEmpty: EndGuard = ({ ref, own, object, content: { objects }, reach }) => {
  if (objects.length === 0) return undefined
  const count = objects.length === 1 ? '1 object remains' : `${objects.length} objects remain`
  const refusal = {
    guard: 'NamespaceNotEmpty',
    why: `${count} in it and would be stranded: ${namesText(objects)}`,
    instead: [
      advised('see what holds it', reach, 'kubectl', 'finalize', 'explain', '-n', ref.name),
      ...removalOf(objects, ref.name, reach),
    ],
  } as const
  // Without `kubernetes` its controller deletes nothing any more, and the namespace stands all the same (reference 2.2).
  const kept = keptByOwn({ own, object })
  if (kept.length === 0) return refusal
  const why = `${refusal.why}. And it would not go: its own metadata.finalizers keep it (${kept.join(', ')})`
  return { ...refusal, why, final: true }
}

/**
 * Finalizers that nobody takes off go one by one without stranding anything: that comes before any override. Of what is not
 * being deleted `remove` takes nothing.
 */
function removalOf(objects: readonly Content[], namespace: string, reach: Reach): readonly Advice[] {
  const removable = objects.filter(({ meta }) => meta.deletionTimestamp !== undefined)
  const names = [...new Set(removable.flatMap(({ finalizers }) => finalizers))].slice(0, MOST_REMOVED)
  if (names.length === 0) return []
  const flags = names.flatMap(name => ['--finalizer', name])
  const what = 'and remove the finalizers that no controller is left to remove'
  return [advised(what, reach, 'kubectl', 'finalize', 'remove', '-n', namespace, ...flags)]
}

/** That it is empty can be proven only by complete lists of every type. */
export const namespaceUnread = ({ content: { unreadable } }: Pick<EndSubject, 'content'>): Refusal | undefined => {
  if (unreadable.length === 0) return undefined
  const reasons = unreadable.map(({ resource, reason }) => `${resource} (${reason})`)
  const more = reasons.length > MOST_NAMED ? ` and ${reasons.length - MOST_NAMED} more` : ''
  return {
    guard: 'IncompleteRead',
    why: `what could not be read may still be in it: ${reasons.slice(0, MOST_NAMED).join(', ')}${more}`,
    instead: 'make it readable, or run this as a user who may read it',
  }
}

/** `configmaps/a (example.com/hold), secrets/b`. */
export function namesText(objects: readonly Content[]): string {
  const names = objects.slice(0, MOST_NAMED).map(contentText)
  return `${names.join(', ')}${objects.length > MOST_NAMED ? ` and ${objects.length - MOST_NAMED} more` : ''}`
}

/** One object with what holds it. */
export function contentText(content: Content): string {
  const held = content.finalizers.length === 0 ? '' : ` (${[...new Set(content.finalizers)].join(', ')})`
  return `${nameOf(content)}${held}`
}
