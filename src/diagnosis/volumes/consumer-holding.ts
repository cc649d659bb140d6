import { PV_PROTECTION, PVC_PROTECTION } from '../../api/builtin-finalizers.ts'
import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { isCompleted, phaseOf } from '../../api/pod-phase.ts'
import { parseApiVersion } from '../../api/resource-type.ts'
import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import { type Evidence, type Remedy, toInspect, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { namespaceBeingEmptied } from '../namespaces/terminating-namespaces.ts'
import { nodeNameOf } from '../pods/ending.ts'
import { commandLine, targetOf } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, readHeld, type StuckObject } from '../stuck-object.ts'
import { providerName, type Volume } from './consumers.ts'

/**
 * How a Pod holds a claim, which waits for it in any case: one that is terminating, or whose namespace is, has causes
 * of its own; any other is the root cause, one for all claims that it holds.
 */
export function consumerHolding(pod: KubeObject, held: StuckObject, context: RuleContext): readonly Blocker[] {
  const consumer = readHeld(pod, context)
  if (consumer === undefined) return []
  const waitingFor = [{ ref: consumer.ref, reason: 'Consumer', held: consumer }] as const
  if (isGoing(consumer, context)) return [{ verdict: 'waiting', waitingFor }]
  const keeper = keeperOf(pod, context.facts)
  const { name, namespace } = pod.metadata
  const of = { pod: name, namespace, claim: held.ref.name }
  const cause = blocker('stuck', {
    key: `VolumeInUse/${namespace}/${name}`,
    subject: consumer.ref,
    finalizer: PVC_PROTECTION,
    summary: message('ClaimUsedByPod', { ...of, isCompleted: isCompleted(pod) }),
    evidence: [usage(pod, held), ...phase(pod)],
    remedies: (_blocks, direct) => {
      // An attachment that waits for the Pod shows it too, and what a product made of the claim.
      const claims = direct.filter(({ ref }) => ref.resource === held.ref.resource)
      return consumerRemedies(
        pod,
        keeper,
        (claims.length > 0 ? claims : [held]).map(({ ref }) => ref),
        held.meta.deletionTimestamp !== undefined,
      )
    },
  })
  return [{ ...cause, waitingFor }]
}

function isGoing({ meta }: StuckObject, context: RuleContext): boolean {
  return meta.deletionTimestamp !== undefined || namespaceBeingEmptied(meta.namespace, context) !== undefined
}

function usage(pod: KubeObject, { ref }: StuckObject): Evidence {
  const { name, namespace } = pod.metadata
  const fact = message('PodOnNodeUsesClaim', { pod: `${namespace}/${name}`, node: nodeNameOf(pod)!, claim: ref.name })
  return { fact, source: 'pods' }
}

function phase(pod: KubeObject): readonly Evidence[] {
  return [factFrom('pods', 'PodPhase', { phase: phaseOf(pod), isCompleted: isCompleted(pod) })]
}

/** Kinds that `kubectl scale` takes down to no Pod. */
const SCALED: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  '/ReplicationController',
])

/** How a Pod that holds a claim can be made to go, by what keeps it: a Pod alone would only be replaced. */
export function consumerRemedies(
  pod: KubeObject,
  keeper: Keeper | undefined,
  claims: readonly ObjectRef[],
  isGoing: boolean,
): readonly Remedy[] {
  if (isCompleted(pod)) return forCompleted(pod, keeper)
  // A Pod that the claim itself owns (the importer of CDI) goes before it, as nothing replaces it.
  const isOwn = keeper?.kind === 'PersistentVolumeClaim' && claims.some(({ name }) => name === keeper.name)
  return [look(pod, claims, isGoing), forRunning(pod, isOwn ? undefined : keeper)]
}

function forCompleted(pod: KubeObject, keeper: Keeper | undefined): readonly Remedy[] {
  const place = placeOf(pod)
  const { name } = pod.metadata
  const command = commandLine('kubectl', 'delete', 'pod', name, ...place)
  const itself = toRepair(message('DeleteCompletedPod'), [command], 'low')
  if (keeper?.kind !== 'Job' || keeper.group !== 'batch') return [itself]
  const whole = commandLine('kubectl', 'delete', 'job', keeper.name, ...place)
  return [itself, toRepair(message('DeleteJobToo', { job: keeper.name }), [whole], 'medium')]
}

