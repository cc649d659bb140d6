import { largest } from '../../api/long-lists.ts'
import { gistOf } from '../../statements/gist.ts'
import { untriedEvidence } from '../admission/untried.ts'
import { lostLease } from '../controller/leases.ts'
import { restartOf, rolloutEvidence, warmingUp } from '../controller/restart.ts'
import type { Candidate } from '../controller/search.ts'
import { logCommand, readyEvidence, type Workload, workloadText } from '../controller/workloads.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import type { Holding } from '../held.ts'
import { bulkEvidence, bulkOf, shrink } from '../object-size.ts'
import { emptyNames } from '../references/bare-names.ts'
import { mayName } from '../references/existence.ts'
import { formatSeconds } from '../seconds.ts'
import { commandLine, namespaceFlag, typeAndName } from '../shell-quote.ts'
import type { Clue } from '../silence/clue.ts'
import { cluesOf } from '../silence/clues.ts'
import { basisFor, type Case, EARLY_SECONDS, living, tieOfCandidate } from './controller-case.ts'
import { isOfOwnController } from './may-finish.ts'
import { namedAfterNode } from './named-after-node.ts'

type State = 'working' | 'waiting' | 'early' | 'untried' | 'silent'

/**
 * CleanupInProgress: the controller is there and ready, and reports no error. `progressing` while it shows signs of work: to
 * be there is none. One that is silent, or says only what it waits for, is `unknown`, not blamed, and asked before anything
 * is removed.
 */
export function cleanupInProgress(found: Case): Holding | undefined {
  const { held, finalizer, reports } = found
  const [controller] = living(found)
  if (controller === undefined) return undefined
  const { workload } = controller
  const age = held.ageSeconds ?? 0
  const since = `since the deletion ${formatSeconds(age)} ago`
  const untried = untriedEvidence(held, found.context)
  const isTied = tieOfCandidate(found, controller) !== undefined
  const state = stateOf(found, age, untried.length > 0)
  // Who is likelier the controller, and not ready, is told in its place.
  if (state === 'silent' && found.search.likelier !== undefined) return undefined
  const name = workloadText(workload)
  const who = [readyEvidence(workload), ...controller.evidence, ...(isTied ? [] : [onlyNamed(workload)])]
  const lost = state === 'silent' ? lostLease(workload, found.identity.manager, found.context.facts) : undefined
  const clues = state === 'silent' ? cluesOf(found, workload, isOfOwnController(found)) : []
  const [clue] = clues
  const empty = state === 'silent' && mayName(held) && isOfOwnController(found) ? emptyNames(held, found.context) : []
  const ofNode = state === 'working' || state === 'waiting' ? [] : namedAfterNode(found)
  const unwell = [...ofNode, ...reports.unwell, ...empty].slice(0, MAX_UNWELL)
  // What one object complains of, or waits for, is no evidence for another.
  const tells = state === 'working' ? reports.waits : [...unwell, ...reports.waits]
  const says = tells.length === 0 ? '' : gistOf(tells.map(({ fact }) => fact).join(), [held.ref.name, held.ref.uid])
  const evidence: Readonly<Record<State, readonly Evidence[]>> = {
    working: [
      ...who,
      ...reports.progress,
      ...reports.waits,
      ...reports.earlier.map(({ fact, source }) => ({ fact, source })),
    ],
    waiting: [
      ...reports.waits,
      ...untried,
      ...who,
      silence('it says what it waits for, and shows no sign of work', since),
    ],
    early: [
      ...untried,
      ...who,
      silence(
        `${untried.length > 0 ? 'no' : `${noError(found)} and no`} sign of work, and it is too early to know`,
        since,
      ),
      ...unwell,
    ],
    untried: [...untried, ...who, silence('no sign of work', since), ...unwell],
    silent: [
      ...clues.flatMap(each => each.evidence),
      ...(lost ? [lost] : []),
      ...who,
      ...cameUp(workload, found),
      ...rolloutEvidence(workload, found.context),
      silence(`${noError(found)} and no sign of work`, since),
      ...unwell,
    ],
  }
  // No report tells of a write that failed for its size; the object itself does.
  const bulk = state === 'working' || reports.whole === undefined ? undefined : bulkOf(reports.whole)
  // To wait for one object is no answer for another that waits in vain.
  const alike = {
    working: '',
    waiting: `/waiting/${held.ref.resource}`,
    early: '/early',
    untried: '/untried',
    silent: `/silent${clues.map(({ key }) => `/${key}`).join('')}`,
  }
  return {
    // What an Event or a manager's name says of a workload that has no more than the name is no proof of work.
    verdict: state === 'working' && isTied ? 'progressing' : 'unknown',
    cause: {
      key: `CleanupInProgress/${workload.namespace}/${workload.kind}/${workload.name}${alike[state]}${says === '' ? '' : `/${says}`}${untried.length > 0 && state !== 'untried' && state !== 'working' ? '/untried' : ''}${bulk === undefined ? '' : `/${held.ref.uid}`}`,
      code: 'CleanupInProgress',
      subject: held.ref,
      finalizer,
      summary: {
        working: `${name} is running and works on ${finalizer}.`,
        waiting: `${name} is running, and keeps ${finalizer} while it waits for what the object reports.`,
        early: `${name} is running and ready; whether it works on ${finalizer} is not known yet.`,
        untried: `${name} is running and ready; whether the API server rejects the removal of ${finalizer} was not tried.`,
        silent:
          clue === undefined
            ? `${name} is running and ready; why it has not removed ${finalizer} is not known.`
            : `${name} is running and ready, and may be unable to remove ${finalizer}: ${clue.why}.`,
      }[state],
      evidence: [...evidence[state], ...(bulk === undefined ? [] : [bulkEvidence({ ref: held.ref, bulk })])],
      remedies: (_blocks, direct) => [
        // What waits longest tells how long the controller has had.
        ...remediesOf(
          state,
          controller,
          largest(
            direct.map(({ ageSeconds = 0 }) => ageSeconds),
            age,
          ),
          found,
          clues,
        ),
        ...(bulk === undefined ? [] : [shrink(held.ref, bulk)]),
      ],
    },
  }
}

