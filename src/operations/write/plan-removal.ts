import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import type { Finalizer } from '../../api/terminating.ts'
import { readNamespaceContent } from '../../cluster/namespace-content.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { Catalogue, CatalogueEntry } from '../../diagnosis/catalogue/catalogue.ts'
import { protectionOf } from '../../diagnosis/catalogue/in-use.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import { type Probes, probeKey, probeRemoval } from '../../execute/probe-removal.ts'
import { retryOnConflict, type Unanswerable } from '../../execute/retry-on-conflict.ts'
import { message } from '../../messages/sentence.ts'
import { chooseFinalizers } from '../../plan/choose-finalizers.ts'
import type { FinalizerSubject, RefusedProbe } from '../../plan/guard.ts'
import type { Step } from '../../plan/outcome.ts'
import type { Reach } from '../../plan/reach.ts'
import { judge, type Permission, type Removal, removalOf } from '../../plan/removal.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'

/** An object that was explained, and what is asked for it. */
export interface Request extends Omit<DiagnosedObject, 'knownOf'> {
  /** The whole object, where it was read a moment ago with others. */
  readonly asRead?: KubeObject | undefined
  /** What holds it only through the objects that it waits for. */
  readonly roots?: readonly Cause[]
  /** Finalizers that the user named; none: those that have lost their controller. */
  readonly named: readonly string[]
  /** They were named for a set: one that the object did not have when it was found is not missing from it. */
  readonly ofSet?: boolean
  readonly catalogue: Catalogue
  /** What was found out about a finalizer of this very object, in its place. */
  readonly knownOf?: ((finalizer: string) => CatalogueEntry | undefined) | undefined
  /** No dry run can be made now: its namespace is missing. One has to follow before anything is removed. */
  readonly untried?: boolean
  /** For commands that refusals name; its causes have theirs already. */
  readonly reach: Reach
}

/** Where it is asked, and what the user said that guards listen to. */
interface Means {
  readonly transport: Transport
  readonly permission: Permission
  readonly signal: AbortSignal
}

/**
 * What would happen to one object: reads it whole, chooses finalizers, and asks the guards, the server's dry run of the
 * exact requests among them. Answers a Step in place of a plan when the object went meanwhile, could not be read, or
 * changes faster than it can be asked about.
 */
export async function planRemoval(request: Request, by: Means): Promise<Removal | Step> {
  const { asRead, held } = request
  const { ref, type } = held
  const step = (rest: Unanswerable): Step => ({ ref, action: 'RemoveFinalizer', ...rest })
  try {
    const ask = (object: KubeObject): Promise<Tried> => plan(request, object, by)
    const planned = await retryOnConflict({ ...by, type, ref, asRead }, ask, ({ refused }) => refused)
    return 'removal' in planned ? planned.removal : step(planned)
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return error.fault.kind === 'aborted'
      ? step({ result: 'skipped', message: message('InterruptedUnchanged') })
      : step({ result: 'failed', message: error.message })
  }
}

interface Tried {
  readonly removal: Removal
  /** What the server refuses of it. */
  readonly refused: RefusedProbe | undefined
}

function refusedOf(probes: Probes): RefusedProbe | undefined {
  return [...probes.values()].find(probe => !probe.accepted)
}

async function plan(
  { held, explained, causes, roots = [], named, ofSet, catalogue, knownOf, untried = false, reach }: Request,
  object: KubeObject,
  { transport, permission, signal }: Means,
): Promise<Tried> {
  const { ref, type } = held
  const { chosen, stay, absent: missing } = chooseFinalizers(finalizersOf(object), causes, named)
  const absent = missing.filter(name => !ofSet || explained.finalizers.some(each => each.name === name))
  const probe = async (finalizers: readonly Finalizer[]): Promise<Probes> =>
    object.metadata.deletionTimestamp === undefined || untried
      ? new Map()
      : probeRemoval(transport, type, object, finalizers, signal)
  // Only what takes a name off the spec of a Namespace can strand anything.
  const isOfSpec = chosen.some(({ name, field }) => field === 'spec' && name !== NAMESPACE)
  const content = isOfSpec ? await readNamespaceContent(transport, ref.name, signal) : undefined
  const subject = ({ name, field }: Finalizer, probes: Probes): FinalizerSubject => ({
    ref,
    object,
    finalizer: name,
    field,
    owners: explained.owners,
    waitingFor: explained.waitingFor,
    known: knownOf?.(name) ?? catalogue.find(name, ref.resource),
    lossInUse: protectionOf(name, ref.resource, catalogue.rows.inUse)?.loss,
    causes: causes.filter(({ finalizer }) => finalizer === undefined || finalizer === name),
    probe: probes.get(probeKey({ name, field })),
    content,
    reach,
  })
  const first = await probe(chosen)
  const judged = chosen.map(finalizer => judge(subject(finalizer, first), permission))
  const left = stay.map(({ name }) => name)
  const removal = removalOf({ ref, type, object, explained, causes, roots, judged, stay: left, absent, reach })
  const allowed = chosen.filter((_, index) => judged[index]!.refusals.length === 0)
  if (allowed.length === 0 || allowed.length === chosen.length) return { removal, refused: refusedOf(first) }
  // The guards took some out: another patch than the one that was tried.
  const second = await probe(allowed)
  const again = chosen.map((finalizer, index) =>
    allowed.includes(finalizer) ? judge(subject(finalizer, second), permission) : judged[index]!,
  )
  return { removal: removalOf({ ...removal, judged: again }), refused: refusedOf(first) ?? refusedOf(second) }
}

function finalizersOf(object: KubeObject): readonly Finalizer[] {
  const { finalizers } = (object.kind === 'Namespace' ? object.spec : {}) as { finalizers?: readonly string[] }
  return [
    ...(object.metadata.finalizers ?? []).map(name => ({ name, field: 'metadata' as const })),
    ...(finalizers ?? []).map(name => ({ name, field: 'spec' as const })),
  ]
}
