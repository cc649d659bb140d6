import type { V1PodSpec, V1VolumeMount } from '@kubernetes/client-node'
import { createdAt, type KubeObject } from '../../api/object.ts'
import type { NodeFailure } from '../../messages/arguments.ts'
import { type LogLine, meaningOf, wordsOf } from '../../statements/log/line.ts'
import { mentions } from '../../statements/log/names.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { logWords } from '../../statements/words/log.ts'
import { eachTogether } from '../answered.ts'
import type { Evidence } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { podsOn } from '../pods/ending.ts'
import { nodePlugins } from '../volumes/node-plugin.ts'
import { controllerIn, type LogPlace, linesIn, loggedIn, showLog } from './log-places.ts'

/** What a Pod of a node logs about what does not end there, and the command that shows its log. */
export interface NodeWord {
  readonly fails: Omit<NodeFailure, 'of'>
  readonly told: readonly Evidence[]
  readonly logs: readonly string[]
}

/** Of what, by its names, and since when, in ms. Without names: of any Pod, where the log names none. */
interface Asked {
  readonly names: readonly string[]
  readonly node: string
  readonly since: number
}

/**
 * The last error that the driver's Pod on a node logged with one of these names, the uid of a Pod or what a volume is
 * called, or directly after it (IBM/ibm-spectrum-scale-csi#823, kubernetes-sigs/aws-ebs-csi-driver#1027).
 */
export function driverWord(plugin: string, asked: Asked, facts: Facts): NodeWord | undefined {
  const own = nodePlugins(plugin, asked.node, facts).plugins.find(each => typeof each.pod === 'object')?.pod
  const isOwn = typeof own === 'object'
  const word = wordOf(isOwn ? [own] : calledAfter(plugin, asked.node, facts), asked, false, facts)
  if (word === undefined) return undefined
  const { by, ...rest } = word.fails
  return { ...word, fails: isOwn ? { ...rest, plugin } : { ...word.fails, plugin } }
}

/**
 * The same of whatever else of a DaemonSet may act on that node, where it fails to end something there
 * (datashim-io/datashim#340, confidential-containers/cloud-api-adaptor#1794).
 */
export function workerWord(asked: Asked, facts: Facts): NodeWord | undefined {
  const workers = once(facts, `workers on ${asked.node}`, () =>
    podsOn(asked.node, facts)
      .filter(pod => isOfSet(pod, ['DaemonSet']) && isPrivileged(pod))
      .toSorted((a, b) => createdAt(a.metadata) - createdAt(b.metadata))
      .toSorted((a, b) => Number(mounterIn(b) !== undefined) - Number(mounterIn(a) !== undefined))
      .slice(0, MAX_WORKERS),
  )
  return wordOf(workers, asked, true, facts)
}

/** So many, the oldest first, so that no later ones keep them out: a run reads the logs of few Pods. */
const MAX_WORKERS = 8

function wordOf(pods: readonly KubeObject[], asked: Asked, isOfEnd: boolean, facts: Facts): NodeWord | undefined {
  return eachTogether(pods, (pod): NodeWord | undefined => {
    const container = mounterIn(pod) ?? controllerIn(pod)?.container
    if (container === undefined) return undefined
    const { namespace = '', name } = pod.metadata
    const place = { namespace, pod: name, container, previous: false }
    const error = errorIn(place, asked, isOfEnd, facts)
    if (error === undefined) return undefined
    const isUnmounted = logWords.has('not mounted', wordsOf(error.at(-1)!).fact)
    const isUnnamed = asked.names.length === 0
    const fails = { by: `${namespace}/${name}`, isAfter: error.length > 1, isUnnamed, isUnmounted }
    return { fails, told: error.map(line => loggedIn(place, line)), logs: [showLog(place)] }
  }).find(each => each !== undefined)
}

/**
 * The last error with one of these names; or the line with it and an error of the same call: so shortly after it, with
 * nothing of another Pod between them, as what fails may not say for whom (dell/csm#1782).
 */
function errorIn(place: LogPlace, { names, since }: Asked, isOfEnd: boolean, facts: Facts) {
  const lines = linesIn(place, facts)
  const isName = names.map(name => hasWord(name))
  const isNamed = (line: LogLine) =>
    isName.some(isIn => isIn(`${line.message} ${line.error} ${[...line.fields.values()].join(' ')}`))
  // Where kubelets keep the volumes of Pods (kubernetes/kubernetes:pkg/kubelet, pkg/volume/csi).
  const isOfPod = (line: LogLine) =>
    isNamed(line) ||
    ['/pods/', '/volumeDevices/'].some(path => mentions(line, path)) ||
    logWords.has('container', wordsOf(line).fact)
  if (names.length === 0 && lines.some(line => (line.at ?? 0) >= since && isOfPod(line))) return undefined
  const found = lines.flatMap((line, at) => {
    const { fact } = wordsOf(line)
    if ((line.at ?? 0) < since || (isOfEnd && !logWords.has('ends on node', fact))) return []
    if (meaningOf(line) !== 'failing' && !logWords.has('failed call', fact)) return []
    if (isOfPod(line)) return isNamed(line) ? [[line]] : []
    if (names.length === 0)
      return logWords.has('ends on node', fact) || logWords.has('not mounted', fact) ? [[line]] : []
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
  const called = podsOn(node, facts).filter(pod => isCalled(pod.metadata.name))
  return called.filter(pod => isOfSet(pod, ['DaemonSet', 'StatefulSet'])).slice(0, 2)
}

function isOfSet({ metadata }: KubeObject, kinds: readonly string[]): boolean {
  return metadata.ownerReferences?.some(({ kind }) => kinds.includes(kind)) === true
}

/** What unmounts for others, or ends their containers, cannot do without. */
function isPrivileged({ spec }: KubeObject): boolean {
  const { containers = [] } = (spec ?? {}) as Partial<V1PodSpec>
  return containers.some(({ securityContext }) => securityContext?.privileged === true)
}

/** What a container mounts below this, the kubelet and Pods of the node see: a node plugin cannot do without. */
function mounterIn({ spec }: KubeObject): string | undefined {
  const { containers = [] } = (spec ?? {}) as Partial<V1PodSpec>
  const isShared = ({ mountPropagation }: V1VolumeMount) => mountPropagation === 'Bidirectional'
  return containers.find(({ volumeMounts }) => volumeMounts?.some(isShared))?.name
}
