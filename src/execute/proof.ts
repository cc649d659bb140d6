import { kubeletEnds } from '../api/kubelet-ends.ts'
import type { KubeObject } from '../api/object.ts'
import { writerOfFinalizer } from '../diagnosis/managers.ts'
import type { Step } from '../plan/outcome.ts'
import type { Removal } from '../plan/removal.ts'
import type { Tools } from './tools.ts'
import { waitUntilGone } from './wait-until-gone.ts'

/** The finalizers of one of an object's lists: a Namespace has a second one, in its spec. */
export type ListOf = (object: KubeObject) => readonly string[]

export const metadataFinalizers: ListOf = ({ metadata }) => metadata.finalizers ?? []

type Proof = Pick<Step, 'result' | 'cause' | 'message'>

/**
 * What came of the removal of these finalizers: the object is gone by uid, or what holds it now, or that a finalizer is
 * there again, and who wrote it. `patched` is what the server answered. Never rejects.
 */
export async function proofOf(
  removal: Removal,
  { finalizers: removed, listOf }: { readonly finalizers: readonly string[]; readonly listOf: ListOf },
  patched: KubeObject,
  tools: Tools,
): Promise<Proof> {
  const left = finalizersLeft(patched)
  if (tools.dryRun) return { result: 'planned', message: afterwards(left, patched) }
  const readded = removed.filter(name => listOf(patched).includes(name))
  if (readded.length > 0) return readdedTo(patched, readded)
  // Others keep it, as was known: it is not expected to go, and one look tells whether it stays as it should be.
  const expected = left.length === 0
  const seen = await waitUntilGone(removal.ref, removal.type, expected ? tools : { ...tools, waitSeconds: 0 })
  if (seen.state === 'gone') return { result: 'done', message: 'the object is gone' }
  if (seen.state === 'unknown') {
    const message = `removed; the state of the object is not known: ${seen.why}`
    return { result: tools.signal.aborted ? 'done' : 'failed', message }
  }
  const now = seen.object
  const back = removed.filter(name => listOf(now).includes(name))
  if (back.length > 0) return readdedTo(now, back)
  if (expected && tools.waitSeconds > 0 && !tools.signal.aborted) {
    return { result: 'timeout', message: `it still exists after ${tools.waitSeconds} s: ${holdsNow(now)}` }
  }
  return { result: 'done', message: `it still exists: ${holdsNow(now)}` }
}

function afterwards(left: readonly string[], patched: KubeObject): string {
  const goes = left.length === 0 && kubeletEnds(patched) === undefined
  return `the server accepts it; ${goes ? 'the object then goes' : holdsNow(patched)}`
}

/** A Namespace has a second list, in its spec. */
function finalizersLeft({ kind, metadata, spec }: KubeObject): readonly string[] {
  const { finalizers } = (kind === 'Namespace' ? spec : {}) as { finalizers?: readonly string[] }
  return [...(metadata.finalizers ?? []), ...(finalizers ?? [])]
}

/** By the object's own record of who wrote what. */
function readdedTo({ metadata }: KubeObject, finalizers: readonly string[]): Proof {
  const writers = finalizers.map(name => writerOfFinalizer(metadata, name)?.manager ?? 'an unknown client')
  const message = `FinalizerReadded: ${finalizers.join(', ')} was added again by ${[...new Set(writers)].join(', ')}`
  return { result: 'failed', cause: 'FinalizerReadded', message }
}

/** What keeps an object now, in words that follow "it still exists: ". */
export function holdsNow(object: KubeObject): string {
  const left = finalizersLeft(object)
  if (left.length > 0) return `held by ${left.join(', ')}`
  return kubeletEnds(object) ?? 'no finalizer is left on it'
}
