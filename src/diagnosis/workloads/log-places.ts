import type { V1Lease, V1Pod } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import type { Facts } from '../facts.ts'
import { leaseState } from '../lease-state.ts'
import { commandLine } from '../shell-quote.ts'
import type { Workload } from './workloads.ts'

/** A container of a Pod of a workload: whose log tells what the workload does. */
export interface LogPlace {
  readonly pod: KubeObject
  readonly container: string
}

/** By which kubectl chooses as well. */
const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container'
const CONTROLLER = /manager|controller|operator|reconciler|provisioner/
/** Never the controller itself: proxies of metrics and meshes, and helpers. */
const BESIDE = /(^|-)(proxy|agent|exporter|config-reloader|registrar|liveness-probe)$/

/**
 * Where a workload speaks, by the Pods and Leases that are known: of the Pod that leads first, then of those that are ready, the newest
 * first; in each the container that is its controller. Pods that were not given to a node have no log.
 */
export function logPlaces(workload: Workload, facts: Facts): readonly LogPlace[] {
  const pods = podsOf(workload, facts).filter(pod => (pod as unknown as V1Pod).spec?.nodeName !== undefined)
  const leaders = pods.length > 1 ? holdersIn(workload.namespace, facts) : []
  const rank = (pod: KubeObject): number => (leads(pod, leaders) ? 2 : isReady(pod) ? 1 : 0)
  const created = ({ metadata }: KubeObject): number => Date.parse(metadata.creationTimestamp ?? '') || 0
  return pods
    .toSorted((a, b) => rank(b) - rank(a) || created(b) - created(a))
    .flatMap(pod => {
      const container = controllerIn(pod)
      return container === undefined ? [] : [{ pod, container }]
    })
}

/** The command that shows the end of the log that tells most. */
export function logCommand(workload: Workload, facts: Facts): string {
  const { kind, namespace, name } = workload
  const [place] = logPlaces(workload, facts)
  const from =
    place === undefined ? [`${kind.toLowerCase()}/${name}`] : [place.pod.metadata.name, '-c', place.container]
  return commandLine('kubectl', 'logs', '-n', namespace, ...from, '--tail', '50')
}

/** Its labels anybody in the namespace could give a Pod; who made it is written down by the server. */
function podsOf({ kind, name, namespace, object }: Workload, facts: Facts): readonly KubeObject[] {
  if (kind === 'Pod') return [object]
  const pods = facts.read({ about: 'list', resource: 'pods' })
  return (pods.state === 'known' ? pods.value : []).filter(({ metadata, status }) => {
    const owner = metadata.ownerReferences?.find(({ controller }) => controller)
    if (owner === undefined || metadata.namespace !== namespace) return false
    const { phase } = (status ?? {}) as { phase?: string }
    if (phase === 'Succeeded' || phase === 'Failed') return false
    if (kind !== 'Deployment') return owner.uid === object.metadata.uid
    // A ReplicaSet has the name of its Deployment and the hash of its template.
    return owner.kind === 'ReplicaSet' && owner.name === `${name}-${metadata.labels?.['pod-template-hash']}`
  })
}

/** Who holds the Leases of a namespace. */
function holdersIn(namespace: string, facts: Facts): readonly string[] {
  const leases = facts.read({ about: 'list', resource: 'leases.coordination.k8s.io' })
  return (leases.state === 'known' ? leases.value : []).flatMap(lease => {
    const { spec } = lease as unknown as V1Lease
    const isHeld = lease.metadata.namespace === namespace && leaseState(spec, facts.now) === 'renewed'
    return isHeld && spec?.holderIdentity ? [spec.holderIdentity] : []
  })
}

/** As client-go makes the identity: the host name, which is the Pod's, and a uuid. */
function leads({ metadata: { name } }: KubeObject, holders: readonly string[]): boolean {
  return holders.some(holder => holder === name || holder.startsWith(`${name}_`))
}

function isReady(pod: KubeObject): boolean {
  const { conditions = [] } = (pod as unknown as V1Pod).status ?? {}
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True')
}

/** The container that the Pod names for kubectl; else the only one that is no proxy; else the first that is called a controller. */
function controllerIn(pod: KubeObject): string | undefined {
  const { spec } = pod as unknown as V1Pod
  const names = (spec?.containers ?? []).map(({ name }) => name)
  const told = pod.metadata.annotations?.[DEFAULT_CONTAINER]
  if (told !== undefined && names.includes(told)) return told
  const likely = names.filter(name => !BESIDE.test(name))
  return likely.find(name => CONTROLLER.test(name)) ?? likely[0] ?? names[0]
}
