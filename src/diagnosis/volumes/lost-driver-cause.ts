import { type ObjectRef, refOf } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { type Evidence, type Remedy, toInspect, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker, type CauseDraft } from '../stuck-object.ts'
import { unreadFact } from '../unread.ts'
import { CSI_NODES, type CsiNode, DRIVERS, driversOn, type LostDriver } from './lost-driver.ts'
import { missingLabels, type NodePlugin, untoleratedTaints } from './node-plugin.ts'

/**
 * A driver that is missing on a node, with what it blocks there. ControllerUnhealthy: its DaemonSet, or the driver, is
 * in the cluster but not on the node; ControllerMissing: nothing of it is left. No other code fits: the grace period is
 * over, the node is there, and the remedy is to run the driver again, not to detach.
 */
export function lostDriverHolding(lost: LostDriver, shown: readonly Evidence[], facts: Facts): Blocker {
  const about = lost.plugin === undefined ? withoutPlugin(lost, facts) : ofDaemonSet(lost.plugin.daemonSet, facts)
  const { of, driver, node, verdict } = lost
  const { name } = node.metadata
  return blocker(verdict, {
    key: `${about.code}/${driver}/${name}`,
    subject: about.subject,
    summary: message('DriverNotRunning', { of, driver, node: name, isCertain: verdict === 'stuck' }),
    evidence: [...lost.evidence, ...about.evidence, ...shown],
    incomplete: verdict === 'unknown',
    remedies: () => lostDriverRemedies(lost),
  })
}

interface About extends Pick<CauseDraft, 'code' | 'subject' | 'evidence'> {}

function ofDaemonSet(daemonSet: NonNullable<LostDriver['plugin']>['daemonSet'], { types }: Facts): About {
  const type = types.find(each => resourceName(each) === 'daemonsets.apps')!
  return { code: 'ControllerUnhealthy', subject: refOf(type, daemonSet.metadata), evidence: [] }
}

function withoutPlugin({ of, driver, node }: LostDriver, facts: Facts): About {
  if (of === 'dra') {
    const type = facts.types.find(each => resourceName(each) === 'nodes')
    return { code: 'ControllerUnhealthy', subject: refOf(type!, node.metadata), evidence: [] }
  }
  const drivers = facts.read({ about: 'metadata', resource: DRIVERS })
  const nodes = facts.read({ about: 'list', resource: CSI_NODES })
  const meta = drivers.state === 'known' ? drivers.value.find(({ name }) => name === driver) : undefined
  const type = facts.types.find(each => resourceName(each) === DRIVERS)
  const subject: ObjectRef | { kind: string; name: string } =
    meta === undefined || type === undefined ? { kind: 'CSIDriver', name: driver } : refOf(type, meta)
  const others = (nodes.state === 'known' ? (nodes.value as readonly CsiNode[]) : []).filter(
    each => each.metadata.name !== node.metadata.name && driversOn(each).includes(driver),
  )
  const unread = [drivers, nodes].flatMap(fact => (fact.state === 'unreadable' ? [unreadFact(fact.why)] : []))
  const isGone = others.length === 0 && meta === undefined && unread.length === 0
  const told: Evidence[] = [
    ...(others.length === 0 ? [] : [factFrom(CSI_NODES, 'OtherNodesHaveDriver', { nodes: others.length, driver })]),
    ...(meta !== undefined || drivers.state !== 'known' ? [] : [factFrom(DRIVERS, 'NoCsiDriver', { driver })]),
    ...(isGone ? [factFrom(CSI_NODES, 'NoNodeHasDriver', { driver })] : []),
  ]
  return { code: isGone ? 'ControllerMissing' : 'ControllerUnhealthy', subject, evidence: [...told, ...unread] }
}

/** Run the driver on the node again. A forced deletion of the Pod is not advised: it leaves its volumes mounted. */
export function lostDriverRemedies(lost: LostDriver): readonly Remedy[] {
  const { of, driver, node, plugin } = lost
  const { name } = node.metadata
  if (plugin === undefined || plugin.daemonSet.metadata.deletionTimestamp !== undefined) {
    return [
      toRepair(message('InstallDriver', { of, driver, node: name }), [], 'low'),
      toInspect(message('SeeDriversOfNode'), [
        of === 'dra'
          ? commandLine('kubectl', 'get', 'resourceslices')
          : commandLine('kubectl', 'get', 'csinodes', name, '-o', 'yaml'),
        commandLine('kubectl', 'get', 'daemonsets', '--all-namespaces'),
      ]),
    ]
  }
  const place = ['-n', plugin.daemonSet.metadata.namespace ?? 'default']
  const set = `daemonset ${plugin.daemonSet.metadata.name}`
  if (typeof plugin.pod === 'object') {
    const pod = plugin.pod.metadata.name
    return [
      toRepair(message('MakeRunOnNode', { of, pod, daemonSet: set, node: name }), [
        commandLine('kubectl', 'describe', 'pods', pod, ...place),
        commandLine('kubectl', 'logs', pod, ...place, '--all-containers', '--tail', '50'),
      ]),
    ]
  }
  return [
    // Whose labels the node gets, and which taints it loses, is not left to any DaemonSet that has the driver's name.
    ...(lost.verdict === 'stuck' ? toSchedule(lost, plugin) : []),
    toRepair(message('MakeRunOnNode', { of, daemonSet: set, node: name }), [
      commandLine('kubectl', 'describe', 'daemonsets', plugin.daemonSet.metadata.name, ...place),
      commandLine('kubectl', 'describe', 'nodes', name),
    ]),
  ]
}

function toSchedule({ of: kind, node }: LostDriver, plugin: NodePlugin): readonly Remedy[] {
  const { name, labels = {} } = node.metadata
  const set = `daemonset ${plugin.daemonSet.metadata.namespace}/${plugin.daemonSet.metadata.name}`
  const taints = untoleratedTaints(plugin, node)
  const missing = missingLabels(plugin, node)
  const isOther = missing.some(([key]) => labels[key] !== undefined)
  const of = { of: kind, daemonSet: set, node: name }
  const untaint = commandLine('kubectl', 'taint', 'nodes', name, ...taints.map(taint => `${taint}-`))
  const given = missing.map(([key, value]) => `${key}=${value}`)
  const label = commandLine('kubectl', 'label', 'nodes', name, ...given, ...(isOther ? ['--overwrite'] : []))
  return [
    ...(taints.length === 0 ? [] : [toRepair(message('TolerateTaints', of), [untaint], 'medium')]),
    ...(missing.length === 0 ? [] : [toRepair(message('GiveNodeLabels', of), [label], 'medium')]),
  ]
}
