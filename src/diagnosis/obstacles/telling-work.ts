import { rolloutEvidence, seeRollout, warmingUp } from '../controller/rollout.ts'
import type { Candidate } from '../controller/search.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import { toInspect, toWait } from '../remedy.ts'
import { formatSeconds } from '../seconds.ts'
import { commandLine, namespaceFlag, typeAndName } from '../shell-quote.ts'
import { logCommand } from '../workloads/log-places.ts'
import { type Workload, workloadText } from '../workloads/workloads.ts'
import { cluesOfCase, type WorkState } from './work-state.ts'

/** What there is to say of it in one of the states. */
interface Told {
  /** What keeps it apart from other causes of the same controller; '': nothing. */
  readonly apart: string
  readonly summary: string
  readonly evidence: readonly Evidence[]
  readonly remedies: readonly Remedy[]
}

/** What each state tells by. */
export interface Look {
  readonly found: Case
  readonly controller: Candidate
  /** That it is there, and why it is taken for the controller. */
  readonly who: readonly Evidence[]
  readonly untried: readonly Evidence[]
  /** What else the object complains of. */
  readonly unwell: readonly Evidence[]
}

export const telling: Readonly<Record<WorkState, (look: Look) => Told>> = {
  working,
  waiting,
  early,
  untried,
  clued: silent,
  silent,
  foreseen,
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
