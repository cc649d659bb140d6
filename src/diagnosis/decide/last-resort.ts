import { message } from '../../messages/sentence.ts'
import { type Case, removal } from '../dossier/dossier.ts'
import type { Remedy, Verdict } from '../explanation.ts'
import { cluesOfCase, heldOnPurpose, workStateOf } from '../obstacles/work-state.ts'
import { isAtWork, policies } from '../policy.ts'
import { type Blocker, type CauseDraft, withCause } from '../stuck-object.ts'

/**
 * An answer whose removal names the guards of `remove` that it has to pass. Where nothing is certain, the removal comes
 * after all that looks, but not where a moment of waiting decides.
 */
export function withLastResort(holding: Blocker, found: Case): Blocker {
  const { cause, verdict } = holding
  if (cause === undefined || verdict === 'progressing') return holding
  // What a removal costs where something is used, or its node is there, does not hold where nothing is.
  const state = cause.code === 'CleanupInProgress' ? workStateOf(found) : undefined
  const clues = state === 'clued' || state === 'offNode' ? cluesOfCase(found) : []
  const summary = clues.find(({ removal }) => removal)?.removal
  const remedies: CauseDraft['remedies'] = (blocks, direct) => {
    const own = cause.remedies(blocks, direct)
    const isOpen = verdict === 'unknown' && !own.some(isRemoval) && !own.every(({ kind }) => kind === 'wait')
    const all = isOpen ? [...own, { ...removal(found, direct), ...(summary && { summary }) }] : own
    const guards = guardsOf(cause, verdict, all)
    const isHeld = heldOnPurpose(found.reports.waits) !== undefined
    return all.map(each => (isRemoval(each) ? passing(each, guards, isHeld) : each))
  }
  return withCause(holding, { remedies })
}

function isRemoval({ kind }: Remedy): boolean {
  return kind === 'remove'
}

/** The guards that refuse the removal by this cause: see plan/guards. */
function guardsOf(cause: CauseDraft, verdict: Verdict, remedies: readonly Remedy[]): readonly string[] {
  const { code, incomplete = false, undecided = false } = cause
  const isHope = ({ kind }: Remedy) =>
    kind === 'repair' || kind === 'wait' || (verdict === 'unknown' && kind === 'inspect')
  const isRepairable = remedies.some(isHope)
  return [
    ...(isAtWork({ code, verdict }) ? ['ControllerAlive'] : []),
    ...(code === 'ControllerUnknown' && (!incomplete || undecided) ? ['ControllerUnknown'] : []),
    ...(incomplete ? ['IncompleteRead'] : []),
    ...(policies[code].repairFirst === 'always' && isRepairable ? ['RepairFirst'] : []),
  ]
}

/** `isHeld`: on purpose, so that somebody does not want what a removal does. */
function passing(remedy: Remedy, guards: readonly string[], isHeld: boolean): Remedy {
  const flag = guards.length === 0 ? '' : ` --override ${guards.join()}`
  const summary = isHeld ? message('RemoveThoughHeld', { next: remedy.summary }) : remedy.summary
  return { ...remedy, summary, commands: remedy.commands.map(command => `${command}${flag}`) }
}
