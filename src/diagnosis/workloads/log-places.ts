import type { V1Lease, V1Pod } from '@kubernetes/client-node'
import { isTrue } from '../../api/condition.ts'
import { type Fact, itemsOf, seenOf } from '../../api/fact.ts'
import { createdAt, type KubeObject } from '../../api/object.ts'
import type { PodLog } from '../../api/pod-log.ts'
import { isCompleted } from '../../api/pod-phase.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import { factFrom } from '../../messages/sentence.ts'
import { keepLog } from '../../statements/log/kept-log.ts'
import { type LogLine, meaningOf } from '../../statements/log/line.ts'
import { quoted } from '../../statements/log/quoted.ts'
import type { Evidence } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { leaseState } from '../lease-state.ts'
import { nodeNameOf } from '../pods/ending.ts'
import { commandLine, targetOf } from '../shell-quote.ts'
import type { Workload } from './workloads.ts'

/** By which kubectl chooses as well. */
const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container'
const CONTROLLER = /manager|controller|operator|reconciler|provisioner/
/** Never the controller itself: proxies of metrics and meshes, and helpers. */
const BESIDE =
  /(^|-)(proxy|agent|istio-init|linkerd-\w+|exporter|config-reloader|registrar|node-driver-registrar|liveness-probe)$/

/**
 * The Pods of a workload that have a log, as far as known: first the leader, by the Leases, then the ready ones, the
 * newest first. Pods without a node have none.
 */
export function podsThatLog(workload: Workload, facts: Facts): readonly KubeObject[] {
  return once(facts, `pods that log of ${workload.object.metadata.uid}`, () => {
    const pods = podsOf(workload, facts).filter(pod => nodeNameOf(pod) !== undefined)
    const leaders = pods.length > 1 ? holdersIn(workload.namespace, facts) : []
    const rank = (pod: KubeObject): number => (leads(pod, leaders) ? 2 : isTrue(pod, 'Ready') ? 1 : 0)
    return pods.toSorted((a, b) => rank(b) - rank(a) || createdAt(b.metadata) - createdAt(a.metadata))
  })
}

export interface LogPlace {
  readonly namespace: string
  readonly pod: string
  readonly container: string
  /** Of the one before its last restart. */
  readonly previous: boolean
}

export function readLog({ namespace, pod, container, previous }: LogPlace, facts: Facts): Fact<PodLog> {
  return facts.read({ about: 'log', namespace, pod, container, ...(previous && { previous }) })
}

/** What could be read of it. */
export function linesIn(place: LogPlace, facts: Facts): readonly LogLine[] {
  return keepLog(seenOf(readLog(place, facts))?.lines ?? []).lines
}

export function showLog({ namespace, pod, container, previous }: LogPlace): string {
  const which = previous ? ['--previous'] : []
  return commandLine('kubectl', 'logs', '-n', namespace, pod, '-c', container, ...which, '--tail', '50')
}

export function loggedIn({ namespace, pod, container, previous }: LogPlace, line: LogLine): Evidence {
  const from = { pod: `${namespace}/${pod}`, container, isPrevious: previous }
  const at = line.at === undefined ? undefined : rfc3339(new Date(line.at))
  return factFrom('logs', 'Logged', { ...from, at, line: quoted(line) })
}

/** The command that shows the end of the log that tells most. */
export function logCommand(workload: Workload, facts: Facts, manager?: string): string {
  const { namespace } = workload
  const [pod] = podsThatLog(workload, facts)
  const place = pod && controllerIn(pod, manager)
  const from = place === undefined ? [targetOf(workload)] : [pod!.metadata.name, '-c', place.container]
  return commandLine('kubectl', 'logs', '-n', namespace, ...from, '--tail', '50')
}

/** Its labels anybody in the namespace could give a Pod; who made it is written down by the server. */
function podsOf({ kind, name, namespace, object }: Workload, facts: Facts): readonly KubeObject[] {
  if (kind === 'Pod') return [object]
  return itemsOf(facts.read({ about: 'list', resource: 'pods' })).filter(pod => {
    const { metadata } = pod
    const owner = metadata.ownerReferences?.find(({ controller }) => controller)
    if (owner === undefined || metadata.namespace !== namespace || isCompleted(pod)) return false
    if (kind !== 'Deployment') return owner.uid === object.metadata.uid
    // A ReplicaSet has the name of its Deployment and the hash of its template.
    return owner.kind === 'ReplicaSet' && owner.name === `${name}-${metadata.labels?.['pod-template-hash']}`
  })
}

function holdersIn(namespace: string, facts: Facts): readonly string[] {
  return itemsOf(facts.read({ about: 'list', resource: 'leases.coordination.k8s.io' })).flatMap(lease => {
    const { state, holder } = leaseState((lease as unknown as V1Lease).spec, facts.now)
    return lease.metadata.namespace === namespace && state === 'renewed' ? [holder] : []
  })
}

/** As client-go makes the identity: the host name, which is the Pod's, and a uuid. */
function leads({ metadata: { name } }: KubeObject, holders: readonly string[]): boolean {
  return holders.some(holder => holder === name || holder.startsWith(`${name}_`))
}

/**
 * The container named as the manager; that of the annotation for kubectl; else called a controller, or no proxy.
 * `isSure`: no other of its Pod may be the controller; only then it counts that it says nothing.
 */
export function controllerIn(pod: KubeObject, manager?: string) {
  const { spec } = pod as unknown as V1Pod
  const all = (spec?.containers ?? []).map(({ name }) => name)
  const names = all.filter(name => !BESIDE.test(name))
  const named = all.filter(name => name === manager || name === pod.metadata.annotations?.[DEFAULT_CONTAINER])
  const likely = names.filter(name => CONTROLLER.test(name))
  const best = named.toSorted((a, b) => Number(b === manager) - Number(a === manager))
  // `sidecar` of `objectstorage-sidecar`: a word in common tells which to read, not that it is the only one.
  const alike = names.filter(name => manager !== undefined && name.endsWith(`-${manager}`))
  const [container] = [...best, ...likely, ...alike, ...names, ...all]
  if (container === undefined) return undefined
  return { container, isSure: names.length === 1 || named.length > 0 || likely.length === 1 }
}

/** The last error since a moment (ms) in the log of a Pod, or of its last run if it restarts. */
export function lastErrorIn(pod: KubeObject | undefined, since: number, facts: Facts): Evidence | undefined {
  const speaker = pod && controllerIn(pod)
  const { spec, status } = (pod ?? {}) as unknown as V1Pod
  if (pod === undefined || speaker === undefined || spec?.nodeName === undefined) return undefined
  const { container } = speaker
  const state = status?.containerStatuses?.find(({ name }) => name === container)
  const previous = state?.state?.waiting !== undefined && (state.restartCount ?? 0) > 0
  const place = { namespace: pod.metadata.namespace ?? '', pod: pod.metadata.name, container, previous }
  const line = linesIn(place, facts).findLast(each => isErrorOfRun(each) && !(each.at! < since))
  return line && loggedIn(place, line)
}

/** By its words, whatever its level: openshift/hive#114 has those of its cloud at level debug. */
function isErrorOfRun(line: LogLine): boolean {
  return meaningOf(line.level === 'error' ? line : { ...line, level: undefined }) === 'failing'
}
