import { itemsOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import type { Evidence, Verdict } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { STARTED_WITHIN_SECONDS } from '../thresholds.ts'
import { type NodePlugin, nodePluginEvidence, nodePlugins, stateOfPod } from './node-plugin.ts'

export const DRIVERS = 'csidrivers.storage.k8s.io'
export const CSI_NODES = 'csinodes.storage.k8s.io'

/** As much of a CSINode as the rules read: its kubelet writes into it which drivers it can call. */
export interface CsiNode extends KubeObject {
  readonly spec?: { readonly drivers?: readonly { readonly name?: string }[] | null }
}

/** The drivers that a kubelet has registered: none, where the last one went. */
export function driversOn({ spec }: CsiNode): readonly string[] {
  return (spec?.drivers ?? []).map(({ name = '' }) => name)
}

type Driver =
  | { readonly state: 'there' | 'unknown' }
  | { readonly state: 'gone'; readonly name: string; readonly evidence: readonly Evidence[] }

/**
 * Whether a CSI driver is installed, by its name, or what its attacher makes of that in finalizers. `gone`: it has no
 * CSIDriver and is registered on none of the nodes. `unknown` if that could not be read.
 */
export function driverState(name: string, facts: Facts): Driver {
  const names = installedDrivers(facts)
  const nodes = itemsOf(facts.read({ about: 'list', resource: CSI_NODES }))
  if (names === undefined || nodes.length === 0) return { state: 'unknown' }
  if (names.some(each => sanitize(each) === sanitize(name))) return { state: 'there' }
  return {
    state: 'gone',
    name,
    evidence: [
      factFrom(DRIVERS, 'NoDriverOfThatName', { driver: name, isAsWritten: name === sanitize(name) }),
      factFrom(CSI_NODES, 'NoNodeHasDriverOfThatName', { nodes: nodes.length }),
    ],
  }
}

/** The names of all CSI drivers that are installed or that a kubelet can call; undefined if not all could be read. */
export function installedDrivers(facts: Facts): readonly string[] | undefined {
  return once(facts, 'installed drivers', () => {
    const drivers = facts.read({ about: 'metadata', resource: DRIVERS })
    const nodes = facts.read({ about: 'list', resource: CSI_NODES })
    if (drivers.state !== 'known' || nodes.state !== 'known') return undefined
    const registered = (nodes.value as readonly CsiNode[]).flatMap(driversOn)
    return [...new Set([...drivers.value.map(({ name }) => name), ...registered])]
  })
}

/** As sidecars do it for finalizers (external-attacher's SanitizeDriverName) and Leases (csi-lib-utils). */
export function sanitize(name: string): string {
  const text = name.replaceAll(/[^a-zA-Z0-9-]/g, '-')
  return text.endsWith('-') ? `${text}X` : text
}

/** A driver that a kubelet cannot call (`stuck`) or perhaps cannot (`unknown`): what it gave to Pods stays in use. */
export interface LostDriver {
  /** Volumes, or devices of ResourceClaims. */
  readonly of: 'csi' | 'dra'
  readonly driver: string
  readonly node: KubeObject
  readonly verdict: Extract<Verdict, 'stuck' | 'unknown'>
  readonly plugin?: NodePlugin | undefined
  readonly evidence: readonly Evidence[]
}

/** A lost driver, and what of a Pod is of it. */
export interface LostOnNode {
  readonly driver: LostDriver
  readonly volumes: readonly Evidence[]
}

/**
 * Whether a node lacks a driver: its kubelet removes it from the CSINode when the driver's socket disappears. A killed
 * driver leaves its socket behind, so only the Pod of its DaemonSet tells.
 */
export function lostDriver(driver: string, node: KubeObject, csiNode: CsiNode, facts: Facts): LostDriver | undefined {
  const isRegistered = driversOn(csiNode).includes(driver)
  const fact = message('CsiNodeLists', { node: node.metadata.name, driver, isRegistered })
  return lostOn(node, { of: 'csi', driver }, isRegistered, { fact, source: CSI_NODES }, facts)
}

export function lostOn(
  node: KubeObject,
  of: Pick<LostDriver, 'of' | 'driver'>,
  isRegistered: boolean,
  registered: Evidence,
  facts: Facts,
): LostDriver | undefined {
  const found = nodePlugins(of.driver, node.metadata.name, facts)
  const plugin = found.plugins.find(({ pod }) => typeof pod === 'object') ?? found.plugins[0]
  const sure = verdictOn(isRegistered, plugin, facts.now)
  // A kubelet writes a CSINode itself; a driver of devices may publish none, and still run. A DaemonSet without a Pod
  // on the node tells no more: any user of a namespace may write one with the driver's name.
  const isOpen = of.of === 'dra' && typeof plugin?.pod !== 'object'
  const verdict = sure !== undefined && isOpen ? 'unknown' : sure
  if (verdict === undefined) return undefined
  const told = plugin === undefined ? [] : nodePluginEvidence(plugin, node)
  return { ...of, node, verdict, plugin, evidence: [registered, ...told, ...found.unread] }
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
