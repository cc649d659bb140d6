import { message } from '../../messages/sentence.ts'
import { quoteOf, readConditions } from '../../statements/condition.ts'
import { statusTexts } from '../../statements/status-texts.ts'
import { conditions } from '../../statements/words/conditions.ts'
import { english } from '../../statements/words/english.ts'
import { isUnseen } from '../controller/since-deletion.ts'
import type { Case } from '../dossier/dossier.ts'
import { toInspect } from '../explanation.ts'
import { describeCommand } from '../shell-quote.ts'
import { logCommand } from '../workloads/log-places.ts'
import type { Workload } from '../workloads/workloads.ts'
import type { Clue } from './clue.ts'

/**
 * That by its status the controller is at work on the object, and has not seen the deletion: the deletion has a
 * generation of its own. Many come to an object again only when that work ends (fluxcd/flux2#4507).
 */
export function begunBefore({ held, reports: { whole }, context }: Case, workload: Workload): Clue | undefined {
  if (whole === undefined || context.together !== undefined || !isUnseen(whole)) return undefined
  const condition = readConditions(whole).find(
    ({ type, status }) => status === 'True' && conditions.has('at work', type),
  )
  if (condition === undefined) return undefined
  const told = quoteOf(condition)
  const outputs = statusTexts(whole).filter(({ source }) => source.endsWith('.stdout'))
  const output = outputs.find(({ fact }) => english.has('awaits', fact))
  return {
    key: `begun/${held.ref.uid}`,
    why: message('BegunBefore', { told: told.fact }),
    evidence: output === undefined ? [told] : [told, { ...output, fact: output.fact.trim().slice(-300) }],
    remedy: toInspect(message('SeeWhatWasBegun'), [describeCommand(held.ref), logCommand(workload, context.facts)]),
  }
}
