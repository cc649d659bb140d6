import type { Step } from '../../change/outcome.ts'
import type { PlannedRestoration } from '../../change/plan-restoration.ts'
import { restoreObject } from '../../change/restore-object.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { placedText } from '../../render/object-text.ts'
import { formatRestorePlan } from '../../render/restore-plan.ts'
import type { CommandContext } from '../command.ts'
import { askConsent, consentWord, withoutConsent } from '../write/consent.ts'
import { planOutput, showPlace } from '../write/plan-output.ts'
import { toolsWithoutBackups } from '../write/tools-for.ts'
import type { WriteOptions } from '../write/write-flags.ts'

interface Options extends Pick<WriteOptions, 'yes' | 'dryRun' | 'format'> {
  /** The backup was read from where answers would come from: nobody can be asked. */
  readonly fromStdin: boolean
}

/** Shows what will be created, asks for consent, and creates it; in a dry run shows it, and asks the server. */
export async function offerRestoration(
  plan: PlannedRestoration,
  { yes, dryRun, format, fromStdin }: Options,
  transport: Transport,
  context: CommandContext,
): Promise<{ readonly step: Step; readonly interrupted: boolean }> {
  const { terminal } = context
  const { ref, object, dropped } = plan
  const output = planOutput({ dryRun, format }, context)
  showPlace({ dryRun, format }, context)
  output.write(formatRestorePlan(ref, object, dropped, output.columns))
  const answer = (result: Step['result'], message?: string, interrupted = false) => {
    const step: Step = { ref, action: 'Create', result, ...(message !== undefined && { message }) }
    return { step, interrupted }
  }
  if (dryRun === 'client') return answer('planned')
  if (dryRun === 'none') {
    const word = consentWord([ref.name])
    const asking = fromStdin ? { ...context, terminal: { ...terminal, prompt: undefined } } : context
    const consent = await askConsent(`Create ${placedText(ref)}`, word, yes, asking)
    if (consent === 'interrupted') return answer('skipped', 'interrupted before it was changed', true)
    if (consent !== 'given') return answer('refused', withoutConsent(consent, word))
  }
  const step = await restoreObject(plan, toolsWithoutBackups({ dryRun, waitSeconds: 0 }, transport, context))
  return { step, interrupted: context.signal.aborted }
}
