import { message } from '../../messages/sentence.ts'
import type { Remedy } from '../explanation.ts'
import { toInspect, toRepair } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import type { LostDriver } from './lost-driver.ts'
import { missingLabels, type NodePlugin, untoleratedTaints } from './node-plugin.ts'

/** Run the driver on the node again. A forced deletion of the Pod is not advised: it leaves its volumes mounted. */
export function lostDriverRemedies(lost: LostDriver): readonly Remedy[] {
  const { driver, node, plugin } = lost
  const { name } = node.metadata
  if (plugin === undefined || plugin.daemonSet.metadata.deletionTimestamp !== undefined) {
    return [
      toRepair(message('InstallDriver', { driver, node: name }), [], 'low'),
      toInspect(message('SeeDriversOfNode'), [
        commandLine('kubectl', 'get', 'csinodes', name, '-o', 'yaml'),
        commandLine('kubectl', 'get', 'daemonsets', '--all-namespaces'),
      ]),
    ]
  }
  const place = ['-n', plugin.daemonSet.metadata.namespace ?? 'default']
  const set = `daemonset ${plugin.daemonSet.metadata.name}`
  if (typeof plugin.pod === 'object') {
    const pod = plugin.pod.metadata.name
    return [
      toRepair(message('MakeRunOnNode', { pod, daemonSet: set, node: name }), [
        commandLine('kubectl', 'describe', 'pods', pod, ...place),
        commandLine('kubectl', 'logs', pod, ...place, '--all-containers', '--tail', '50'),
      ]),
    ]
  }
  return [
    ...toSchedule(lost, plugin),
    toRepair(message('MakeRunOnNode', { daemonSet: set, node: name }), [
      commandLine('kubectl', 'describe', 'daemonsets', plugin.daemonSet.metadata.name, ...place),
      commandLine('kubectl', 'describe', 'nodes', name),
    ]),
  ]
}

function toSchedule({ node }: LostDriver, plugin: NodePlugin): readonly Remedy[] {
  const { name, labels = {} } = node.metadata
  const set = `daemonset ${plugin.daemonSet.metadata.namespace}/${plugin.daemonSet.metadata.name}`
  const taints = untoleratedTaints(plugin, node)
  const missing = missingLabels(plugin, node)
  const isOther = missing.some(([key]) => labels[key] !== undefined)
  const of = { daemonSet: set, node: name }
  const untaint = commandLine('kubectl', 'taint', 'nodes', name, ...taints.map(taint => `${taint}-`))
  const given = missing.map(([key, value]) => `${key}=${value}`)
  const label = commandLine('kubectl', 'label', 'nodes', name, ...given, ...(isOther ? ['--overwrite'] : []))
  return [
    ...(taints.length === 0 ? [] : [toRepair(message('TolerateTaints', of), [untaint], 'medium')]),
    ...(missing.length === 0 ? [] : [toRepair(message('GiveNodeLabels', of), [label], 'medium')]),
  ]
}
