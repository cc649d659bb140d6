import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import { isFinished, type Step } from '../../change/outcome.ts'
import { waitUntilGone } from '../../change/wait-until-gone.ts'
import { formatNamespaceCauses } from '../../render/namespace-plan.ts'
import { formatUnreadable } from '../../render/unreadable.ts'
import { planOutput } from '../write/plan-output.ts'
import { endsBy } from './ends-by.ts'
import type { Ended, Errand } from './errand.ts'
import { expectsEnd } from './expects-end.ts'
import { forceEnd } from './force-end.ts'
import { handOver } from './hand-over.ts'
import { refusedUntilRepaired } from './repair-first.ts'
import { lookAt, type Sight } from './sight.ts'

/**
 * The ladder, each rung before the next, and each shown before consent: repair what stops the namespace controller; remove
 * what nobody else will, by the code of `remove`; wait for the namespace controller; then, and only then, /finalize.
 */
export async function endNamespace(errand: Errand): Promise<Ended> {
  const { options, context, transport } = errand
  const sight = await lookAt(errand)
  if (sight.interrupted) return { steps: [], interrupted: true }
  if (sight.namespace === undefined)
    return { steps: [gone(errand, 'it went while it was looked at')], interrupted: false }
  show(sight, errand)
  const repair = await refusedUntilRepaired(sight.namespace, sight, errand)
  if (repair !== undefined) return { steps: [repair], interrupted: context.signal.aborted }

  const removed = await handOver(sight.namespace, sight, errand)
  const { steps } = removed
  if (removed.interrupted || removed.ends) return { steps, interrupted: removed.interrupted }
  const by = endsBy(sight.namespace)
  const expected = expectsEnd(sight.namespace, sight, steps)
  if (options.dryRun === 'none' && expected) {
    if (options.waitSeconds > 0) context.terminal.stderr.write(`${by.waiting}, ${options.waitSeconds} s at most\n`)
    const now = await waitUntilGone(sight.namespace.held.ref, NAMESPACE_TYPE, { ...options, ...context, transport })
    if (now === undefined) return { steps: [...steps, gone(errand, by.went, sight)], interrupted: false }
    if (context.signal.aborted) return { steps, interrupted: true }
    // Not to wait was the wish of whoever called: what was to be done is done, and the rest comes by itself.
    if (options.waitSeconds === 0 && steps.length > 0 && steps.every(isFinished)) return { steps, interrupted: false }
  }
  // What was seen first is true no more once something was removed or waited for.
  const latest = expected || steps.length > 0 ? await lookAt(errand) : sight
  if (latest.interrupted) return { steps, interrupted: true }
  if (latest.namespace === undefined) {
    return { steps: [...steps, gone(errand, by.went, sight)], interrupted: false }
  }
  const forced = await forceEnd(latest.namespace, latest, errand)
  return { steps: [...steps, ...forced.steps], interrupted: forced.interrupted }
}

function show({ namespace, causes, unreadable }: Sight, { options, context: { terminal } }: Errand): void {
  planOutput(options, terminal).write(`${formatNamespaceCauses(namespace!.explained, causes)}\n`)
  for (const line of formatUnreadable(unreadable)) terminal.stderr.write(`${line}\n`)
}

function gone({ name }: Errand, message: string, sight?: Sight): Step {
  const ref = sight?.namespace?.held.ref ?? {
    apiVersion: 'v1',
    kind: 'Namespace',
    resource: 'namespaces',
    name,
    uid: '',
  }
  return { ref, action: 'FinalizeNamespace', result: 'gone', message }
}
