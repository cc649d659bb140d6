import { message } from '../../messages/sentence.ts'
import { whenAnswered } from '../answered.ts'
import { type Diagnosis, diagnoseInSteps } from '../diagnose.ts'
import type { Cause } from '../explanation.ts'
import { once } from '../facts.ts'
import type { Steps } from '../steps.ts'
import type { RuleContext } from '../stuck-object.ts'
import { type Prepared, prepare, type Question } from './prepare.ts'
import type { Reached } from './reach.ts'

export { type Arranged, askedOf, type Cascade, type Prepared, type Question } from './prepare.ts'

/** The cluster as it would be, and what the rules of `explain` say of it. */
export interface Foresight extends Prepared {
  readonly diagnosis: Diagnosis
}

/**
 * Supposes that the targets are deleted, and runs the rules of `explain` on what would be left of all in reach.
 * `context` is the cluster as it is. undefined while a question has no answer.
 */
export function* foresee(question: Question, context: RuleContext): Steps<Foresight | undefined> {
  const prepared = whenAnswered(() => once(context.facts, question, () => prepare(question, context)))
  if (prepared === undefined) return undefined
  const { context: afterwards, later } = prepared
  const first = yield* diagnoseInSteps(afterwards.asked, afterwards)
  if (later === undefined) return { ...prepared, diagnosis: first }
  const second = yield* diagnoseInSteps(later.asked, later)
  return { ...prepared, diagnosis: bothDiagnoses(first, second, prepared.reach) }
}

/**
 * What blocks objects that are deleted at once, and those that are deleted once their owner is gone. If the owner
 * itself is blocked, it does not come to that: such a cause is `waiting`.
 */
function bothDiagnoses(first: Diagnosis, second: Diagnosis, reach: ReadonlyMap<string, Reached>): Diagnosis {
  const held = new Set(
    first.causes.flatMap(({ verdict, blocks }) => (verdict === 'progressing' ? [] : blocks.map(({ uid }) => uid))),
  )
  const isToCome = (uid: string): boolean => {
    const { why, of } = reach.get(uid) ?? {}
    return (why === 'Dependent' || why === 'Volume') && of !== undefined && (held.has(of.uid) || isToCome(of.uid))
  }
  const causes = new Map(first.causes.map(cause => [cause.id, cause]))
  for (const cause of second.causes) {
    const known = causes.get(cause.id)
    // What would go by itself, and is not deleted yet, holds nothing.
    const isIdle = cause.verdict === 'progressing' && cause.blocks.every(({ uid }) => isToCome(uid))
    if (known !== undefined || !isIdle) causes.set(cause.id, joined(known, cause, isToCome))
  }
  return {
    objects: [...first.objects, ...second.objects],
    causes: [...causes.values()],
    direct: new Map([...first.direct, ...second.direct]),
  }
}

function joined(known: Cause | undefined, cause: Cause, isToCome: (uid: string) => boolean): Cause {
  const now = cause.blocks.filter(({ uid }) => !isToCome(uid))
  if (known !== undefined) return { ...known, blocks: [...known.blocks, ...now] }
  if (now.length > 0) return { ...cause, blocks: now }
  const fact = message('DeletedWithOwnerOnly')
  return { ...cause, verdict: 'waiting', evidence: [...cause.evidence, { fact, source: 'ownerReferences' }] }
}
