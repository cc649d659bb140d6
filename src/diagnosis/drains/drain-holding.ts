import { rfc3339 } from '../../api/rfc3339.ts'
import { valuesAt } from '../../api/values-at.ts'
import { areSame, message, type Sentence } from '../../messages/sentence.ts'
import { claims, claimsOf } from '../../statements/claims.ts'
import { readConditions } from '../../statements/condition.ts'
import type { Quote } from '../../statements/quote.ts'
import { type Drainer, NODE_FIELDS } from '../catalogue/drainers.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { isOfOwnController } from '../dossier/state.ts'
import { type Evidence, type ObjectRefOrSubject, type Remedy, toRepair, toWait, type Verdict } from '../explanation.ts'
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

/** A product that is not known and says of the object that it is draining, or that an eviction was refused. */
export function drainerThatSaysSo(found: Case): Drainer | undefined {
  const { finalizer, held, reports } = found
  if (held.ref.resource === 'nodes' || !isOfOwnController(found)) return undefined
  const texts = conditionTexts(found)
  const refused = texts.some(claims('eviction refused'))
  if (!refused && !texts.some(claims('draining'))) return undefined
  const node = NODE_FIELDS.find(field => textAt(reports.whole, field) !== undefined)
  if (node === undefined && !refused) return undefined
  const source = 'status.conditions'
  return { finalizer, on: held.ref.resource, node, source, isKnown: false }
}

/** What the object repeats of a refused eviction, also of a node in another cluster. */
export function toldBlocked(found: Case, deadline: Deadline | undefined): readonly Blocker[] {
  const [refused] = claimsOf('eviction refused', conditionTexts(found))
  if (refused === undefined) return []
  const { budget: name, namespace } = refused
  const evidence = evidenceOf(refused.quote)
  const subject = { kind: 'PodDisruptionBudget', ...(namespace !== undefined && { namespace }), name }
  const summary = message('AllowOneDisruption', { isThere: true })
  const repair = toRepair(summary, [], 'medium')
  return [drain({ subject, isCertain: false, evidence, remedies: [repair], isDoubled: false, deadline, found })]
}

/** What the conditions say, of those that hold now, and the failures that are reported. */
function conditionTexts({ reports }: Case): readonly Quote[] {
  const source = 'status.conditions'
  return [
    ...readConditions(reports.whole).map(({ reason, message }) => ({ fact: `${reason}: ${message}`, source })),
    ...reports.failures.map(({ fact, evidence }) => ({ fact, source, evidence: { ...evidence, source } })),
  ]
}

/** The text in a field of an object; undefined for an empty one. */
export function textAt(object: unknown, path: string): string | undefined {
  const [value] = valuesAt(object, path)
  return typeof value === 'string' && value !== '' ? value : undefined
}
