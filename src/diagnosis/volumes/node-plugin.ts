import type { V1DaemonSet, V1EnvVar, V1NodeSpec, V1PodStatus } from '@kubernetes/client-node'
import { isTrue } from '../../api/condition.ts'
import { seenOf } from '../../api/fact.ts'
import { isOwnedBy, type KubeObject } from '../../api/object.ts'
import { valuesAt } from '../../api/values-at.ts'
import { factFrom, type Messages, message } from '../../messages/sentence.ts'
import { hasWord } from '../../statements/whole-word.ts'
import type { Evidence } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { nodeNameOf } from '../pods/ending.ts'
import { unreadFact } from '../unread.ts'

/** What runs a CSI driver on nodes, and its Pod on one of them. */
export interface NodePlugin {
  readonly daemonSet: KubeObject
  /** `unknown`: the Pods could not be read. */
  readonly pod: KubeObject | 'none' | 'unknown'
}

export interface Plugins {
  readonly plugins: readonly NodePlugin[]
  readonly unread: readonly Evidence[]
}

export function nodePlugins(driver: string, node: string, facts: Facts): Plugins {
  const sets = facts.read({ about: 'list', resource: 'daemonsets.apps' })
  if (sets.state === 'unreadable') return { plugins: [], unread: [unreadFact(sets.why)] }
  if (sets.state === 'absent') return { plugins: [], unread: [] }
  return onNode(pluginsOf(driver, facts), node, facts)
}

export function onNode(sets: readonly KubeObject[], node: string, facts: Facts): Plugins {
  const unread: Evidence[] = []
  const plugins: NodePlugin[] = []
  for (const daemonSet of sets) {
    const { namespace = '', uid } = daemonSet.metadata
    const pods = facts.read({ about: 'list', resource: 'pods', namespace })
    if (pods.state === 'unreadable') unread.push(unreadFact(pods.why))
    const isThere = (pod: KubeObject): boolean => nodeNameOf(pod) === node && isOwnedBy(pod, uid)
    const found = pods.state === 'known' ? (pods.value.find(isThere) ?? 'none') : 'unknown'
    plugins.push({ daemonSet, pod: found })
  }
  return { plugins, unread }
}

/** The DaemonSets of a driver, as far as they could be read. */
export function pluginsOf(driver: string, facts: Facts): readonly KubeObject[] {
  const sets = seenOf(facts.read({ about: 'list', resource: 'daemonsets.apps' })) ?? []
  return once(facts, `node plugins of ${driver}`, () => sets.filter(set => isPluginOf(set, driver)))
}

/**
 * The registrar beside every CSI driver announces its socket in the kubelet's folder plugins_registry
 * (kubernetes-csi/node-driver-registrar); by its paths, arguments or environment it says of which driver.
 */
function isPluginOf(set: KubeObject, driver: string): boolean {
  const { containers = [] } = (set as unknown as V1DaemonSet).spec?.template.spec ?? {}
  const paths = volumesOf(set).map(({ hostPath }) => hostPath?.path ?? '')
  if (!paths.some(path => /\/plugins_registry\/?$/.test(path))) return false
  const valuesOf = (env: V1EnvVar[] = []) => env.map(({ value = '' }) => value)
  const words = containers.flatMap(({ args = [], command = [], env }) => [...command, ...args, ...valuesOf(env)])
  return [...paths, ...words].some(hasWord(driver))
}

/**
 * The DaemonSet with the first word of a CNI plugin's name in its own that mounts a folder `cni`, as installers do; of
 * a plugin whose agent does not answer also another of that name, or that there is none.
 */
export function cniSets(plugin: string, isSilent: boolean, facts: Facts) {
  const sets = facts.read({ about: 'list', resource: 'daemonsets.apps' })
  const [word = plugin] = plugin.split('-')
  const called = (seenOf(sets) ?? []).filter(set => set.metadata.name.includes(word))
  const isInstaller = (set: KubeObject) =>
    volumesOf(set).some(({ hostPath }) => hostPath?.path.split('/').includes('cni'))
  const installers = called.filter(isInstaller)
  const found = isSilent && installers.length === 0 ? called : installers
  const isNone = isSilent && sets.state === 'known' && called.length === 0
  return {
    sets: found.length === 1 ? found : [],
    none: isNone ? [factFrom('daemonsets', 'NoSetOfPlugin', { word })] : [],
  }
}

function volumesOf(set: KubeObject) {
  return (set as unknown as V1DaemonSet).spec?.template.spec?.volumes ?? []
}

export function stateOfPod(pod: KubeObject): 'ready' | 'partly' | 'down' {
  if (isTrue(pod, 'Ready')) return 'ready'
  const { containerStatuses = [] } = (pod.status ?? {}) as V1PodStatus
  return containerStatuses.some(({ state }) => state?.running !== undefined) ? 'partly' : 'down'
}

/** Labels of its nodeSelector that a node has not, or with another value. */
export function missingLabels({ daemonSet }: NodePlugin, node: KubeObject): readonly (readonly [string, string])[] {
  const { nodeSelector = {} } = (daemonSet as unknown as V1DaemonSet).spec?.template.spec ?? {}
  return Object.entries(nodeSelector).filter(([key, value]) => node.metadata.labels?.[key] !== value)
}

/** Taints that keep the Pod off a node; not those of Kubernetes, which the DaemonSet controller tolerates. */
export function untoleratedTaints({ daemonSet }: NodePlugin, node: KubeObject): readonly string[] {
  const { tolerations = [] } = (daemonSet as unknown as V1DaemonSet).spec?.template.spec ?? {}
  const { taints = [] } = (node.spec ?? {}) as V1NodeSpec
  return taints
    .filter(({ key, effect }) => effect !== 'PreferNoSchedule' && !key.startsWith('node.kubernetes.io/'))
    .filter(
      ({ key, value = '', effect }) =>
        !tolerations.some(
          each =>
            (!each.key || each.key === key) &&
            (!each.effect || each.effect === effect) &&
            (each.operator === 'Exists' || (each.value ?? '') === value),
        ),
    )
    .map(({ key, value, effect }) => `${key}${value ? `=${value}` : ''}:${effect}`)
}

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

const NODE =
  'template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.matchFields.values'

/** Why a DaemonSet for one node wants no Pod there, and has none (piraeusdatastore/piraeus-operator#957). */
export function keptOffNode(daemonSet: KubeObject, facts: Facts): readonly Evidence[] {
  const counts = ['desiredNumberScheduled', 'numberMisscheduled'].flatMap(count => valuesAt(daemonSet.status, count))
  const [name, ...others] = valuesAt(daemonSet.spec, NODE)
  if (counts.join() !== '0,0' || typeof name !== 'string' || others.length > 0) return []
  const node = seenOf(facts.read({ about: 'object', resource: 'nodes', name }))
  return node ? nodePluginEvidence({ daemonSet, pod: 'none' }, node) : []
}

function stateOf(pod: KubeObject): Pick<Messages['PluginPod'], 'isReady' | 'waiting' | 'isDeleted'> {
  const isDeleted = pod.metadata.deletionTimestamp !== undefined
  if (stateOfPod(pod) === 'ready') return { isReady: true, waiting: [], isDeleted }
  const { containerStatuses = [] } = (pod.status ?? {}) as V1PodStatus
  const waiting = containerStatuses.flatMap(({ name, state }) => {
    const reason = state?.waiting?.reason ?? state?.terminated?.reason
    return reason === undefined ? [] : [{ container: name, reason }]
  })
  return { isReady: false, waiting, isDeleted }
}
