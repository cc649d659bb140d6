import { oncePer } from '../../api/once-per.ts'
import { areSame, factFrom, type Messages, message, type Sentence } from '../../messages/sentence.ts'
import { gistOf } from '../../statements/gist.ts'
import { english } from '../../statements/words/english.ts'
import { complaintsOf } from '../controller/object-events.ts'
import { rolloutEvidence, seeRollout, warmingUp } from '../controller/rollout.ts'
import type { Candidate } from '../controller/search.ts'
import type { Case } from '../dossier/dossier.ts'
import { isOfOwnController } from '../dossier/state.ts'
import { type Clue, type Evidence, evidenceOf, type Remedy, type Said, toInspect, toWait } from '../explanation.ts'
import { describeCommand, explainCommand } from '../shell-quote.ts'
import { noReadyPod } from '../silence/ailing.ts'
import { awaitedHook } from '../silence/awaited-hook.ts'
import { failingJob } from '../silence/owned-job.ts'
import { startedSince } from '../silence/started-since.ts'
import { formatSeconds, SKEW_SECONDS } from '../thresholds.ts'
import { logCommand } from '../workloads/log-places.ts'
import { type Workload, workloadText } from '../workloads/workloads.ts'
import { cluesOfCase, heldOnPurpose, type WorkState } from './work-state.ts'

interface Told {
  /** What keeps it apart from other causes of the same controller; '': nothing. */
  readonly apart: string
  readonly summary: Sentence
  readonly evidence: readonly Evidence[]
  readonly remedies: readonly Remedy[]
}

export interface Look {
  readonly found: Case
  readonly controller: Candidate
  /** That it is there, and why it is taken for the controller. */
  readonly who: readonly Evidence[]
  readonly untried: readonly Evidence[]
  readonly unwell: readonly Evidence[]
}

export const telling: Readonly<Record<WorkState, (look: Look) => Told>> = {
  working,
  waiting,
  early,
  untried,
  clued: silent,
  offNode: silent,
  silent,
  foreseen,
}

function working({ found, controller, who }: Look): Told {
  const { held, finalizer, reports, context } = found
  const told = [...reports.progress, ...reports.waits, ...reports.earlier]
  const said = context.together === undefined ? complaintsIn(found) : []
  const beside = said.filter(one => !told.some(each => areSame(evidenceOf(each).fact, evidenceOf(one).fact)))
  return {
    apart: beside.map(({ fact }) => `/${gistOf(fact, [held.ref.name, held.ref.uid])}`).join(''),
    summary: message('WorksOn', { workload: workloadText(controller.workload), finalizer }),
    evidence: [...who, ...[...told, ...beside].map(evidenceOf)],
    remedies: [
      toWait(beside.length === 0 ? message('NothingButWait') : message('ExplainAgain', { after: 'some minutes' })),
    ],
  }
}

/** In characters: a longer text is evidence alone, and no part of a summary. */
export const LONGEST_TOLD = 300

function waiting({ found, controller: { workload }, who, untried: gaps }: Look): Told {
  const { held, finalizer, reports, context } = found
  const hook = awaitedHook(found)
  const quiet = silence('waiting', found)
  const onPurpose = heldOnPurpose(reports.waits)
  const isTelling = ({ fact }: Said) =>
    fact.length <= LONGEST_TOLD && (onPurpose !== undefined || english.has('awaits', fact))
  const told = (onPurpose === undefined ? reports.waits : [onPurpose]).find(isTelling)?.fact
  const log = logCommand(hook?.who ?? workload, context.facts)
  const ill = failingJob(held, context) ?? (isOfOwnController(found) ? noReadyPod(found) : undefined)
  const of = { workload: workloadText(workload), finalizer, told, why: onPurpose || told ? undefined : ill?.why }
  return {
    // To wait for one object is no answer for another that waits in vain.
    apart: `/waiting/${held.ref.resource}${hook?.key ?? ''}${ill === undefined ? '' : `/${ill.key}`}`,
    summary: hook?.summary ?? message(onPurpose ? 'HeldOnPurpose' : 'WaitsForReported', of),
    evidence: [hook?.evidence ?? [], reports.waits.map(evidenceOf), ill?.evidence ?? [], gaps, who, quiet].flat(),
    remedies: [
      ...(ill === undefined ? [] : [ill.remedy]),
      toInspect(message(onPurpose ? 'ChangeWhatHolds' : 'EndWhatItWaitsFor'), [describeCommand(held.ref), log]),
      ...(hook?.remedies ?? []),
    ],
  }
}

function early({ found, controller, who, untried: gaps, unwell }: Look): Told {
  const quiet = silence({ ...(gaps.length === 0 && errorsIn(found)), isEarly: true }, found)
  return {
    apart: '/early',
    summary: message('WorkNotKnownYet', { workload: workloadText(controller.workload), finalizer: found.finalizer }),
    evidence: [...gaps, ...who, quiet, ...unwell],
    remedies: [toWait(message('ExplainAgain', { after: 'half a minute' }))],
  }
}

