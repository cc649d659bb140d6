import { rfc3339 } from '../../api/rfc3339.ts'
import { areSame, message, type Sentence } from '../../messages/sentence.ts'
import { type Case, living } from '../dossier/dossier.ts'
import type { Evidence, ObjectRefOrSubject, Remedy, Verdict } from '../explanation.ts'
import { toWait } from '../remedy.ts'
import { evidenceOf } from '../said.ts'
import { type Blocker, blocker } from '../stuck-object.ts'
import type { Deadline } from './deadline.ts'

interface Blocked {
  readonly subject: ObjectRefOrSubject
  /** Nothing but a change of the budget, or the Pod, lets it be evicted. */
  readonly isCertain: boolean
  readonly evidence: Evidence
  readonly remedies: readonly Remedy[]
  readonly isDoubled: boolean
  readonly deadline: Deadline | undefined
  readonly found: Case
}

/** The cause DrainBlocked: what is in the way, until when, and what lets the drain go on. */
export function drain({ subject, isCertain, evidence, remedies, isDoubled, deadline, found }: Blocked): Blocker {
  const { kind, namespace, name } = subject
  const { finalizer } = found
  const object = `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`
  const what = kind === 'Pod' ? 'undisturbed Pod' : isDoubled ? 'doubled budget' : 'budget'
  const verdict = verdictBy(deadline, isCertain, found)
  const end = deadline === undefined ? undefined : endOf(deadline, verdict)
  return blocker(verdict, {
    key: `DrainBlocked/${kind}/${namespace}/${name}`,
    subject,
    summary: direct => message('DrainWaitsFor', { what, object, finalizer, ...(direct.length === 1 && { end }) }),
    evidence: [
      evidence,
      ...(deadline === undefined || end === undefined
        ? []
        : [{ ...deadline.evidence, fact: message('WithEnd', { fact: deadline.evidence.fact, end }) }]),
      ...ownWords(found).filter(({ fact }) => !areSame(fact, evidence.fact)),
    ],
    remedies: (_blocks, direct) => [
      ...(verdict === 'progressing' && direct.length === 1 && end !== undefined
        ? [toWait(message('WaitUntil', { end }))]
        : []),
      ...remedies,
    ],
  })
}

/** A time limit of a known product proves that the drain ends, if its controller is running. */
function verdictBy(deadline: Deadline | undefined, isCertain: boolean, found: Case): Verdict {
  const base = isCertain ? 'stuck' : 'unknown'
  if (deadline === undefined) return base
  if (deadline.isOver && !deadline.atLeast) {
    const { heard } = found.reports
    return heard !== undefined && heard.at > deadline.at && heard.means !== 'working' ? base : 'unknown'
  }
  return living(found).length > 0 && !deadline.guessed && !deadline.isOver ? 'progressing' : 'unknown'
}

function endOf({ at, isOver, atLeast, guessed }: Deadline, verdict: Verdict): Sentence {
  const time = rfc3339(new Date(at))
  if (isOver && !atLeast) return message('DrainEnd', { at: time, will: 'didGoOn', orLater: false })
  const will = verdict === 'progressing' ? 'goesOn' : guessed ? 'mayGoOn' : 'isToGoOn'
  return message('DrainEnd', { at: time, will, orLater: atLeast })
}

/** What the controller says itself that it waits for, or fails at. */
function ownWords({ reports }: Case): readonly Evidence[] {
  return [...reports.waits, ...reports.failures].slice(0, 3).map(evidenceOf)
}
