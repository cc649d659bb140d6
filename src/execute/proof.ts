import { kubeletEnds } from '../api/kubelet-ends.ts'
import { specFinalizersOf } from '../api/namespace-type.ts'
import type { KubeObject } from '../api/object.ts'
import { writerOfFinalizer } from '../diagnosis/managers.ts'
import { message, type Sentence } from '../messages/sentence.ts'
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
  if (seen.state === 'gone') return { result: 'done', message: message('ObjectGone') }
  if (seen.state === 'unknown')
    return { result: tools.signal.aborted ? 'done' : 'failed', message: message('RemovedUnread', { why: seen.why }) }
  const now = seen.object
  const back = removed.filter(name => listOf(now).includes(name))
  if (back.length > 0) return readdedTo(now, back)
  const holds = holdsNow(now)
  if (expected && tools.waitSeconds > 0 && !tools.signal.aborted)
    return { result: 'timeout', message: message('StillExists', { holds, after: tools.waitSeconds }) }
  return { result: 'done', message: message('StillExists', { holds }) }
}

function afterwards(left: readonly string[], patched: KubeObject): Sentence {
  const goes = left.length === 0 && kubeletEnds(patched) === undefined
  return message('AcceptedAnd', { next: goes ? message('ThenGoes') : holdsNow(patched) })
}

/** A Namespace has a second list, in its spec. */
function finalizersLeft(object: KubeObject): readonly string[] {
  return [...metadataFinalizers(object), ...(object.kind === 'Namespace' ? specFinalizersOf(object) : [])]
}

/** By the object's own record of who wrote what. */
function readdedTo({ metadata }: KubeObject, finalizers: readonly string[]): Proof {
  const by = finalizers.map(name => writerOfFinalizer(metadata, name)?.manager ?? null)
  return { result: 'failed', cause: 'FinalizerReadded', message: message('ReaddedBy', { finalizers, by }) }
}

/** What keeps an object now, in words that follow "it still exists: ". */
export function holdsNow(object: KubeObject): Sentence {
  const left = finalizersLeft(object)
  if (left.length > 0) return message('StillHeld', { finalizers: left })
  return kubeletEnds(object) ?? message('NoFinalizerLeft')
}
