import { gistOf } from '../../statements/gist.ts'
import { untriedEvidence } from '../admission/untried.ts'
import { isTrusted } from '../author.ts'
import { rolloutEvidence, seeRollout, warmingUp } from '../controller/rollout.ts'
import type { Candidate } from '../controller/search.ts'
import { type Case, EARLY_SECONDS, living, oncePerCase, tieOfCandidate } from '../dossier/dossier.ts'
import { isOfOwnController } from '../dossier/state.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import type { Holding } from '../held.ts'
import { bulkEvidence, bulkOf, shrink } from '../object-size.ts'
import { emptyNames } from '../references/bare-names.ts'
import { mayName } from '../references/existence.ts'
import { toInspect, toWait } from '../remedy.ts'
import { formatSeconds } from '../seconds.ts'
import { commandLine, namespaceFlag, typeAndName } from '../shell-quote.ts'
import type { Clue } from '../silence/clue.ts'
import { cluesOf } from '../silence/clues.ts'
import { logCommand } from '../workloads/log-places.ts'
import { readyEvidence, type Workload, workloadText } from '../workloads/workloads.ts'
import { namedAfterNode } from './named-after-node.ts'

/**
 * How a controller that is ready and reports no error stands to the object; `clued`: silent, where something tells what may keep it;
 * `foreseen`: it was not asked yet, and nothing tells that it would not act.
 */
export type WorkState = 'working' | 'waiting' | 'early' | 'untried' | 'clued' | 'silent' | 'foreseen'

/** undefined where nothing of it is ready. */
export const workStateOf = oncePerCase((found): WorkState | undefined => {
  const { held, reports, context } = found
  const [controller] = living(found)
  if (controller === undefined) return undefined
  const isEarly = (held.ageSeconds ?? 0) < EARLY_SECONDS
  // What is said of a work that was not asked for yet is no sign of it.
  const isForeseen = isEarly && context.together !== undefined
  if (reports.progress.length > 0 && !isForeseen) return 'working'
  if (reports.waits.length > 0) return 'waiting'
  if (isForeseen) return foreseenState(found, controller)
  if (isEarly) return 'early'
  if (untriedEvidence(held, context).length > 0) return 'untried'
  return cluesOfCase(found).length > 0 ? 'clued' : 'silent'
})

/** Before a deletion silence tells nothing; only one that nothing ties to the object may be another one's. */
function foreseenState(found: Case, controller: Candidate): WorkState {
  if (cluesOfCase(found).length > 0) return 'clued'
  if (untriedEvidence(found.held, found.context).length > 0) return 'untried'
  return isTied(found, controller) ? 'foreseen' : 'early'
}

/**
 * Whether more than its name ties it to the object. Before a deletion the answer may be `clean`: what users of a namespace could have
 * written, as a RoleBinding of it, is not enough for that.
 */
function isTied(found: Case, controller: Candidate): boolean {
  const tie = tieOfCandidate(found, controller)
  return tie !== undefined && (found.context.together === undefined || isTrusted(tie))
}

/** Of the first that is ready. */
const cluesOfCase = oncePerCase((found): readonly Clue[] => {
  const [controller] = living(found)
  return controller === undefined ? [] : cluesOf(found, controller.workload, isOfOwnController(found))
})

/** What there is to say of it in one of the states. */
interface Told {
  /** What keeps it apart from other causes of the same controller; '': nothing. */
  readonly apart: string
  readonly summary: string
  readonly evidence: readonly Evidence[]
  readonly remedies: readonly Remedy[]
}

/** What each state tells by. */
interface Look {
  readonly found: Case
  readonly controller: Candidate
  /** That it is there, and why it is taken for the controller. */
  readonly who: readonly Evidence[]
  readonly untried: readonly Evidence[]
  /** What else the object complains of. */
  readonly unwell: readonly Evidence[]
}

/**
 * CleanupInProgress: the controller is there and ready, and reports no error. `progressing` while it shows signs of work: to
 * be there is none. One that is silent, or says only what it waits for, is `unknown`, not blamed, and asked before anything
 * is removed.
 */
