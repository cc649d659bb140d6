import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import type { Remedy } from '../explanation.ts'
import type { Keeper } from '../pods/keeper.ts'
import { toInspect, toRepair } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'

/** Kinds that `kubectl scale` takes down to no Pod. */
const SCALED: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  '/ReplicationController',
])

/** Whether a Pod has completed: it uses nothing any more and holds its claims only by being there. */
export function isCompleted(pod: KubeObject): boolean {
  return ['Succeeded', 'Failed'].includes(phaseOf(pod))
}

export function phaseOf(pod: KubeObject): string {
  return (pod.status as { phase?: string } | undefined)?.phase ?? 'Unknown'
}

/** How a Pod that holds a claim can be made to go, by what keeps it: a Pod alone would only be replaced. */
export function consumerRemedies(
  pod: KubeObject,
  keeper: Keeper | undefined,
  claims: readonly ObjectRef[],
): readonly Remedy[] {
  return isCompleted(pod) ? forCompleted(pod, keeper) : [look(pod, claims), forRunning(pod, keeper)]
}

function forCompleted(pod: KubeObject, keeper: Keeper | undefined): readonly Remedy[] {
  const place = placeOf(pod)
  const { name } = pod.metadata
  const itself = toRepair(
    'delete the completed Pod (its log is lost); then the claim is deleted, and its data with it ' +
      'when the reclaim policy is Delete',
    [commandLine('kubectl', 'delete', 'pod', name, ...place)],
    'low',
  )
  if (keeper?.kind !== 'Job' || keeper.group !== 'batch') return [itself]
  const job = toRepair(
    `or delete Job ${keeper.name} with all its Pods, if it is no longer needed`,
    [commandLine('kubectl', 'delete', 'job', keeper.name, ...place)],
    'medium',
  )
  return [itself, job]
}

function look(pod: KubeObject, claims: readonly ObjectRef[]): Remedy {
  return toInspect(
    'make sure that the data is not needed: the deletion of a claim cannot be undone, and with the reclaim ' +
      'policy Delete the volume is deleted as soon as the Pod is',
    claims.map(({ name }) => commandLine('kubectl', 'describe', 'pvc', name, ...placeOf(pod))),
  )
}

function forRunning(pod: KubeObject, keeper: Keeper | undefined): Remedy {
  const place = placeOf(pod)
  const { name } = pod.metadata
  const repair = (summary: string, ...words: readonly string[]): Remedy =>
    toRepair(summary, words.length === 0 ? [] : [commandLine('kubectl', ...words, ...place)], 'high')
  if (keeper === undefined) return repair('delete the Pod; nothing recreates it', 'delete', 'pod', name)
  const who = `${keeper.kind} ${keeper.name}`
  const kind = `${keeper.group}/${keeper.kind}`
  if (SCALED.has(kind)) {
    const target = `${keeper.kind.toLowerCase()}/${keeper.name}`
    // The highest ordinals end first: those below keep running.
    const [, ordinal = '0'] = keeper.kind === 'StatefulSet' ? (/-(\d+)$/.exec(name) ?? []) : []
    if (ordinal !== '0')
      return repair(
        `scale ${who} down to ${ordinal}: Pod ${name} ends, and those of higher ordinals with it`,
        ...['scale', target, '--replicas', ordinal],
      )
    return repair(`stop all Pods of ${who}`, 'scale', target, '--replicas', '0')
  }
  if (kind === 'batch/Job') return repair(`delete ${who} with its Pods`, 'delete', 'job', keeper.name)
  return repair(`remove the claim from ${who}, or delete that: it keeps the Pod`)
}

function placeOf(pod: KubeObject): readonly string[] {
  return ['-n', pod.metadata.namespace ?? 'default']
}
