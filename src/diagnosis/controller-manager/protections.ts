import { builtinFinalizer, JOB_TRACKING, PV_PROTECTION, PVC_PROTECTION } from '../../api/builtin-finalizers.ts'
import { isCompleted } from '../../api/pod-phase.ts'
import type { ManagerWork } from '../../messages/arguments.ts'
import { nodeNameOf } from '../pods/ending.ts'
import { wholePod } from '../pods/whole-pod.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { PROMPT_SECONDS } from '../thresholds.ts'
import { consumersOf, type Volume, wholeVolume } from '../volumes/consumers.ts'

/** Something that kube-controller-manager alone can do, with nothing else in its way. */
export interface AwaitedWork {
  readonly work: ManagerWork
  /** The controller in it that does, as its flags and logs call it. */
  readonly controller: string
  /** For how long there has been nothing else to wait for, at most. */
  readonly ageSeconds: number
  /** After that age it is late. */
  readonly patienceSeconds: number
  /** Another rule tells of it when a living kube-controller-manager does not do it. */
  readonly toldElsewhere?: true
  /** By what its controller wrote last it has not looked since this became possible. */
  readonly seesNot?: boolean
  /** Something else may have to come first; only while kube-controller-manager is down is it certainly not done. */
  readonly notAlone?: true
}

/**
 * A protection that protects nothing any more: a claim that no scheduled Pod names, a volume that is not Bound or whose
 * claim is gone, a Pod that its Job has to count because it is finished or never began (kubernetes-deletion.md 5).
 * undefined as long as something uses the object.
 */
export function protectionWork(held: StuckObject, context: RuleContext): AwaitedWork | undefined {
  const { meta, ageSeconds = 0 } = held
  if (meta.deletionTimestamp === undefined) return undefined
  const finalizers = meta.finalizers ?? []
  const work = (finalizer: string): AwaitedWork => ({
    work: { remove: finalizer },
    controller: builtinFinalizer(finalizer, held.ref.resource)!.controller,
    ageSeconds,
    patienceSeconds: PROMPT_SECONDS,
  })
  if (finalizers.includes(PVC_PROTECTION) && isUnused(held, context)) return work(PVC_PROTECTION)
  if (finalizers.includes(PV_PROTECTION) && isUnbound(held, context)) return work(PV_PROTECTION)
  if (finalizers.includes(JOB_TRACKING) && isFinished(held, context)) return work(JOB_TRACKING)
  return undefined
}

function isUnused(held: StuckObject, { facts }: RuleContext): boolean {
  const { resource, namespace } = held.ref
  if (resource !== 'persistentvolumeclaims' || namespace === undefined) return false
  const pods = facts.read({ about: 'list', resource: 'pods', namespace })
  return pods.state === 'known' && consumersOf(held, pods.value, facts).length === 0
}

function isUnbound({ ref }: StuckObject, { facts }: RuleContext): boolean {
  if (ref.resource !== 'persistentvolumes') return false
  const volume = wholeVolume(ref.name, facts)
  if (volume.state !== 'known' || volume.value.metadata.uid !== ref.uid) return false
  return volume.value.status?.phase !== 'Bound' || isClaimGone(volume.value, facts)
}

/** Then kube-controller-manager has to mark it Released before. */
function isClaimGone({ spec }: Volume, facts: RuleContext['facts']): boolean {
  const { namespace, name, uid } = spec?.claimRef ?? {}
  if (namespace === undefined || name === undefined || uid === undefined) return false
  const claim = facts.read({ about: 'object', resource: 'persistentvolumeclaims', namespace, name })
  return claim.state === 'absent' || (claim.state === 'known' && claim.value.metadata.uid !== uid)
}

function isFinished(held: StuckObject, context: RuleContext): boolean {
  if (held.ref.resource !== 'pods') return false
  const pod = wholePod(held, context)
  if (pod.state !== 'known') return false
  return isCompleted(pod.value) || nodeNameOf(pod.value) === undefined
}
