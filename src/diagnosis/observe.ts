import type { ObjectRef } from '../api/object-ref.ts'
import { parseApiVersion } from '../api/resource-type.ts'
import type { Unreadable } from '../api/terminating.ts'
import { type Messages, message } from '../messages/sentence.ts'
import type { Diagnosis } from './diagnose.ts'
import type { Cause, ExplainedObject, Observed } from './explanation.ts'

/** What is explained of a look, without what the rules said one by one. */
type Told = Pick<Diagnosis, 'objects' | 'causes'>

export interface Look extends Told {
  readonly unreadable: readonly Unreadable[]
  /** Uids of all that the scan came upon terminating, whether it is explained or not. */
  readonly seen: ReadonlySet<string>
}

/**
 * The second of two scans with what moved since the first. A fall is proof that work goes on: a cause is `progressing`
 * when something that it held went or lost a finalizer, an object when it shrank itself or every cause of it is
 * progressing, unless something else is proven to hold it for good. Standing still proves nothing, seconds are short;
 * nor does an object that is missing from a second look that could not read its type.
 */
export function observed(before: Look, after: Look, seconds: number): Told & { readonly observed: Observed } {
  const now = new Map(after.objects.map(object => [object.ref.uid, object]))
  const earlier = new Map(before.objects.map(object => [object.ref.uid, object]))
  // What only a chain led to may be there still when the chain is not.
  const gone = before.objects.filter(
    ({ ref }) =>
      before.seen.has(ref.uid) &&
      !after.seen.has(ref.uid) &&
      !now.has(ref.uid) &&
      !after.unreadable.some(gap => covers(gap, ref)),
  )
  const shrunk = after.objects.filter(object => hasShrunk(earlier.get(object.ref.uid), object))
  const moved = new Set([...gone, ...shrunk].map(({ ref }) => ref.uid))
  const causes = after.causes.map(cause => {
    const held = before.causes.find(({ id }) => id === cause.id)?.blocks ?? []
    const holds = new Set(cause.blocks.map(({ uid }) => uid))
    const released = held.filter(({ uid }) => moved.has(uid) && !holds.has(uid)).length
    return released === 0 ? cause : inProgress(cause, { released, of: held.length, seconds })
  })
  const verdicts = new Map(causes.map(({ id, verdict }) => [id, verdict]))
  const objects = after.objects.map(object => {
    const held = object.causes.map(id => verdicts.get(id))
    const freed = held.length > 0 && held.every(verdict => verdict === 'progressing')
    const works = freed || (moved.has(object.ref.uid) && object.verdict !== 'stuck' && !held.includes('stuck'))
    return works ? { ...object, verdict: 'progressing' as const } : object
  })
  return { objects, causes, observed: { seconds, gone: refsOf(gone), shrunk: refsOf(shrunk) } }
}

function hasShrunk(before: ExplainedObject | undefined, after: ExplainedObject): boolean {
  if (before === undefined) return false
  const left = new Set(after.finalizers.map(({ name }) => name))
  return before.finalizers.some(({ name }) => !left.has(name)) || after.waitingFor.length < before.waitingFor.length
}

function inProgress(cause: Cause, released: Messages['ReleasedWithin']): Cause {
  const fact = message('ReleasedWithin', released)
  return { ...cause, verdict: 'progressing', evidence: [{ fact, source: 'two scans' }, ...cause.evidence] }
}

/** Whether something unread may be this very object. */
function covers({ resource, namespace }: Unreadable, ref: ObjectRef): boolean {
  const { group } = parseApiVersion(ref.apiVersion)
  const isOfType = resource === ref.resource || resource === '*' || resource === `*.${group}`
  return isOfType && (namespace === undefined || namespace === ref.namespace)
}

function refsOf(objects: readonly ExplainedObject[]): readonly ObjectRef[] {
  return objects.map(({ ref }) => ref)
}
