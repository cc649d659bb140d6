import type { KubeObject } from '../../api/object.ts'
import { message } from '../../messages/sentence.ts'
import type { Evidence, Verdict } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { STARTED_WITHIN_SECONDS } from '../thresholds.ts'
import { CSI_NODES, type CsiNode, driversOn } from './driver.ts'
import { type NodePlugin, nodePlugins, stateOfPod } from './node-plugin.ts'
import { nodePluginEvidence } from './node-plugin-evidence.ts'

/** A CSI driver that a kubelet cannot call (`stuck`) or perhaps cannot (`unknown`): its volumes are not unmounted. */
export interface LostDriver {
  readonly driver: string
  readonly node: KubeObject
  readonly verdict: Extract<Verdict, 'stuck' | 'unknown'>
  readonly plugin?: NodePlugin | undefined
  readonly evidence: readonly Evidence[]
}

/**
 * Whether a node lacks a driver: its kubelet removes it from the CSINode when the driver's socket disappears. A killed
 * driver leaves its socket behind, so only the Pod of its DaemonSet tells.
 */
export function lostDriver(driver: string, node: KubeObject, csiNode: CsiNode, facts: Facts): LostDriver | undefined {
  const { name } = node.metadata
  const isRegistered = driversOn(csiNode).includes(driver)
  const found = nodePlugins(driver, name, facts)
  const plugin = found.plugins.find(({ pod }) => typeof pod === 'object') ?? found.plugins[0]
  const verdict = verdictOn(isRegistered, plugin, facts.now)
  if (verdict === undefined) return undefined
  const fact = message('CsiNodeLists', { node: name, driver, isRegistered })
  const told = plugin === undefined ? [] : nodePluginEvidence(plugin, node)
  return { driver, node, verdict, plugin, evidence: [{ fact, source: CSI_NODES }, ...told, ...found.unread] }
}

function verdictOn(
  isRegistered: boolean,
  plugin: NodePlugin | undefined,
  now: Date,
): LostDriver['verdict'] | undefined {
  const pod = plugin?.pod ?? 'unknown'
  if (pod === 'unknown') return isRegistered ? undefined : 'stuck'
  // What serves a registered driver may be another than the DaemonSet that was found.
  if (pod === 'none') return isRegistered ? 'unknown' : 'stuck'
  const state = stateOfPod(pod)
  const age = (now.getTime() - Date.parse(pod.metadata.creationTimestamp ?? '')) / 1000
  if (state === 'ready') return isRegistered ? undefined : 'unknown'
  return age < STARTED_WITHIN_SECONDS || (isRegistered && state === 'partly') ? 'unknown' : 'stuck'
}
