import { builtinFinalizer } from '../../api/builtin-finalizers.ts'
import type { KubeObject, OwnerReference } from '../../api/object.ts'
import { placedText } from '../../api/object-text.ts'
import { parseApiVersion, resourceName } from '../../api/resource-type.ts'
import { preferredTypes } from '../../cluster/discovery/discovery.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { alone } from '../../diagnosis/alone.ts'
import { eachTogether } from '../../diagnosis/answered.ts'
import { type Reasoned, type Search, searchController } from '../../diagnosis/controller/search.ts'
import { basisOf, tieOf } from '../../diagnosis/controller/tie.ts'
import type { Facts } from '../../diagnosis/facts.ts'
import { heldOf, type StuckObject } from '../../diagnosis/stuck-object.ts'
import { type Workload, workloadsOf } from '../../diagnosis/workloads/workloads.ts'
import { message } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import { type Advice, advised, type Reach } from '../../plan/reach.ts'
import { holdOf, isStopped } from '../../plan/rescue/hold.ts'
import type { Saved } from '../../plan/rescue/rescue.ts'
import { askUntilKnown } from '../inspect/ask-until-known.ts'
import type { RescueSearch } from './find-content.ts'

export interface Controllers {
  /** Those that the rescue stops, and those that stand still and are to go on with that until its end. */
  readonly controllers: readonly Saved[]
  /** One for each that runs and cannot be stopped here. */
  readonly refusals: readonly Refusal[]
  /**
   * Everything that runs and may be a controller of them, stopped or not: it has the right, or their account; by the
   * uid of what keeps its Pods, as `deployment/x in namespace y`.
   */
  readonly running: ReadonlyMap<string, string>
  /** Finalizers of which a controller was found in this cluster: it is one of those, or does not run. */
  readonly found: ReadonlySet<string>
  /** Something that the search for them needs could not be read: there may be others. */
  readonly isPartial: boolean
}

/** Sidecars of a storage driver serve the whole cluster, and leave alone what a volume with the policy Retain has. */
const OF_STORAGE = /^(external-(attacher|provisioner|resizer)|(snapshot|provisioner)\.storage\.kubernetes\.io)\b/

/** Who removes these finalizers, Kubernetes apart, and could destroy what depends on them. Rejects with ApiFailure. */
export async function findControllers(units: readonly Saved[], search: RescueSearch): Promise<Controllers> {
  const { catalogue, clock, reach } = search
  let isPartial = false
  const possible = new Map<string, Workload>()
  const { answer } = await askUntilKnown(search, clock.now(), facts =>
    eachTogether(finalizersOf(units), ({ held, name }) => {
      const controllers = searchController(held, name, alone(held, facts, catalogue))
      isPartial ||= controllers.unreadable.length > 0
      for (const each of [...controllers.possible, ...besides(controllers, facts)])
        possible.set(each.object.metadata.uid, each)
      const isTied = ({ workload, holder }: Reasoned): boolean => {
        const { namespace, serviceAccount: account } = workload
        const tie = tieOf({ namespace, account, holder }, held, name, facts)
        return basisOf(tie, { in: namespace, tiedIn: held.ref.namespace }) !== undefined
      }
      return [...controllers.candidates, ...controllers.cronJobs].map(each => ({
        workload: each.workload,
        finalizer: name,
        isTied: isTied(each),
      }))
    }).flat(),
  )
  const workloads = new Map(answer.map(({ workload }) => [workload.object.metadata.uid, workload]))
  const tied = new Set(answer.flatMap(({ workload, isTied }) => (isTied ? [workload.object.metadata.uid] : [])))
  const controllers = new Map<string, Saved>()
  const refusals: Refusal[] = []
  for (const workload of workloads.values()) {
    const chain = await chainOf(workload, search)
    const held = heldIn(chain)
    const isIdle = standsStill(workload)
    if (isIdle || (held.length > 0 && tied.has(workload.object.metadata.uid))) {
      const idle = isIdle ? chain.all.filter(({ object }) => object.kind !== 'Pod' && isStopped(object)) : []
      for (const each of [...held, ...idle]) controllers.set(each.object.metadata.uid, each)
    } else refusals.push(unstoppable(workload, chain.all, reach, held.length > 0))
  }
  const found = new Set(answer.map(({ finalizer }) => finalizer))
  const running = [...possible.values()].filter(workload => !standsStill(workload)).map(ownerEntry)
  return { controllers: jobsFirst([...controllers.values()]), refusals, running: new Map(running), found, isPartial }
}

/** A Pod may be another one each time: whatever owns it is not. */
function ownerEntry(workload: Workload): readonly [uid: string, text: string] {
  const { object, kind } = workload
  const owner = kind === 'Pod' ? object.metadata.ownerReferences?.find(({ controller }) => controller) : undefined
  return [owner?.uid ?? object.metadata.uid, placedText(workload)]
}

/** Those of a controller of its own. */
function finalizersOf(units: readonly Saved[]): readonly { readonly held: StuckObject; readonly name: string }[] {
  return units.flatMap(({ type, object }) =>
    (object.metadata.finalizers ?? [])
      .filter(name => builtinFinalizer(name, resourceName(type)) === undefined && !OF_STORAGE.test(name))
      .map(name => ({ held: heldOf(type, object.metadata), name })),
  )
}