function untried({ found, controller, who, untried: gaps, unwell }: Look): Told {
  const { held, finalizer } = found
  return {
    apart: '/untried',
    summary: message('RemovalNotTried', { workload: workloadText(controller.workload), finalizer }),
    evidence: [...gaps, ...who, silence({ isEarly: false }, found), ...unwell],
    remedies: [toInspect(message('ExplainByName'), [explainCommand(held.ref)])],
  }
}

function silent({ found, controller: { workload }, who, unwell }: Look): Told {
  const { finalizer, context } = found
  const clues = cluesOfCase(found)
  const isNew = cameUp(workload, found)
  const since = isNew.length > 0 ? [] : [startedSince(workload, found.held, context) ?? []].flat()
  const touch = since.map(({ remedy }) => remedy)
  const named = { workload: workloadText(workload), finalizer }
  const log = logCommand(workload, context.facts)
  const isAtWork = clues.some(({ key }) => key.startsWith('begun/'))
  const isShown = clues.some(({ remedy }) => remedy.commands.includes(log))
  const more = isShown ? [] : [toInspect(message('LogHasMore'), [log])]
  return {
    apart: `/silent${clues.map(({ key }) => `/${key}`).join('')}${since.map(() => '/since').join('')}`,
    summary:
      clues[0] === undefined
        ? message('SilentForUnknownReason', named)
        : message('MayBeUnable', { ...named, why: clues[0].why }),
    evidence: [
      ...clues.flatMap(({ evidence }) => evidence),
      ...since.map(({ evidence }) => evidence),
      ...who,
      ...isNew,
      ...rolloutEvidence(workload, context),
      ...lastWork(found, isAtWork),
      ...unwell,
    ],
    remedies:
      clues.length > 0
        ? [...clues.filter(isFirstAdvice).map(({ remedy }) => remedy), ...more, ...touch]
        : isNew.length > 0
          ? [toWait(message('ExplainAgain', { after: 'some minutes' }))]
          : [toInspect(message('ReadControllerLog'), [log]), ...touch, ...seeRollout(workload)],
  }
}

function foreseen({ found: { finalizer }, controller, who }: Look): Told {
  return {
    apart: '/foreseen',
    summary: message('RemovesFinalizer', { workload: workloadText(controller.workload), finalizer }),
    evidence: who,
    remedies: [],
  }
}

const complaintsIn = oncePer(({ held, reports, context }: Case) => complaintsOf(held, reports.whole, context.facts))

/** That it is silent, unless its status or an Event tells more, or since when; first what sounds of an error. */
function lastWork(found: Case, isAtWork: boolean): readonly Evidence[] {
  const { reports, context } = found
  const told = context.together === undefined ? complaintsIn(found).map(evidenceOf) : []
  const errors = errorsIn(found)
  if (reports.worked === undefined || context.together !== undefined) {
    const isInEvents = told.some(({ source }) => source === 'events')
    return isAtWork || isInEvents ? told : [...told, silence({ ...errors, isEarly: false }, found)]
  }
  const { at, evidence } = reports.worked
  const age = (context.facts.now.getTime() - at) / 1000
  const ago = age < -SKEW_SECONDS ? undefined : formatSeconds(Math.max(0, age))
  return [...told, factFrom('events', 'NoWorkSince', { ...errors, ago }), evidence]
}

/** What is known of errors: nothing, where the events could not be read; nothing is said where there is a complaint. */
function errorsIn(found: Case): Pick<Silence, 'errors'> {
  const { unheard, unwell } = found.reports
  const isOne = unwell.length > 0 || complaintsIn(found).length > 0
  return isOne && unheard === undefined ? {} : { errors: { eventsUnread: unheard?.reason, isOne } }
}

/** That it had less time than the deletion is old: what it has not done tells nothing yet. */
function cameUp(workload: Workload, { held, context }: Case): readonly Evidence[] {
  const seconds = warmingUp(workload, context)
  if (seconds === undefined || seconds >= (held.ageSeconds ?? 0)) return []
  return [factFrom(`${workload.kind.toLowerCase()}s`, 'ReadyOnlySince', { ago: formatSeconds(seconds) })]
}

type Silence = Omit<Messages['NoSignOfWork'], 'ago'>

function silence(told: Silence | 'waiting', { held, context }: Case): Evidence {
  if (context.together !== undefined) return factFrom('events', 'NotSeenAtDeletion')
  const ago = formatSeconds(held.ageSeconds ?? 0)
  const fact = told === 'waiting' ? message('WaitsWithoutWork', { ago }) : message('NoSignOfWork', { ...told, ago })
  return { fact, source: 'events' }
}

/** An owner that is gone, and a label with its name: both are to be looked for in one log. */
function isFirstAdvice({ remedy }: Clue, at: number, all: readonly Clue[]): boolean {
  return all.findIndex(each => areSame(each.remedy.summary, remedy.summary)) === at
}
