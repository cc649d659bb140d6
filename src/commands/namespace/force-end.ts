import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import { ApiFailure } from '../../api/failure.ts'
import { specFinalizersOf } from '../../api/namespace-type.ts'
import type { KubeObject } from '../../api/object.ts'
import { askOfState, RESTLESS } from '../../change/ask-of-state.ts'
import { finalizeNamespace } from '../../change/finalize-namespace.ts'
import type { RefusedProbe } from '../../change/guard.ts'
import { readNamespaceContent } from '../../change/namespace-content.ts'
import { judgeEnd, type NamespaceEnd } from '../../change/namespace-end.ts'
import type { Step } from '../../change/outcome.ts'
import { holdsNow } from '../../change/proof.ts'
import { probeFinalize } from '../../change/put-finalize.ts'
import { refusalText } from '../../change/refused-steps.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { commandLine } from '../../diagnosis/shell-quote.ts'
import { formatNamespaceEnd } from '../../render/namespace-plan.ts'
import { createPaint } from '../../render/paint.ts'
import type { StuckObject } from '../remove/stuck-objects.ts'
import { askConsent, withoutConsent } from '../write/consent.ts'
import { planOutput } from '../write/plan-output.ts'
import { toolsFor } from '../write/tools-for.ts'
import { type Ended, type Errand, permissionOf } from './errand.ts'
import type { Sight } from './sight.ts'

/** The last rung: /finalize, judged by fresh lists of every type and the server's dry run, shown, agreed to, and proven. */
export async function forceEnd(namespace: StuckObject, sight: Sight, errand: Errand): Promise<Ended> {
  const { options, transport, context, name } = errand
  const end = await plan(namespace, sight, errand)
  const answer = (step: Step, interrupted = false): Ended => ({ steps: [step], interrupted })
  if (!('refusals' in end)) return answer(end)
  const step: Pick<Step, 'ref' | 'action' | 'finalizer'> = {
    ref: end.ref,
    action: 'FinalizeNamespace',
    finalizer: NAMESPACE,
  }
  const [first] = end.refusals
  if (first !== undefined) {
    return answer({ ...step, result: 'refused', guard: first.guard, message: refusalText(end.refusals) })
  }
  show(end, errand)
  if (options.dryRun === 'client') return answer({ ...step, result: 'planned' })
  const tools = await toolsFor(options, 1, transport, context)
  if (options.dryRun === 'none') {
    const consent = await askConsent(name, options.yes, context)
    if (consent === 'interrupted') {
      return answer({ ...step, result: 'skipped', message: 'interrupted before anything was changed' }, true)
    }
    if (consent !== 'given') return answer({ ...step, result: 'refused', message: withoutConsent(consent, name) })
  }
  return answer(await finalizeNamespace(end, tools), context.signal.aborted)
}

/** Answers a Step in place of a plan when there is nothing to finalize, or when it cannot be found out. */
async function plan(
  { held: { ref, type } }: StuckObject,
  { causes }: Sight,
  errand: Errand,
): Promise<NamespaceEnd | Step> {
  const { transport, name, context } = errand
  const step = (rest: Pick<Step, 'result' | 'guard' | 'message'>): Step => ({
    ref,
    action: 'FinalizeNamespace',
    ...rest,
  })
  const read = async (): Promise<KubeObject | undefined> => {
    const object = await readWhole(transport, type, ref, context.signal)
    return object?.metadata.uid === ref.uid ? object : undefined
  }
  const ask = async (object: KubeObject): Promise<NamespaceEnd | Step> => {
    if (!specFinalizersOf(object).includes(NAMESPACE)) {
      const own = object.metadata.finalizers ?? []
      const instead =
        own.length === 0
          ? ''
          : `; to take that off: ${commandLine('kubectl', 'finalize', 'remove', `namespaces/${name}`)}`
      const message = `its controller is done with it, and /finalize would change nothing: ${holdsNow(object)}${instead}`
      return step({ result: 'skipped', message })
    }
    // Before the lists, which take their time: its controller writes its status at any moment.
    const probe = await probeFinalize(transport, object)
    const content = await readNamespaceContent(transport, name, context.signal)
    return judgeEnd({ ref, object, content, causes, probe }, permissionOf(errand))
  }
  try {
    const planned = await askOfState(read, ask, refusedIn)
    if (planned === 'gone') return step({ result: 'gone', message: 'it went while it was looked at' })
    return planned === 'restless' ? step({ result: 'changed', guard: 'Changed', message: RESTLESS }) : planned
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return step({ result: 'failed', message: error.message })
  }
}

function refusedIn(planned: NamespaceEnd | Step): RefusedProbe | undefined {
  return 'refusals' in planned && planned.probe?.accepted === false ? planned.probe : undefined
}

function show(end: NamespaceEnd, { options, context: { terminal } }: Errand): void {
  const output = planOutput(options, terminal)
  const paint = createPaint(terminal.colour && output.columns !== undefined)
  output.write(formatNamespaceEnd(end, { width: output.columns, paint, mostObjects: Number.POSITIVE_INFINITY }))
  if (options.dryRun === 'none') output.write(`\nA backup of it is kept in ${options.backupDirectory} before.\n`)
}
