import { withoutInSpec } from '../../api/namespace-type.ts'
import { carryOut, carryOutTask } from '../../execute/carry-out.ts'
import { message } from '../../messages/sentence.ts'
import type { NamespaceEnd } from '../../plan/namespace-end.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import { changesOf, unsent } from '../../plan/plan.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import { withoutFinalizers } from '../../plan/still-as-shown.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import { perform } from '../write/perform.ts'
import type { Inspection } from './inspection.ts'
import { planEnd } from './plan-end.ts'
import type { Ended, NamespaceRequest } from './request.ts'

/**
 * The last rung: the Namespace's own finalizers, then `kubernetes` by /finalize; judged by fresh lists of every type
 * and server dry runs, shown, agreed to, and proven.
 */
export async function forceEnd(
  namespace: DiagnosedObject,
  inspection: Inspection,
  request: NamespaceRequest,
): Promise<Ended> {
  const { options, transport, ports, name } = request
  const planned = await planEnd(namespace, inspection, request)
  if (!('end' in planned)) return { steps: [planned], interrupted: ports.signal.aborted }
  const { end, removal } = planned
  const last = changesOf({ action: 'FinalizeNamespace', end })
  if (end.refusals.length > 0) return { steps: unsent(last, refusedBy(end.refusals)), interrupted: false }
  const own = removal === undefined ? [] : changesOf({ action: 'RemoveFinalizer', removal })
  return perform(
    {
      changes: [...own, ...last],
      sections: [
        ...(removal === undefined ? [] : [{ part: 'removals', removals: [removal] } as const]),
        { part: 'namespaceEnd', end },
      ],
      foreseen: [
        ...unsent(own, { result: 'planned', message: message('BeforeFinalized') }),
        ...unsent(last, { result: 'planned' }),
      ],
      consent: { to: message('FinalizeByForce', { namespace: name }), word: name },
      backups: removal === undefined ? 1 : 2,
      async run(tools) {
        const removed = removal === undefined ? [] : await carryOut([removal], tools)
        if (!removed.every(isFinished))
          return [...removed, ...unsent(last, { result: 'skipped', message: message('OwnFinalizersFirst') })]
        const task = { action: 'FinalizeNamespace', end: tools.dryRun ? end : without(removed, end) } as const
        return [...removed, ...(await carryOutTask(task, tools))]
      },
    },
    options,
    transport,
    ports,
  )
}

/** The end as it was agreed to, of the Namespace as it is once these are off it. */
function without(removed: readonly Step[], end: NamespaceEnd): NamespaceEnd {
  const finalizers = removed.flatMap(({ finalizer }) => finalizer ?? [])
  return { ...end, object: withoutInSpec(withoutFinalizers(end.object, finalizers), finalizers) }
}
