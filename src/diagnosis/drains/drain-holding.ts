import { parseTimeout } from '../../api/duration.ts'
import { itemsOf } from '../../api/fact.ts'
import type { KubeObject, ObjectMeta } from '../../api/object.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import { valuesAt } from '../../api/values-at.ts'
import { areSame, factFrom, message, type Sentence } from '../../messages/sentence.ts'
import { type DrainDeadline, type Drainer, LIKE_A_DRAIN_LIMIT } from '../catalogue/drainers.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { type Case, living } from '../dossier/dossier.ts'
import {
  type Evidence,
  evidenceOf,
  type ObjectRefOrSubject,
  type Remedy,
  toWait,
  type Verdict,
} from '../explanation.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { formatSeconds } from '../thresholds.ts'

interface Blocked {
  readonly subject: ObjectRefOrSubject
  /** Nothing but a change of the budget, or the Pod, lets it be evicted. */
  readonly isCertain: boolean
  readonly evidence: readonly Evidence[]
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
      ...evidence,
      ...(deadline === undefined || end === undefined
        ? []
        : [{ ...deadline.evidence, fact: message('WithEnd', { fact: deadline.evidence.fact, end }) }]),
      ...ownWords(found).filter(({ fact }) => !evidence.some(each => areSame(fact, each.fact))),
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

/** The text in a field of an object; undefined for an empty one. */
export function textAt(object: unknown, path: string): string | undefined {
  const [value] = valuesAt(object, path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** When a drain is given up, and the deletion goes on in spite of the Pods. */
export interface Deadline {
  /** In ms. */
  readonly at: number
  readonly isOver: boolean
  /** It cannot be told when the drain began, or will begin: then it is given up later. */
  readonly atLeast: boolean
  /** By the name of a field only: what its product does then is not known. */
  readonly guessed: boolean
  readonly evidence: Evidence
}

/** Who sets the deadline: the object, or the owner that its drainer names. */
interface Setter {
  readonly name: string
  readonly meta: ObjectMeta
  readonly whole: KubeObject | undefined
  readonly now: Date
}

/** A Node says nothing of its deletion itself; what made it does. */
export function makerOf({ meta }: StuckObject, of: Record<'kind' | 'resource', string>, { facts }: RuleContext) {
  const owner = meta.ownerReferences?.find(({ kind }) => kind === of.kind)
  const all = owner && facts.read({ about: 'list', resource: of.resource })
  return all && itemsOf(all).find(({ metadata }) => metadata.uid === owner!.uid)
}

export function deadlineOf(
  held: StuckObject,
  whole: KubeObject | undefined,
  { deadline, isKnown }: Drainer,
  context: RuleContext,
): Deadline | undefined {
  const { now } = context.facts
  const own = { name: held.ref.kind, meta: held.meta, whole, now }
  if (!isKnown) return guessedOf(own)
  if (deadline?.of === undefined) return deadline && knownOf(own, deadline)
  const maker = makerOf(held, deadline.of, context)
  const name = `${deadline.of.kind} ${maker?.metadata.name}`
  return maker && knownOf({ name, meta: maker.metadata, whole: maker, now }, deadline)
}

function knownOf(setter: Setter, deadline: DrainDeadline): Deadline | undefined {
  const at = Date.parse((deadline.at && setter.meta.annotations?.[deadline.at]) ?? '')
  if (!Number.isNaN(at)) {
    const of = { object: setter.name, annotation: deadline.at!, at: rfc3339(new Date(at)) }
    const isOver = at <= setter.now.getTime()
    return { at, isOver, atLeast: false, guessed: false, evidence: factFrom('annotations', 'DeadlineAnnotated', of) }
  }
  const field = deadline.limits.find(each => valuesAt(setter.whole, each)[0] !== undefined)
  const seconds = field && parseTimeout(String(valuesAt(setter.whole, field)[0]))
  if (field === undefined || seconds === undefined || (seconds === 0 && deadline.zeroIsNone)) return undefined
  return { ...after(setter, field, Number(seconds), deadline.since), guessed: false }
}

/** A product that is not known is read by the names of its fields: in the spec, or one step inside of it. */
function guessedOf(setter: Setter): Deadline | undefined {
  const [found] = fieldsOf(setter.whole?.spec, 'spec', 1)
    .filter(({ path }) => LIKE_A_DRAIN_LIMIT.test(path))
    .map(({ path, value }) => ({ path, seconds: parseTimeout(String(value)) ?? 0 }))
  // Who has not begun yet, and whether 0 is no limit, is not known either.
  if (found === undefined || found.seconds === 0) return undefined
  return { ...after(setter, found.path, found.seconds), atLeast: true, guessed: true }
}

/** So many seconds after the drain began, or after the deletion where that is not written down. */
function after({ name, meta, whole, now }: Setter, field: string, seconds: number, since?: string) {
  const start = since === undefined ? Number.NaN : Date.parse(String(valuesAt(whole, since)[0]))
  const isKnown = !Number.isNaN(start)
  const isDeleted = meta.deletionTimestamp !== undefined
  const from = isKnown ? start : isDeleted ? askedAt({ meta }) : now.getTime()
  const at = from + seconds * 1000
  const began = isKnown ? rfc3339(new Date(start)) : undefined
  const fact = message('DeadlineInField', { object: name, field, time: formatSeconds(seconds), began })
  const atLeast = !isKnown && (since !== undefined || !isDeleted)
  return { at, isOver: at <= now.getTime(), atLeast, evidence: { fact, source: field } }
}

function fieldsOf(value: unknown, path: string, depth: number): readonly { path: string; value: unknown }[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, each]) => [
    { path: `${path}.${name}`, value: each },
    ...(depth > 0 ? fieldsOf(each, `${path}.${name}`, depth - 1) : []),
  ])
}
