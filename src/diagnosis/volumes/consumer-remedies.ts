import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { isCompleted } from '../../api/pod-phase.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Remedy } from '../explanation.ts'
import type { Keeper } from '../pods/keeper.ts'
import { toInspect, toRepair } from '../remedy.ts'
import { commandLine, targetOf } from '../shell-quote.ts'

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
): readonly Remedy[] {
  if (isCompleted(pod)) return forCompleted(pod, keeper)
  // A Pod that the claim itself owns (the importer of CDI) goes before it, as nothing replaces it.
  const isOwn = keeper?.kind === 'PersistentVolumeClaim' && claims.some(({ name }) => name === keeper.name)
  return [look(pod, claims), forRunning(pod, isOwn ? undefined : keeper)]
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

function look(pod: KubeObject, claims: readonly ObjectRef[]): Remedy {
  return toInspect(
    message('MakeSureDataNotNeeded'),
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
