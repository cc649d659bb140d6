import { FOREGROUND, NAMESPACE } from '../../api/builtin-finalizers.ts'
import { ApiFailure } from '../../api/failure.ts'
import { specFinalizersOf } from '../../api/namespace-type.ts'
import type { KubeObject } from '../../api/object.ts'
import { readNamespaceContent } from '../../cluster/namespace-content.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import { probeFinalize } from '../../execute/probe-removal.ts'
import { holdsNow } from '../../execute/proof.ts'
import { retryOnConflict, type Unanswerable } from '../../execute/retry-on-conflict.ts'
import { message } from '../../messages/sentence.ts'
import type { RefusedProbe } from '../../plan/guard.ts'
import { mendableOf } from '../../plan/guards/repair-first.ts'
import { judgeEnd, type NamespaceEnd } from '../../plan/namespace-end.ts'
import { type Step, stepOf } from '../../plan/outcome.ts'
import { changesIn, type Plan, removalTasks, unsent, type Waves } from '../../plan/plan.ts'
import { advised } from '../../plan/reach.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import type { Removal } from '../../plan/removal.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import { perform } from '../write/perform.ts'
import { planRemoval } from '../write/plan-removal.ts'
import { permissionOf } from '../write/write-run.ts'
import { type NamespaceRequest, removableFrom, type TerminatingInspection } from './inspection.ts'

/**
 * The last rung: the Namespace's own finalizers, then `kubernetes` by /finalize; judged by fresh lists of every type
 * and server dry runs, shown, agreed to, and proven.
 */
export async function forceEnd(inspection: TerminatingInspection, request: NamespaceRequest): Promise<readonly Step[]> {
  const { name } = request
  const planned = await planEnd(inspection, request)
  if (!('end' in planned)) return [planned]
  const { end, removal } = planned
  const last: Waves = [[{ action: 'FinalizeNamespace', end }]]
  if (end.refusals.length > 0) return unsent(changesIn(last), refusedBy(end.refusals))
  const own = removal === undefined ? [] : removalTasks([removal])
  const plan: Plan = {
    tasks: [...own, ...last],
    sections: [
      ...(removal === undefined ? [] : [{ part: 'removals', removals: [removal] } as const]),
      { part: 'namespaceEnd', end },
    ],
    foreseen: [
      ...unsent(changesIn(own), { result: 'planned', message: message('BeforeFinalized') }),
      ...unsent(changesIn(last), { result: 'planned' }),
    ],
    consent: { to: message('FinalizeByForce', { namespace: name }), word: name },
    backups: removal === undefined ? 1 : 2,
  }
  return (await perform(plan, request)).steps
}

/** The last rung, as the guards judge it. */
interface PlannedEnd {
  readonly end: NamespaceEnd
  /** Of the Namespace's own finalizers but `kubernetes`, before that; undefined: it has none. */
  readonly removal: Removal | undefined
}

/** Plans the end by /finalize; a Step instead when there is nothing to finalize, or when that cannot be found out. */
async function planEnd(inspection: TerminatingInspection, request: NamespaceRequest): Promise<PlannedEnd | Step> {
  const { namespace, causes } = inspection
  const { ref, type } = namespace.held
  const { transport, name, ports } = request
  const { signal } = ports
  const reach = ports.aim
  const step = (rest: Unanswerable): Step => ({ ref, action: 'FinalizeNamespace', ...rest })
  const ask = async (object: KubeObject): Promise<PlannedEnd | Step> => {
    if (!specFinalizersOf(object).includes(NAMESPACE)) {
      const own = [...(object.metadata.finalizers ?? []), ...specFinalizersOf(object)]
      const nothing = message('NothingToForce', { finalizer: NAMESPACE, holds: holdsNow(object) })
      const remove = advised(message('ToRemoveThat'), reach, 'kubectl', 'finalize', 'remove', `namespaces/${name}`)
      return step({ result: 'skipped', message: nothing, advice: own.length > 0 ? [remove] : undefined })
    }
    // Before the lists, which take their time: its controller writes its status at any moment.
    const probe = await probeFinalize(transport, object)
    const content = await readNamespaceContent(transport, name, signal)
    const removal = await planOwn(namespace, object, request)
    if (removal !== undefined && !('judged' in removal)) return removal
    const own = removal?.judged ?? []
    return {
      end: judgeEnd({ ref, object, content, causes, own, probe, reach }, permissionOf(request)),
      removal,
    }
  }
  try {
    const planned = await retryOnConflict({ transport, type, ref, signal }, ask, refusedIn)
    return 'end' in planned || 'ref' in planned ? planned : step(planned)
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return step(
      signal.aborted
        ? { result: 'skipped', message: message('InterruptedUnsent') }
        : { result: 'failed', message: error.message },
    )
  }
}