const MAX_UNWELL = 6

/** Any workload can have the name. */
function onlyNamed(workload: Workload): Evidence {
  const fact = `${workloadText(workload)} has no more than the name: nothing outside of its namespace ties it to these objects`
  return { fact, source: 'rolebindings' }
}

/** What is known of errors: nothing, where the events could not be read. */
function noError({ reports: { unheard } }: Case): string {
  return unheard === undefined
    ? 'no known error'
    : `events could not be read (${unheard.reason}), no error in the status`
}

function stateOf({ reports }: Case, age: number, isUntried: boolean): State {
  if (reports.progress.length > 0) return 'working'
  if (reports.waits.length > 0) return 'waiting'
  if (age < EARLY_SECONDS) return 'early'
  return isUntried ? 'untried' : 'silent'
}

/** That it had less time than the deletion is old. */
function cameUp(workload: Workload, { held, context }: Case): readonly Evidence[] {
  const seconds = warmingUp(workload, context)
  if (seconds === undefined || seconds >= (held.ageSeconds ?? 0)) return []
  const fact = `it became ready only ${formatSeconds(seconds)} ago: run explain again in some minutes`
  return [{ fact, source: `${workload.kind.toLowerCase()}s` }]
}

function silence(what: string, since: string): Evidence {
  return { fact: `${what}, ${since}`, source: 'events' }
}

function remediesOf(
  state: State,
  controller: Candidate,
  age: number,
  found: Case,
  clues: readonly Clue[],
): readonly Remedy[] {
  const {
    held,
    context,
    reports: { unheard },
  } = found
  const { ref } = held
  const { workload } = controller
  const isNew = cameUp(workload, found).length > 0
  const remedy = (kind: Remedy['kind'], summary: string, ...commands: readonly string[]): readonly Remedy[] => [
    { kind, summary, commands, risk: 'none', leaks: [] },
  ]
  const place = namespaceFlag(ref.namespace)
  const describe = commandLine('kubectl', 'describe', ...typeAndName(ref.resource, ref.name), ...place)
  const logs = logCommand(workload)
  switch (state) {
    case 'working':
      return remedy('wait', 'nothing to do but wait')
    case 'waiting':
      return remedy('inspect', 'see what it waits for, and end that; its log has more', describe, logs)
    case 'early':
      return [
        ...remedy('wait', 'run explain again in half a minute'),
        ...restartOf(basisFor(found, controller), workload, age, context),
      ]
    case 'untried':
      return remedy(
        'inspect',
        'explain it by name: its removal is tried then',
        commandLine('kubectl', 'finalize', 'explain', ...typeAndName(ref.resource, ref.name), ...place),
      )
    case 'silent':
      // A restart ends none of them.
      if (clues.length > 0)
        return [...clues.map(each => each.remedy), ...remedy('inspect', 'the log of the controller has more', logs)]
      // What only just came up tells nothing yet, and is not restarted again.
      return isNew
        ? remedy('wait', 'run explain again in some minutes')
        : [
            ...remedy('inspect', 'read the log of the controller', logs),
            ...(unheard ? [] : restartOf(basisFor(found, controller), workload, age, context)),
          ]
  }
}
