import { type ObjectRef, refOf } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { Blocker, CauseDraft } from '../stuck-object.ts'
import { unreadFact } from '../unread.ts'
import { CSI_NODES, type CsiNode, DRIVERS, driversOn } from './driver.ts'
import type { LostDriver } from './lost-driver.ts'
import { lostDriverRemedies } from './lost-driver-remedies.ts'

/**
 * A driver that is missing on a node, with what it blocks there. ControllerUnhealthy: its DaemonSet, or the driver, is
 * in the cluster but not on the node; ControllerMissing: nothing of it is left. No other code fits: the grace period is
 * over, the node is there, and the remedy is to run the driver again, not to detach.
 */
export function lostDriverHolding(lost: LostDriver, shown: readonly Evidence[], facts: Facts): Blocker {
  const about = lost.plugin === undefined ? withoutPlugin(lost, facts) : ofDaemonSet(lost.plugin.daemonSet, facts)
  const { driver, node, verdict } = lost
  const { name } = node.metadata
  const cause: CauseDraft = {
    key: `${about.code}/${driver}/${name}`,
    code: about.code,
    subject: about.subject,
    summary: message('DriverNotRunning', { driver, node: name, isCertain: verdict === 'stuck' }),
    evidence: [...lost.evidence, ...about.evidence, ...shown],
    incomplete: verdict === 'unknown',
    remedies: () => lostDriverRemedies(lost),
  }
  return { verdict, cause }
}

interface About extends Pick<CauseDraft, 'code' | 'subject' | 'evidence'> {}

function ofDaemonSet(daemonSet: NonNullable<LostDriver['plugin']>['daemonSet'], { types }: Facts): About {
  const type = types.find(each => resourceName(each) === 'daemonsets.apps')!
  return { code: 'ControllerUnhealthy', subject: refOf(type, daemonSet.metadata), evidence: [] }
}

function withoutPlugin({ driver, node }: LostDriver, facts: Facts): About {
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
