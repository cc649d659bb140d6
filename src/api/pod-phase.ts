import type { KubeObject } from './object.ts'

/** Whether a Pod has completed: it uses nothing any more and holds its claims only by being there. */
export function isCompleted(pod: KubeObject): boolean {
  return ['Succeeded', 'Failed'].includes(phaseOf(pod))
}

export function phaseOf(pod: KubeObject): string {
  return (pod.status as { phase?: string } | undefined)?.phase ?? 'Unknown'
}
