import {
  CRD_CLEANUP,
  FOREGROUND,
  isMisplacedName,
  JOB_TRACKING,
  NAMESPACE,
  ORPHAN,
  PV_PROTECTION,
  PVC_PROTECTION,
} from '../../api/builtin-finalizers.ts'
import { firstRemedy } from '../first-remedy.ts'
import type { FinalizerSubject, Guard } from '../guard.ts'
import { type Advice, advised, explainWords } from '../reach.ts'

/** What is lost when somebody else than Kubernetes removes its own finalizers. */
const LOSSES: ReadonlyMap<string, string> = new Map([
  [PVC_PROTECTION, 'a Pod that still uses the claim would lose its volume'],
  [PV_PROTECTION, 'a claim that is bound to the volume loses it'],
  [CRD_CLEANUP, 'the custom resources of the CRD stay in etcd, and no client can read or delete them'],
  [ORPHAN, 'the garbage collector then deletes the dependents, which should have been kept'],
  [FOREGROUND, 'dependents that have to be deleted first may outlive their owner'],
])

/** Finalizers by which Kubernetes itself keeps data from being lost; it takes them off as soon as it is safe. */
export const protectedFinalizer: Guard = subject => {
  const { finalizer, field, ref, reach } = subject
  if (finalizer === NAMESPACE && field === 'spec') {
    return {
      guard: 'ProtectedFinalizer',
      why: 'the finalizer kubernetes keeps what is in the namespace from being stranded',
      instead: [advised('end the namespace', reach, 'kubectl', 'finalize', 'namespace', ref.name)],
      final: true,
    }
  }
  // Of Kubernetes' own names only those protect something that stand where it looks for them.
  if (isMisplacedName(finalizer, ref.resource)) return undefined
  if (finalizer === JOB_TRACKING) return ofLivingJob(subject)
  const loss = LOSSES.get(finalizer) ?? lossOfUsers(subject)
  if (loss === undefined) return undefined
  const instead = firstRemedy(subject.causes.find(each => each.finalizer === finalizer)?.cause)
  return {
    guard: 'ProtectedFinalizer',
    why: `${LOSSES.get(finalizer) === undefined ? 'it is in use' : 'it protects data'}: ${loss}`,
    instead: instead ?? waitsFor(subject),
  }
}

/** Of any other protection what is lost while somebody uses the object; without a user nothing is. */
function lossOfUsers({ causes, finalizer, lossInUse, waitingFor = [] }: FinalizerSubject): string | undefined {
  const used = causes.some(each => each.finalizer === finalizer && each.cause.code === 'InstanceAlive')
  if (!used && (lossInUse === undefined || !waitingFor.some(({ reason }) => reason === 'Consumer'))) return undefined
  return lossInUse ?? 'what uses the object loses it'
}

/** The finalizer of a Pod is the Job's count of it; a Pod whose Job is gone is counted by nobody. */
function ofLivingJob(subject: FinalizerSubject): ReturnType<Guard> {
  const jobs = subject.owners.filter(({ ref }) => ref.kind === 'Job')
  const alive = jobs.find(({ exists }) => exists === true)
  if (alive !== undefined) {
    const why = `Job ${alive.ref.name} exists and has not counted this Pod yet`
    return { guard: 'ProtectedFinalizer', why, instead: waitsFor(subject) }
  }
  const unread = jobs.find(({ exists }) => exists === null)
  if (unread === undefined) return undefined
  const why = `whether Job ${unread.ref.name} still exists could not be read`
  return { guard: 'IncompleteRead', why, instead: 'run it as a user with permission to read that' }
}

function waitsFor({ ref, reach }: FinalizerSubject): readonly Advice[] {
  return [advised('see what it waits for', reach, ...explainWords(ref))]
}
