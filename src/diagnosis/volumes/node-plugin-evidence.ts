import type { V1PodStatus } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import type { DriverMessages } from '../../messages/volumes.ts'
import type { Evidence } from '../explanation.ts'
import { missingLabels, type NodePlugin, stateOfPod, untoleratedTaints } from './node-plugin.ts'

/** What a driver's DaemonSet says of a node: its Pod there, or why it has none. */
export function nodePluginEvidence(plugin: NodePlugin, node: KubeObject): readonly Evidence[] {
  const { daemonSet, pod } = plugin
  const { name } = node.metadata
  const set = `daemonset ${daemonSet.metadata.namespace}/${daemonSet.metadata.name}`
  const on = { daemonSet: set, node: name }
  if (pod === 'unknown') return []
  if (pod !== 'none') return [factFrom('pods', 'PluginPod', { pod: pod.metadata.name, ...on, ...stateOf(pod) })]
  const labels = missingLabels(plugin, node).map(([key, value]) => `${key}=${value}`)
  const taints = untoleratedTaints(plugin, node)
  const facts = [
    message('DaemonSetWithoutPod', on),
    ...(daemonSet.metadata.deletionTimestamp === undefined
      ? []
      : [message('DaemonSetBeingDeleted', { daemonSet: set })]),
    ...(labels.length === 0 ? [] : [message('NodeLacksLabels', { node: name, labels })]),
    ...(taints.length === 0 ? [] : [message('TaintsNotTolerated', { ...on, taints })]),
  ]
  return facts.map(fact => ({ fact, source: 'daemonsets' }))
}

function stateOf(pod: KubeObject): Pick<DriverMessages['PluginPod'], 'isReady' | 'waiting'> {
  if (stateOfPod(pod) === 'ready') return { isReady: true, waiting: [] }
  const { containerStatuses = [] } = (pod.status ?? {}) as V1PodStatus
  const waiting = containerStatuses.flatMap(({ name, state }) => {
    const reason = state?.waiting?.reason ?? state?.terminated?.reason
    return reason === undefined ? [] : [{ container: name, reason }]
  })
  return { isReady: false, waiting }
}
