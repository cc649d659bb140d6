import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import { ApiFailure } from '../../api/failure.ts'
import { specFinalizersOf } from '../../api/namespace-type.ts'
import type { KubeObject } from '../../api/object.ts'
import { readNamespaceContent } from '../../cluster/namespace-content.ts'
import { probeFinalize } from '../../execute/probe-removal.ts'
import { holdsNow } from '../../execute/proof.ts'
import { retryOnConflict, type Unanswerable } from '../../execute/retry-on-conflict.ts'
import { message } from '../../messages/sentence.ts'
import type { RefusedProbe } from '../../plan/guard.ts'
import { judgeEnd, type NamespaceEnd } from '../../plan/namespace-end.ts'
import type { Step } from '../../plan/outcome.ts'
import { changesIn, type Plan, removalTasks, unsent, type Waves } from '../../plan/plan.ts'
import { advised } from '../../plan/reach.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import type { Removal } from '../../plan/removal.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import { perform } from '../write/perform.ts'
import { permissionOf } from '../write/write-run.ts'
import type { Inspection } from './inspection.ts'
import { planOwn } from './plan-own.ts'
import type { NamespaceRequest } from './request.ts'

/**
 * The last rung: the Namespace's own finalizers, then `kubernetes` by /finalize; judged by fresh lists of every type
 * and server dry runs, shown, agreed to, and proven.
 */
export async function forceEnd(
  namespace: DiagnosedObject,
  inspection: Inspection,
  request: NamespaceRequest,
): Promise<readonly Step[]> {
  const { name } = request
  const planned = await planEnd(namespace, inspection, request)
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
async function planEnd(
  namespace: DiagnosedObject,
  { causes }: Inspection,
  request: NamespaceRequest,
): Promise<PlannedEnd | Step> {
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
    if (removal !== undefined && !('judged' in removal)) {
      return step({
        result: removal.result,
        message: message('OwnFinalizersUnplanned', { why: removal.message ?? '' }),
      })
    }
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
