import { builtinFinalizer } from '../../api/builtin-finalizers.ts'
import { resourceName } from '../../api/resource-type.ts'
import type { Refusal } from '../../change/guard.ts'
import { replicasOf } from '../../change/rescue/controllers.ts'
import type { Saved, Unit } from '../../change/rescue/rescue.ts'
import { preferredTypes } from '../../cluster/discovery/discovery.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { alone } from '../../diagnosis/alone.ts'
import { searchController } from '../../diagnosis/controller/search.ts'
import type { Workload } from '../../diagnosis/controller/workloads.ts'
import { heldOf } from '../../diagnosis/object-of.ts'
import { askUntilKnown } from '../ask-until-known.ts'

export interface Controllers {
  /** Those that run, and can be scaled to zero. */
  readonly scalable: readonly Saved[]
  /** One for each that runs and cannot. */
  readonly refusals: readonly Refusal[]
}

/** Sidecars of a storage driver serve the whole cluster, and leave alone what a volume with the policy Retain has. */
const OF_STORAGE = /^(external-(attacher|provisioner|resizer)|(snapshot|provisioner)\.storage\.kubernetes\.io)\b/

/** Who removes the finalizers of these objects, Kubernetes itself apart, and could destroy what hangs on them. Rejects with ApiFailure. */
export async function findControllers(units: readonly Unit[], source: FactSource, now: Date): Promise<Controllers> {
  const { shippedCatalogue } = await import('../../diagnosis/catalogue/shipped.ts')
  const catalogue = shippedCatalogue()
  const { answer } = await askUntilKnown(source, now, facts =>
    units.flatMap(({ type, object }) => {
      const held = heldOf(type, object.metadata)
      return (object.metadata.finalizers ?? [])
        .filter(name => builtinFinalizer(name, resourceName(type)) === undefined && !OF_STORAGE.test(name))
        .flatMap(name => searchController(held, name, alone(held, facts, catalogue))?.candidates ?? [])
    }),
  )
  const workloads = new Map(answer.map(({ workload }) => [workload.object.metadata.uid, workload]))
  const running = [...workloads.values()].filter(each => each.wantedReplicas > 0 || each.readyReplicas > 0)
  const scalable: Saved[] = []
  const refusals: Refusal[] = []
  for (const workload of running) {
    const found = isScalable(workload) ? await whole(workload, source) : undefined
    if (found === undefined) refusals.push(unstoppable(workload))
    else if (replicasOf(found.object) > 0) scalable.push(found)
  }
  return { scalable, refusals }
}

function isScalable({ kind }: Workload): boolean {
  return kind === 'Deployment' || kind === 'StatefulSet'
}

async function whole(workload: Workload, { discovery, transport, signal }: FactSource): Promise<Saved | undefined> {
  const { kind, object } = workload
  const type = preferredTypes(discovery.types).find(each => each.group === 'apps' && each.kind === kind)
  const now = type && (await readWhole(transport, type, object.metadata, signal))
  return now === undefined ? undefined : { type: type!, object: now }
}

function unstoppable({ kind, namespace, name }: Workload): Refusal {
  const why = `${kind.toLowerCase()}/${name} in namespace ${namespace} works on it and cannot be scaled to zero`
  return { guard: 'ControllerAlive', why, instead: 'stop it first, so that it deletes nothing during the rescue' }
}
