import { builtinFinalizer } from '../../api/builtin-finalizers.ts'
import type { KubeObject, OwnerReference } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { preferredTypes } from '../../cluster/discovery/discovery.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { alone } from '../../diagnosis/alone.ts'
import { searchController } from '../../diagnosis/controller/search.ts'
import type { Workload } from '../../diagnosis/controller/workloads.ts'
import { heldOf } from '../../diagnosis/object-of.ts'
import { replicasOf } from '../../execute/rescue/controllers.ts'
import type { Refusal } from '../../plan/guard.ts'
import { type Advice, advised, type Reach } from '../../plan/reach.ts'
import type { Saved, Unit } from '../../plan/rescue/rescue.ts'
import { askUntilKnown } from '../inspect/ask-until-known.ts'

export interface Controllers {
  /** Those that run, and can be scaled to zero. */
  readonly scalable: readonly Saved[]
  /** One for each that runs and cannot. */
  readonly refusals: readonly Refusal[]
  /** Finalizers of which a controller was found in this cluster: it is one of those, or does not run. */
  readonly found: ReadonlySet<string>
}

/** Sidecars of a storage driver serve the whole cluster, and leave alone what a volume with the policy Retain has. */
const OF_STORAGE = /^(external-(attacher|provisioner|resizer)|(snapshot|provisioner)\.storage\.kubernetes\.io)\b/

/** Who removes the finalizers of these objects, Kubernetes itself apart, and could destroy what hangs on them. Rejects with ApiFailure. */
export async function findControllers(
  units: readonly Unit[],
  source: FactSource,
  reach: Reach,
  now: Date,
): Promise<Controllers> {
  const { shippedCatalogue } = await import('../../diagnosis/catalogue/shipped.ts')
  const catalogue = shippedCatalogue()
  const { answer } = await askUntilKnown(source, now, facts =>
    units.flatMap(({ type, object }) => {
      const held = heldOf(type, object.metadata)
      return (object.metadata.finalizers ?? [])
        .filter(name => builtinFinalizer(name, resourceName(type)) === undefined && !OF_STORAGE.test(name))
        .flatMap(name => {
          const { candidates = [] } = searchController(held, name, alone(held, facts, catalogue)) ?? {}
          return candidates.map(({ workload }) => ({ workload, finalizer: name }))
        })
    }),
  )
  const workloads = new Map(answer.map(({ workload }) => [workload.object.metadata.uid, workload]))
  const running = [...workloads.values()].filter(each => each.wantedReplicas > 0 || each.readyReplicas > 0)
  const scalable: Saved[] = []
  const refusals: Refusal[] = []
  for (const workload of running) {
    const found = isScalable(workload) ? await whole(workload, source) : undefined
    if (found === undefined) refusals.push(unstoppable(workload, reach))
    else if (replicasOf(found.object) > 0) scalable.push(found)
  }
  return { scalable, refusals, found: new Set(answer.map(({ finalizer }) => finalizer)) }
}

/** One that is made by something else would be scaled up again by that. */
function isScalable({ kind, object }: Workload): boolean {
  return (kind === 'Deployment' || kind === 'StatefulSet') && makerOf(object) === undefined
}

/** OLM names the ClusterServiceVersion as owner, and not as controller. */
function makerOf({ metadata: { ownerReferences = [] } }: KubeObject): OwnerReference | undefined {
  return ownerReferences.find(({ controller, kind }) => controller || kind === OF_OLM)
}

const OF_OLM = 'ClusterServiceVersion'

async function whole(workload: Workload, { discovery, transport, signal }: FactSource): Promise<Saved | undefined> {
  const { kind, object } = workload
  const type = preferredTypes(discovery.types).find(each => each.group === 'apps' && each.kind === kind)
  const now = type && (await readWhole(transport, type, object.metadata, signal))
  return now === undefined ? undefined : { type: type!, object: now }
}

function unstoppable(workload: Workload, reach: Reach): Refusal {
  const { kind, namespace, name } = workload
  const why = `${kind.toLowerCase()}/${name} in namespace ${namespace} works on it and cannot be scaled to zero here`
  return { guard: 'ControllerAlive', why, instead: [byHand(workload, reach)] }
}

/** How a workload is stopped, so that it deletes nothing during the rescue, and then this is run again. */
function byHand({ kind, namespace, name, object }: Workload, reach: Reach): Advice {
  const maker = makerOf(object)
  const patch = (of: string, called: string, fields: object): readonly string[] => {
    const merge = ['--type', 'merge', '-p', JSON.stringify(fields)]
    return ['kubectl', 'patch', of, called, '-n', namespace, ...merge]
  }
  if (maker?.kind === OF_OLM) {
    const what = `OLM scales it up again: set spec.replicas of deployment ${name} to 0 in its ClusterServiceVersion, and back afterwards`
    return advised(what, reach, 'kubectl', 'edit', 'csv', maker.name, '-n', namespace)
  }
  if (kind === 'DaemonSet' && maker === undefined) {
    const template = { spec: { nodeSelector: { 'kubectl-finalize/stopped': 'true' } } }
    const what = 'stop it by a node selector that no node has, and remove that afterwards'
    return advised(what, reach, ...patch('daemonset', name, { spec: { template } }))
  }
  if (maker === undefined && kind === 'Pod')
    return advised('keep its manifest, and delete it', reach, 'kubectl', 'delete', 'pod', name, '-n', namespace)
  if (maker?.kind === 'Job')
    return advised('suspend its Job', reach, ...patch('job', maker.name, { spec: { suspend: true } }))
  if (maker?.kind === 'ReplicaSet' || maker?.kind === 'ReplicationController') {
    const owner = `${maker.kind.toLowerCase()}/${maker.name}`
    return advised(`scale ${owner} to zero`, reach, 'kubectl', 'scale', owner, '-n', namespace, '--replicas', '0')
  }
  const what = maker === undefined ? 'stop it' : `stop it at ${maker.kind.toLowerCase()}/${maker.name}, which makes it`
  return { what: `${what}, so that it deletes nothing during the rescue`, commands: [] }
}
