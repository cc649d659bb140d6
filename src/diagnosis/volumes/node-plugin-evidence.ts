import type { V1PodStatus } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import type { Evidence } from '../explanation.ts'
import { missingLabels, type NodePlugin, stateOfPod, untoleratedTaints } from './node-plugin.ts'

/** What a driver's DaemonSet says of a node: its Pod there, or why it has none. */
export function nodePluginEvidence(plugin: NodePlugin, node: KubeObject): readonly Evidence[] {
  const { daemonSet, pod } = plugin
  const { name } = node.metadata
  const set = `daemonset ${daemonSet.metadata.namespace}/${daemonSet.metadata.name}`
  if (pod === 'unknown') return []
  if (pod !== 'none')
    return [{ fact: `pod ${pod.metadata.name} of ${set} on node ${name} ${told(pod)}`, source: 'pods' }]
  const labels = missingLabels(plugin, node).map(([key, value]) => `${key}=${value}`)
  const taints = untoleratedTaints(plugin, node)
  const facts = [
    `${set} has no Pod on node ${name}`,
    ...(daemonSet.metadata.deletionTimestamp === undefined ? [] : [`${set} is being deleted`]),
    ...(labels.length === 0 ? [] : [`its nodeSelector asks for ${labels.join(', ')}, which node ${name} has not`]),
    ...(taints.length === 0 ? [] : [`node ${name} has taint ${taints.join(', ')}, which ${set} does not tolerate`]),
  ]
  return facts.map(fact => ({ fact, source: 'daemonsets' }))
}

function told(pod: KubeObject): string {
  if (stateOfPod(pod) === 'ready') return 'is ready'
  const { containerStatuses = [] } = (pod.status ?? {}) as V1PodStatus
  const waiting = containerStatuses.flatMap(({ name, state }) => {
    const reason = state?.waiting?.reason ?? state?.terminated?.reason
    return reason === undefined ? [] : [`container ${name}: ${reason}`]
  })
  return `is not ready${waiting.length === 0 ? '' : ` (${waiting.join(', ')})`}`
}
