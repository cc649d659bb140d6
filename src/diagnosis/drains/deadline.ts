import { parseTimeout } from '../../api/duration.ts'
import type { KubeObject, ObjectMeta } from '../../api/object.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import { valuesAt } from '../../api/values-at.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { type DrainDeadline, type Drainer, LIKE_A_DRAIN_LIMIT } from '../catalogue/drainers.ts'
import { askedAt } from '../controller/since-deletion.ts'
import type { Evidence } from '../explanation.ts'
import { formatSeconds } from '../seconds.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

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

export function deadlineOf(
  { ref, meta }: StuckObject,
  whole: KubeObject | undefined,
  { deadline, isKnown }: Drainer,
  { facts }: RuleContext,
): Deadline | undefined {
  const { now } = facts
  const own = { name: ref.kind, meta, whole, now }
  if (!isKnown) return guessedOf(own)
  if (deadline?.of === undefined) return deadline && knownOf(own, deadline)
  const { kind, resource } = deadline.of
  const owner = meta.ownerReferences?.find(each => each.kind === kind)
  if (owner === undefined) return undefined
  const read = facts.read({ about: 'list', resource })
  const setter = read.state === 'known' ? read.value.find(({ metadata }) => metadata.uid === owner.uid) : undefined
  return setter && knownOf({ name: `${kind} ${owner.name}`, meta: setter.metadata, whole: setter, now }, deadline)
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