function refusedIn(planned: PlannedEnd | Step): RefusedProbe | undefined {
  return 'end' in planned && planned.end.probe?.accepted === false ? planned.end.probe : undefined
}

/**
 * The first rung: while something that can be repaired stops the namespace controller, nothing else is begun; undefined
 * when nothing does, or when --override passes it. The refusal names all that would refuse the last rung too.
 */
export async function refusedUntilRepaired(
  inspection: TerminatingInspection,
  request: NamespaceRequest,
): Promise<Step | undefined> {
  const { namespace, stuck } = inspection
  const { ref, type } = namespace.held
  const causes = stoppersOf(inspection)
  if (causes.length === 0 || request.options.overrides.has('RepairFirst')) return undefined
  const step: Pick<Step, 'ref' | 'action'> = { ref, action: 'FinalizeNamespace' }
  const { transport, name, ports } = request
  const object = await readWhole(transport, type, ref, ports.signal)
  if (object?.metadata.uid !== ref.uid) return { ...step, result: 'gone', message: message('DeletedMeanwhile') }
  const content = await readNamespaceContent(transport, name, ports.signal)
  // The next rung would deal with these.
  const removable = new Set(
    stuck.filter(each => removableFrom(each, request).length > 0).map(each => each.held.ref.uid),
  )
  const left = { ...content, objects: content.objects.filter(each => !removable.has(each.ref.uid)) }
  const planned = await planOwn(namespace, object, request, { untried: true })
  if (planned !== undefined && !('judged' in planned)) return planned
  const own = planned?.judged ?? []
  const { refusals } = judgeEnd(
    { ref, object, content: left, causes, own, probe: undefined, reach: ports.aim },
    permissionOf(request),
  )
  const stranded = left.objects.length === 0 ? undefined : left.objects.map(each => each.ref)
  return stepOf({ ...step, stranded }, { ...refusedBy(refusals), guard: 'RepairFirst' })
}

/** What stops the namespace controller, and can be repaired. */
export function stoppersOf({ namespace, causes }: TerminatingInspection): readonly Cause[] {
  const ids = new Set(namespace.causes.map(({ cause }) => cause.id))
  return mendableOf(causes).filter(({ id, code }) => ids.has(id) || code === 'ControllerManagerDown')
}

/**
 * The removal, as by `remove`, of a Namespace's metadata.finalizers and of the other names in its spec before the end
 * of `kubernetes`; undefined: none but foregroundDeletion, which no second DELETE removes while `kubernetes` is there
 * too (kubernetes-deletion.md 2.1). `untried` leaves out the server's dry run. Answers a Step when the Namespace is
 * gone or could not be read.
 */
async function planOwn(
  namespace: DiagnosedObject,
  object: KubeObject,
  request: NamespaceRequest,
  { untried = false }: { readonly untried?: boolean } = {},
): Promise<Removal | Step | undefined> {
  const inSpec = specFinalizersOf(object).filter(name => name !== NAMESPACE)
  const named = [...(object.metadata.finalizers ?? []).filter(name => name !== FOREGROUND), ...inSpec]
  if (named.length === 0) return undefined
  const reach = request.ports.aim
  const finalizers = { ...namespace, named, catalogue: await request.ports.catalogue(), untried, reach }
  const { transport, ports } = request
  const planned = await planRemoval(finalizers, { transport, permission: permissionOf(request), signal: ports.signal })
  if ('judged' in planned) return planned
  const { result, message: why = '' } = planned
  return { ref: planned.ref, action: 'FinalizeNamespace', result, message: message('OwnFinalizersUnplanned', { why }) }
}
