import { whenAnswered } from '../answered.ts'
import { type Diagnosis, diagnoseInSteps } from '../diagnose.ts'
import { once } from '../once.ts'
import type { Steps } from '../steps.ts'
import type { RuleContext } from '../stuck-object.ts'
import { bothDiagnoses } from './both-diagnoses.ts'
import { type Prepared, prepare, type Question } from './prepare.ts'

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
