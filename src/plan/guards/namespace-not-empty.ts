import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import { specFinalizersOf } from '../../api/namespace-type.ts'
import type { KubeObject } from '../../api/object.ts'
import type { Content } from '../../cluster/namespace-content.ts'
import { policies } from '../../diagnosis/policy.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Guard } from '../guard.ts'
import { type Advice, advised, type Reach } from '../reach.ts'
import type { EndGuard, EndSubject } from './end-subject.ts'
import { namesOf, namespaceUnread } from './namespace-content-text.ts'
import { keptByOwn } from './namespace-own-finalizers.ts'
import { mendableOf } from './repair-first.ts'

const MAX_REMOVED = 3

/** What is left loses its namespace: it can be read and deleted, but not updated, until the namespace is back. */
export const namespaceNotEmpty: EndGuard = ({ ref, own, object, content: { objects }, causes, reach }) => {
  if (objects.length === 0) return undefined
  const left = message('LeftInIt', { count: objects.length, objects: namesOf(objects) })
  const refusal = {
    guard: 'NamespaceNotEmpty',
    why: left,
    instead: [
      advised(message('SeeHolder'), reach, 'kubectl', 'finalize', 'explain', '-n', ref.name),
      ...removalOf(objects, ref.name, reach),
      ...(holdsUnknown(objects, causes) ? [{ what: message('RemoveUnknown'), commands: [] }] : []),
    ],
  } as const
  // Without `kubernetes` its controller deletes nothing any more, and the namespace stands all the same
  // (kubernetes-deletion.md 2.2).
  const kept = keptByOwn({ own, object })
  // Nothing stops its controller, which has not come to these yet: what holds them then is for another run of this.
  const awaited = objects.filter(({ meta }) => meta.deletionTimestamp === undefined)
  if (kept.length === 0 && awaited.length > 0 && mendableOf(causes).length === 0 && awaitsController(object)) {
    const why = after(left, message('NotYetDeleted', { count: awaited.length }))
    const instead = [advised(message('RunInAMinute'), reach, 'kubectl', 'finalize', 'namespace', ref.name)]
    return { ...refusal, why, instead, unoffered: true }
  }
  if (kept.length === 0) return refusal
  return { ...refusal, why: after(left, message('OwnFinalizersStay', { finalizers: kept })), final: true }
}

/**
 * The namespace controller does not empty a Namespace without `kubernetes` in its spec: with the last of the other
 * names the Namespace goes, and what is left in it is stranded (kubernetes-deletion.md 2.2).
 */
export const lastInSpec: Guard = ({ field, object, ref, content, reach }) => {
  if (field !== 'spec' || content === undefined || specFinalizersOf(object).includes(NAMESPACE)) return undefined
  if (content.objects.length === 0) return namespaceUnread({ content })
  const instead = [advised(message('SeeHolder'), reach, 'kubectl', 'finalize', 'explain', '-n', ref.name)]
  return { guard: 'NamespaceNotEmpty', why: message('StrandsContent', { objects: namesOf(content.objects) }), instead }
}

/** Whether a finalizer of these is one that this command removes before it strands anything, by --override. */
function holdsUnknown(objects: readonly Content[], causes: EndSubject['causes']): boolean {
  const unknown = causes.filter(({ code }) => policies[code].removable === 'override')
  const held = new Set(unknown.flatMap(({ blocks }) => blocks.map(({ uid }) => uid)))
  return objects.some(({ ref }) => held.has(ref.uid))
}

function after(...sentences: readonly Sentence[]): Sentence {
  return message('OneAfterAnother', { sentences })
}

/** Without `kubernetes` its controller has no part in its end. */
function awaitsController(object: KubeObject): boolean {
  return specFinalizersOf(object).includes(NAMESPACE)
}

/**
 * Finalizers without a controller can be removed one by one without stranding anything: before any override. `remove`
 * takes nothing from what is not being deleted.
 */
function removalOf(objects: readonly Content[], namespace: string, reach: Reach): readonly Advice[] {
  const removable = objects.filter(({ meta }) => meta.deletionTimestamp !== undefined)
  const names = [...new Set(removable.flatMap(({ finalizers }) => finalizers))].slice(0, MAX_REMOVED)
  if (names.length === 0) return []
  const flags = names.flatMap(name => ['--finalizer', name])
  const what = message('RemoveUncontrolled')
  return [advised(what, reach, 'kubectl', 'finalize', 'remove', '-n', namespace, ...flags)]
}