/** What runs under the account of a candidate may take its place. */
function besides({ candidates }: Search, facts: Facts): readonly Workload[] {
  const accountOf = ({ namespace, serviceAccount }: Workload): string => `${namespace}/${serviceAccount}`
  const accounts = new Set(candidates.map(({ workload }) => accountOf(workload)))
  return workloadsOf(facts).all.filter(each => accounts.has(accountOf(each)))
}

function standsStill({ wantedReplicas, readyReplicas }: Workload): boolean {
  return wantedReplicas === 0 && readyReplicas === 0
}

interface Chain {
  /** The workload and what made it, up to what nothing made, each as it is now. */
  readonly all: readonly Saved[]
  /** A maker is of a type that the server does not tell of, and may start the workload again. */
  readonly isOpen: boolean
}

/**
 * The maker of a Pod decides what becomes of it: a plain ReplicaSet can be scaled, that of an Argo Rollout cannot. One
 * that is gone (by uid) makes nothing.
 */
async function chainOf({ object }: Workload, { discovery, transport, signal }: FactSource): Promise<Chain> {
  const all: Saved[] = []
  let next: Named | undefined = { ...object, ...object.metadata }
  while (next !== undefined) {
    const { group } = parseApiVersion(next.apiVersion)
    const { kind, uid, name }: Named = next
    const type = preferredTypes(discovery.types).find(each => each.group === group && each.kind === kind)
    if (type === undefined) return { all, isOpen: true }
    const place = type.namespaced ? object.metadata.namespace : undefined
    const now = await readWhole(transport, type, { name, namespace: place }, signal)
    if (now?.metadata.uid !== uid || all.some(each => each.object.metadata.uid === uid)) break
    all.push({ type, object: now! })
    next = now!.metadata.ownerReferences?.find(reference => reference.controller || reference.kind === OF_OLM)
  }
  return { all, isOpen: false }
}

type Named = Pick<OwnerReference, 'apiVersion' | 'kind' | 'name' | 'uid'>

/** OLM names the ClusterServiceVersion as owner, and not as controller. */
const OF_OLM = 'ClusterServiceVersion'

/** What of a chain is stopped so that nothing of it runs; none where a rescue cannot stop and start its top. */
function heldIn({ all, isOpen }: Chain): readonly Saved[] {
  const top = all.at(-1)
  if (isOpen || top === undefined || holdOf(top.object.kind) === undefined) return []
  // A CronJob that is suspended leaves the Jobs that it has started alone.
  return all.filter(each => each === top || each.object.kind === 'Job')
}

/** A CronJob stands still when its Jobs do. */
function jobsFirst(controllers: readonly Saved[]): readonly Saved[] {
  const rank = ({ object }: Saved): number => (object.kind === 'CronJob' ? 1 : 0)
  return controllers.toSorted((a, b) => rank(a) - rank(b))
}

/** `isUntied`: it could be stopped, and has no more than the name of a controller, which may be a stranger's. */
function unstoppable(workload: Workload, chain: readonly Saved[], reach: Reach, isUntied: boolean): Refusal {
  const why = message('CannotBeStopped', { workload: placedText(workload), isUntied })
  const makers = chain.slice(1).map(({ object }) => object)
  return { guard: 'ControllerAlive', why, instead: [byHand(workload.object, makers, reach)] }
}

/**
 * How to stop by hand a workload that a rescue does not stop, so that it deletes nothing before the rescue is run
 * again; `makers` are what made it, the nearest first.
 */
function byHand(workload: KubeObject, makers: readonly KubeObject[], reach: Reach): Advice {
  const { kind, metadata } = workload
  const { name, namespace = '' } = metadata
  const top = makers.at(-1) ?? workload
  const [reference] = metadata.ownerReferences?.filter(({ controller }) => controller) ?? []
  if (top.kind === 'ClusterServiceVersion') {
    const what = message('ScaledByOlm', { deployment: name })
    return advised(what, reach, 'kubectl', 'edit', 'csv', top.metadata.name, '-n', namespace)
  }
  if (top.kind === 'DaemonSet') {
    const template = { spec: { nodeSelector: { 'kubectl-finalize/stopped': 'true' } } }
    const fields = JSON.stringify({ spec: { template } })
    const patch = ['kubectl', 'patch', 'daemonset', top.metadata.name, '-n', namespace, '--type', 'merge', '-p', fields]
    return advised(message('RunsOnEveryNode'), reach, ...patch)
  }
  if (kind === 'Pod' && (top.kind === 'Node' || reference?.kind === 'Node')) {
    const node = reference?.name ?? top.metadata.name
    return { what: message('StaticPod', { node }), commands: [] }
  }
  if (kind === 'Pod' && reference === undefined)
    return advised(message('SaveManifestAndDelete'), reach, 'kubectl', 'delete', 'pod', name, '-n', namespace)
  const maker = top === workload ? reference : { kind: top.kind, name: top.metadata.name }
  const args = maker === undefined ? {} : { maker: `${maker.kind.toLowerCase()}/${maker.name}` }
  return { what: message('StopAtMaker', args), commands: [] }
}
