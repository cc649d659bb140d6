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
import { message, type Sentence } from '../../messages/sentence.ts'
import { firstRemedy } from '../first-remedy.ts'
import type { FinalizerSubject, Guard } from '../guard.ts'
import { type Advice, advised, explainWords } from '../reach.ts'

/** What is lost when somebody else than Kubernetes removes its own finalizers. */
const LOSSES = new Map([
  [PVC_PROTECTION, 'VolumeOfPod'],
  [PV_PROTECTION, 'VolumeOfClaim'],
  [CRD_CLEANUP, 'CustomResources'],
  [ORPHAN, 'KeptDependents'],
  [FOREGROUND, 'FirstDependents'],
] as const)

/** Finalizers by which Kubernetes itself keeps data from being lost; it takes them off as soon as it is safe. */
export const protectedFinalizer: Guard = subject => {
  const { finalizer, field, ref, reach } = subject
  if (finalizer === NAMESPACE && field === 'spec') {
    return {
      guard: 'ProtectedFinalizer',
      why: message('KeepsContentFromStranding'),
      instead: [advised(message('EndNamespace'), reach, 'kubectl', 'finalize', 'namespace', ref.name)],
      final: true,
    }
  }
  // Of Kubernetes' own names only those protect something that stand where it looks for them.
  if (field === 'spec' || isMisplacedName(finalizer, ref.resource)) return undefined
  if (finalizer === JOB_TRACKING) return ofLivingJob(subject)
  const loss = LOSSES.get(finalizer as never)
  const why = loss === undefined ? lossOfUsers(subject) : message('Protects', { what: loss })
  if (why === undefined) return undefined
  const instead = firstRemedy(subject.causes.find(each => each.finalizer === finalizer)?.cause)
  return { guard: 'ProtectedFinalizer', why, instead: instead ?? waitsFor(subject) }
}

/** Of any other protection what is lost while somebody uses the object; without a user nothing is. */
function lossOfUsers({ causes, finalizer, lossInUse, waitingFor = [] }: FinalizerSubject): Sentence | undefined {
  const used = causes.some(each => each.finalizer === finalizer && each.cause.code === 'InstanceAlive')
  if (!used && (lossInUse === undefined || !waitingFor.some(({ reason }) => reason === 'Consumer'))) return undefined
  return message('InUse', lossInUse === undefined ? {} : { loss: lossInUse })
}

/** The finalizer of a Pod is the Job's count of it; a Pod whose Job is gone is no longer counted. */
function ofLivingJob(subject: FinalizerSubject): ReturnType<Guard> {
  const jobs = subject.owners.filter(({ ref }) => ref.kind === 'Job')
  const alive = jobs.find(({ exists }) => exists === true)
  if (alive !== undefined) {
    const why = message('NotCountedByJob', { job: alive.ref.name })
    return { guard: 'ProtectedFinalizer', why, instead: waitsFor(subject) }
  }
  const unread = jobs.find(({ exists }) => exists === null)
  if (unread === undefined) return undefined
  const why = message('JobNotRead', { job: unread.ref.name })
  return { guard: 'IncompleteRead', why, instead: message('RunAsReader') }
}

function waitsFor({ ref, reach }: FinalizerSubject): readonly Advice[] {
  return [advised(message('SeeWhatItWaitsFor'), reach, ...explainWords(ref))]
}
