import type { V1PodSpec, V1VolumeMount } from '@kubernetes/client-node'
import { itemsOf, seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import type { NodeFailure } from '../../messages/arguments.ts'
import { message } from '../../messages/sentence.ts'
import { keepLog } from '../../statements/log/kept-log.ts'
import { type LogLine, meaningOf, wordsOf } from '../../statements/log/line.ts'
import { mentions } from '../../statements/log/names.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { logWords } from '../../statements/words/log.ts'
import { eachTogether } from '../answered.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { type Evidence, toInspect } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { nodeNameOf, type PodEnding } from '../pods/ending.ts'
import { areContainersEnded, kubeletFailure } from '../pods/pod-evidence.ts'
import { lostServer } from '../service/lost-server.ts'
import { commandLine } from '../shell-quote.ts'
import type { StuckObject } from '../stuck-object.ts'
import { cniSets, nodePluginEvidence, nodePlugins, onNode } from '../volumes/node-plugin.ts'
import type { Mounted } from '../volumes/unmounting.ts'
import { controllerIn, type LogPlace, loggedIn, readLog, showLog } from '../workloads/log-places.ts'

const MAX_LAST_WORDS = 4

/** What a plugin of a node says of a Pod that does not end there, and the commands that show its log. */
interface Word {
  readonly fails: NodeFailure
  readonly told: readonly Evidence[]
  readonly logs: readonly string[]
}

/**
 * What keeps a node from ending a Pod, by a plugin there or by its kubelet, and where to look. The log of a CSI driver
 * is read only where all containers have ended: it may then be the volumes.
 */
export function teardown(held: StuckObject, { node, pod }: Ending, mounted: readonly Mounted[], facts: Facts) {
  if (node === undefined) return { told: [], look: [] }
  const reported = kubeletFailure(held, facts)
  const isEnded = areContainersEnded(pod)
  const server = isEnded ? lostServer(pod, facts) : undefined
  const word =
    reported?.of === 'network'
      ? byNetwork(reported, node, facts)
      : eachTogether(isEnded ? mounted : [], volume => byDriver(held, volume, node, facts)).find(
          each => each !== undefined,
        )
  const failure = reported ?? word?.fails
  const fails =
    server === undefined || failure?.of === 'network' ? failure : { ...failure, of: 'volume' as const, ...server }
  const { told = [], logs = [] } = word ?? {}
  if (fails === undefined) return { told, look: [] }
  const commands = [...logs, commandLine('kubectl', 'describe', 'node', node)]
  return { fails, told, look: [toInspect(message('LookOnNode', { node, ...fails }), commands)] }
}

/** The last of what a container logs since its Pod is to end. */
export function lastWords(held: StuckObject, container: string, facts: Facts): readonly Evidence[] {
  const { namespace = '', name: pod } = held.ref
  const place = { namespace, pod, container, previous: false }
  const { lines } = keepLog(seenOf(readLog(place, facts))?.lines ?? [])
  const since = lines.filter(({ at = 0 }) => at >= askedAt(held))
  return since.slice(-MAX_LAST_WORDS).map(line => loggedIn(place, line))
}

type Ending = Extract<PodEnding, { state: 'unconfirmed' }>

function byNetwork(fails: NodeFailure, name: string, facts: Facts): Word {
  const node = facts.read({ about: 'object', resource: 'nodes', name })
  const { plugins } = onNode(fails.plugin === undefined ? [] : cniSets(fails.plugin, facts), name, facts)
  const logs = plugins.flatMap(({ pod }) => {
    if (typeof pod !== 'object') return []
    const { namespace = '', name: called } = pod.metadata
    return [commandLine('kubectl', 'logs', '-n', namespace, called, '--all-containers', '--tail', '50')]
  })
  return {
    fails,
    told: node.state === 'known' ? plugins.flatMap(each => nodePluginEvidence(each, node.value)) : [],
    logs,
  }
}

/**
 * The last error since the deletion that the driver's Pod on the node logged with this Pod's uid, as of its paths, or
 * with a name of its volume (IBM/ibm-spectrum-scale-csi#823, kubernetes-sigs/aws-ebs-csi-driver#1027); or directly
 * after that.
 */
function byDriver(
  held: StuckObject,
  { driver, names: called = [] }: Mounted,
  node: string,
  facts: Facts,
): Word | undefined {
  const own = nodePlugins(driver, node, facts).plugins.find(each => typeof each.pod === 'object')?.pod
  const pods = typeof own === 'object' ? [own] : calledAfter(driver, node, facts)
  // A shorter name may be any word of a line.
  const names = [held.ref.uid, ...called.filter(({ length }) => length >= 8)]
  const asked = askedAt(held)
  return eachTogether(pods, (pod): Word | undefined => {
    const container = mounterIn(pod) ?? controllerIn(pod)?.container
    if (container === undefined) return undefined
    const { namespace = '', name } = pod.metadata
    const place = { namespace, pod: name, container, previous: false }
    const error = errorIn(place, names, asked, facts)
    if (error === undefined) return undefined
    const by = pod === own ? {} : { by: `${namespace}/${name}` }
    const fails = { of: 'volume' as const, plugin: driver, isAfter: error.length > 1, ...by }
    return { fails, told: error.map(line => loggedIn(place, line)), logs: [showLog(place)] }
  }).find(each => each !== undefined)
}

/**
 * The last error with one of these names; or the line with it and an error of the same call: so shortly after it, with
 * no path of another Pod between them, as what fails may not say for whom (dell/csm#1782).
 */
function errorIn(place: LogPlace, names: readonly string[], asked: number, facts: Facts) {
  const { lines } = keepLog(seenOf(readLog(place, facts))?.lines ?? [])
  const isName = names.map(name => hasWord(name))
  const isNamed = (line: LogLine) =>
    isName.some(isIn => isIn(`${line.message} ${line.error} ${[...line.fields.values()].join(' ')}`))
  // Where kubelets keep the volumes of Pods (kubernetes/kubernetes:pkg/kubelet, pkg/volume/csi).
  const isOfPod = (line: LogLine) => isNamed(line) || mentions(line, '/pods/') || mentions(line, '/volumeDevices/')
  const found = lines.flatMap((line, at) => {
    if ((line.at ?? 0) < asked) return []
    if (meaningOf(line) !== 'failing' && !logWords.has('failed call', wordsOf(line).fact)) return []
    if (isOfPod(line)) return isNamed(line) ? [[line]] : []
    const call = lines.slice(Math.max(0, at - 10), at).findLast(isOfPod)
    const isSoon = call !== undefined && (line.at ?? 0) - (call.at ?? 0) <= 1000
    return isSoon && isNamed(call) ? [[call, line]] : []
  })
  return found.findLast(each => each.length === 1) ?? found.at(-1)
}

/** Pods of a node called after a driver: `vsphere-csi-node` of csi.vsphere.vmware.com, `ebs-csi-node` of ebs.csi.… */
function calledAfter(driver: string, node: string, facts: Facts): readonly KubeObject[] {
  const isTelling = (word: string) => word.length >= 3 && word !== 'csi'
  const labels = driver.split('.').map(label => label.split('-').filter(isTelling))
  const words = labels.find(each => each.length > 0)
  if (words === undefined) return []
  // A short one may be within any word.
  const isCalled = (name: string) =>
    words.every(word => (word.length < 4 ? name.split('-').includes(word) : name.replaceAll('-', '').includes(word)))
  return once(facts, `pods on ${node} called after ${driver}`, () =>
    itemsOf(facts.read({ about: 'list', resource: 'pods' }))
      .filter(pod => nodeNameOf(pod) === node && isCalled(pod.metadata.name))
      .filter(({ metadata }) =>
        metadata.ownerReferences?.some(({ kind }) => ['DaemonSet', 'StatefulSet'].includes(kind)),
      )
      .slice(0, 2),
  )
}

/** What a container mounts below this, the kubelet and Pods of the node see: a node plugin cannot do without. */
function mounterIn({ spec }: KubeObject): string | undefined {
  const { containers = [] } = (spec ?? {}) as Partial<V1PodSpec>
  const isShared = ({ mountPropagation }: V1VolumeMount) => mountPropagation === 'Bidirectional'
  return containers.find(({ volumeMounts }) => volumeMounts?.some(isShared))?.name
}