function look(pod: KubeObject, claims: readonly ObjectRef[], isGoing: boolean): Remedy {
  return toInspect(
    message('MakeSureDataNotNeeded', { isGoing }),
    claims.map(({ name }) => commandLine('kubectl', 'describe', 'pvc', name, ...placeOf(pod))),
  )
}

function forRunning(pod: KubeObject, keeper: Keeper | undefined): Remedy {
  const place = placeOf(pod)
  const { name } = pod.metadata
  const repair = (summary: Sentence, ...words: readonly string[]): Remedy =>
    toRepair(summary, words.length === 0 ? [] : [commandLine('kubectl', ...words, ...place)], 'high')
  if (keeper === undefined) return repair(message('DeleteUnmanagedPod'), 'delete', 'pod', name)
  const who = `${keeper.kind} ${keeper.name}`
  const kind = `${keeper.group}/${keeper.kind}`
  if (SCALED.has(kind)) {
    const target = targetOf(keeper)
    // The highest ordinals end first: those below keep running.
    const [, ordinal = '0'] = keeper.kind === 'StatefulSet' ? (/-(\d+)$/.exec(name) ?? []) : []
    if (ordinal !== '0')
      return repair(
        message('ScaleDownToOrdinal', { workload: who, ordinal, pod: name }),
        ...['scale', target, '--replicas', ordinal],
      )
    return repair(message('StopAllPods', { workload: who }), 'scale', target, '--replicas', '0')
  }
  if (kind === 'batch/Job') return repair(message('DeleteWithPods', { workload: who }), 'delete', 'job', keeper.name)
  return repair(message('RemoveClaimFrom', { workload: who }))
}

function placeOf(pod: KubeObject): readonly string[] {
  return ['-n', pod.metadata.namespace ?? 'default']
}

/** InstanceAlive for a volume that is to go while its claim is not: only the end of the claim ends the binding. */
export function aliveClaim(claim: ObjectRef, volume: Volume): Blocker {
  const { name, namespace } = claim
  const place = ['-n', namespace ?? 'default']
  const path = `${namespace}/${name}`
  const policy = volume.spec?.persistentVolumeReclaimPolicy
  const called = providerName(volume.metadata.name, volume)
  const deletion = commandLine('kubectl', 'delete', 'pvc', name, ...place)
  const stays = policy === 'Retain' ? [message('StaysAtProvider', { volume: called })] : []
  return blocker('stuck', {
    key: `InstanceAlive/${claim.resource}/${path}`,
    subject: claim,
    finalizer: PV_PROTECTION,
    summary: message('VolumeKeptByClaim', { volume: volume.metadata.name, claim: name, namespace }),
    evidence: [
      factFrom('persistentvolumes', 'VolumeIsBound', { volume: volume.metadata.name, claim: path }),
      factFrom('persistentvolumeclaims', 'ClaimNotDeleted', { claim: path }),
    ],
    remedies: () => [
      toInspect(message('SeeWhoUsesClaim'), [commandLine('kubectl', 'describe', 'pvc', claim.name, ...place)]),
      toRepair(message('DeleteClaim', { withData: policy === 'Delete' }), [deletion], 'high', stays),
    ],
  })
}

/** What creates a Pod again when it is deleted. */
interface Keeper {
  readonly group: string
  readonly kind: string
  readonly name: string
}

/** The controller of a Pod: for that of a Deployment, the Deployment; undefined for a Pod of its own. */
function keeperOf(pod: KubeObject, facts: Facts): Keeper | undefined {
  const direct = controllerOf(pod)
  if (direct === undefined || direct.kind !== 'ReplicaSet' || direct.group !== 'apps') return direct
  const { namespace = '' } = pod.metadata
  const set = facts.read({ about: 'object', resource: 'replicasets.apps', namespace, name: direct.name })
  return (set.state === 'known' ? controllerOf(set.value) : undefined) ?? direct
}

function controllerOf({ metadata }: KubeObject): Keeper | undefined {
  const reference = metadata.ownerReferences?.find(({ controller }) => controller)
  if (reference === undefined) return undefined
  return { group: parseApiVersion(reference.apiVersion).group, kind: reference.kind, name: reference.name }
}