export function cleanupInProgress(found: Case): Holding | undefined {
  const { held, finalizer, reports } = found
  const [controller] = living(found)
  const state = workStateOf(found)
  if (controller === undefined || state === undefined) return undefined
  // Who is likelier the controller, and not ready, is told in its place.
  if ((state === 'silent' || state === 'clued') && found.search.likelier !== undefined) return undefined
  const look = lookAt(found, controller, state)
  const told = telling[state](look)
  // No report tells of a write that failed for its size; the object itself does.
  const bulk = state === 'working' || reports.whole === undefined ? undefined : bulkOf(reports.whole)
  const { namespace, kind, name } = controller.workload
  return {
    // What an Event or a manager's name says of a workload that has no more than the name is no proof of work.
    verdict: (state === 'working' || state === 'foreseen') && isTied(found, controller) ? 'progressing' : 'unknown',
    cause: {
      key: `CleanupInProgress/${namespace}/${kind}/${name}${told.apart}${gist(look, state)}${isUntriedToo(look, state) ? '/untried' : ''}${bulk === undefined ? '' : `/${held.ref.uid}`}`,
      code: 'CleanupInProgress',
      subject: held.ref,
      finalizer,
      summary: told.summary,
      evidence: [...told.evidence, ...(bulk === undefined ? [] : [bulkEvidence({ ref: held.ref, bulk })])],
      remedies: () => [...told.remedies, ...(bulk === undefined ? [] : [shrink(held.ref, bulk)])],
    },
  }
}

const telling: Readonly<Record<WorkState, (look: Look) => Told>> = {
  working,
  waiting,
  early,
  untried,
  clued: silent,
  silent,
  foreseen,
}

const MAX_UNWELL = 6

function lookAt(found: Case, controller: Candidate, state: WorkState): Look {
  const { held, reports, context } = found
  const mayBeEmpty = (state === 'silent' || state === 'clued') && mayName(held) && isOfOwnController(found)
  const ofNode = state === 'working' || state === 'waiting' ? [] : namedAfterNode(found)
  const { workload, evidence } = controller
  return {
    found,
    controller,
    who: [readyEvidence(workload), ...evidence, ...(isTied(found, controller) ? [] : [untied(found, controller)])],
    untried: untriedEvidence(held, context),
    unwell: [...ofNode, ...reports.unwell, ...(mayBeEmpty ? emptyNames(held, context) : [])].slice(0, MAX_UNWELL),
  }
}

/** What one object complains of, or waits for, is no evidence for another. */
function gist({ found: { held, reports }, unwell }: Look, state: WorkState): string {
  const tells = state === 'working' ? reports.waits : [...unwell, ...reports.waits]
  if (tells.length === 0) return ''
  return `/${gistOf(tells.map(({ fact }) => fact).join(), [held.ref.name, held.ref.uid])}`
}

function isUntriedToo({ untried: gaps }: Look, state: WorkState): boolean {
  return gaps.length > 0 && state !== 'untried' && state !== 'working'
}

function working({ found: { finalizer, reports }, controller, who }: Look): Told {
  const earlier = reports.earlier.map(({ fact, source }) => ({ fact, source }))
  return {
    apart: '',
    summary: `${workloadText(controller.workload)} is running and works on ${finalizer}.`,
    evidence: [...who, ...reports.progress, ...reports.waits, ...earlier],
    remedies: [toWait('nothing to do but wait')],
  }
}

function waiting({ found, controller: { workload }, who, untried: gaps }: Look): Told {
  const { held, finalizer, reports } = found
  return {
    // To wait for one object is no answer for another that waits in vain.
    apart: `/waiting/${held.ref.resource}`,
    summary: `${workloadText(workload)} is running, and keeps ${finalizer} while it waits for what the object reports.`,
    evidence: [
      ...reports.waits,
      ...gaps,
      ...who,
      silence('it says what it waits for, and shows no sign of work', found),
    ],
    remedies: [
      toInspect('see what it waits for, and end that; its log has more', [
        describe(found),
        logCommand(workload, found.context.facts),
      ]),
    ],
  }
}

