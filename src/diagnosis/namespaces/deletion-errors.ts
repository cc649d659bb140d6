import { type Condition, conditionsIn } from '../../api/condition.ts'
import { saysOnlyWhatIsLeft } from '../../statements/namespace-errors.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

/** Conditions by which the namespace controller says that it tried and met an error (kubernetes-deletion.md 2.4). */
const ERRORS: ReadonlySet<string> = new Set([
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
  'NamespaceDeletionContentFailure',
])

export interface DeletionError {
  readonly type: string
  readonly message: string
}

/** Conditions by which it says what it saw at its last look: types, their number, and the finalizers on them. */
const REMAINS: ReadonlySet<string> = new Set(['NamespaceContentRemaining', 'NamespaceFinalizersRemaining'])

/** Errors of the namespace controller, not only what is left; undefined if the Namespace could not be read. */
export function deletionErrors(held: StuckObject, context: RuleContext): readonly DeletionError[] | undefined {
  return reported(held, context, ERRORS)?.filter(({ message }) => !saysOnlyWhatIsLeft(message))
}

/** What the namespace controller saw left at its last look, in its words: for who may not see it. */
export function reportedRemains(held: StuckObject, context: RuleContext): readonly DeletionError[] {
  return reported(held, context, REMAINS) ?? []
}

/** Whether the namespace controller wrote any condition, as it does in its first pass; undefined if not readable. */
export function hasConditions(held: StuckObject, context: RuleContext): boolean | undefined {
  const conditions = conditionsOf(held, context)
  return conditions && conditions.length > 0
}

function reported(held: StuckObject, context: RuleContext, types: ReadonlySet<string>) {
  return conditionsOf(held, context)
    ?.filter(({ type, status }) => status === 'True' && types.has(type))
    .map(({ type, message }): DeletionError => ({ type, message: message ?? '' }))
}

function conditionsOf({ ref }: StuckObject, { facts }: RuleContext): readonly Condition[] | undefined {
  const object = facts.read({ about: 'object', resource: 'namespaces', name: ref.name })
  return object.state === 'known' ? conditionsIn(object.value) : undefined
}