function early({ found, controller, who, untried: gaps, unwell }: Look): Told {
  const no = gaps.length > 0 ? 'no' : `${noError(found)} and no`
  return {
    apart: '/early',
    summary: `${workloadText(controller.workload)} is running and ready; whether it works on ${found.finalizer} is not known yet.`,
    evidence: [...gaps, ...who, silence(`${no} sign of work, and it is too early to know`, found), ...unwell],
    remedies: [toWait('run explain again in half a minute')],
  }
}

function untried({ found, controller, who, untried: gaps, unwell }: Look): Told {
  const { held, finalizer } = found
  const { resource, name, namespace } = held.ref
  return {
    apart: '/untried',
    summary: `${workloadText(controller.workload)} is running and ready; whether the API server rejects the removal of ${finalizer} was not tried.`,
    evidence: [...gaps, ...who, silence('no sign of work', found), ...unwell],
    remedies: [
      toInspect('explain it by name: its removal is tried then', [
        commandLine('kubectl', 'finalize', 'explain', ...typeAndName(resource, name), ...namespaceFlag(namespace)),
      ]),
    ],
  }
}

function silent({ found, controller: { workload }, who, unwell }: Look): Told {
  const { finalizer, context } = found
  const clues = cluesOfCase(found)
  const isNew = cameUp(workload, found)
  const name = workloadText(workload)
  const log = logCommand(workload, context.facts)
  return {
    apart: `/silent${clues.map(({ key }) => `/${key}`).join('')}`,
    summary:
      clues[0] === undefined
        ? `${name} is running and ready; why it has not removed ${finalizer} is not known.`
        : `${name} is running and ready, and may be unable to remove ${finalizer}: ${clues[0].why}.`,
    evidence: [
      ...clues.flatMap(({ evidence }) => evidence),
      ...who,
      ...isNew,
      ...rolloutEvidence(workload, context),
      silence(`${noError(found)} and no sign of work`, found),
      ...unwell,
    ],
    remedies:
      clues.length > 0
        ? [...clues.map(({ remedy }) => remedy), toInspect('the log of the controller has more', [log])]
        : isNew.length > 0
          ? [toWait('run explain again in some minutes')]
          : [toInspect('read the log of the controller', [log]), ...seeRollout(workload)],
  }
}

function foreseen({ found: { finalizer }, controller, who }: Look): Told {
  return {
    apart: '/foreseen',
    summary: `${workloadText(controller.workload)} is running and ready, and removes ${finalizer}.`,
    evidence: who,
    remedies: [],
  }
}

/** Any workload can have the name, and whoever administers a namespace can give it a right there. */
function untied({ held }: Case, { workload, holder }: Candidate): Evidence {
  const name = workloadText(workload)
  const fact =
    holder === undefined
      ? `${name} has no more than the name: nothing outside of its namespace ties it to these objects`
      : `${name} may change these objects by ${holder.binding} of namespace ${held.ref.namespace} alone, which users of that namespace can write`
  return { fact, source: 'rolebindings' }
}

/** What is known of errors: nothing, where the events could not be read. */
function noError({ reports: { unheard } }: Case): string {
  return unheard === undefined
    ? 'no known error'
    : `events could not be read (${unheard.reason}), no error in the status`
}

/** That it had less time than the deletion is old: what it has not done tells nothing yet. */
function cameUp(workload: Workload, { held, context }: Case): readonly Evidence[] {
  const seconds = warmingUp(workload, context)
  if (seconds === undefined || seconds >= (held.ageSeconds ?? 0)) return []
  const fact = `it became ready only ${formatSeconds(seconds)} ago: run explain again in some minutes`
  return [{ fact, source: `${workload.kind.toLowerCase()}s` }]
}

function silence(what: string, { held, context }: Case): Evidence {
  if (context.together !== undefined) return { fact: 'what it does at a deletion was not seen yet', source: 'events' }
  return { fact: `${what}, since the deletion ${formatSeconds(held.ageSeconds ?? 0)} ago`, source: 'events' }
}

function describe({ held: { ref } }: Case): string {
  return commandLine('kubectl', 'describe', ...typeAndName(ref.resource, ref.name), ...namespaceFlag(ref.namespace))
}
