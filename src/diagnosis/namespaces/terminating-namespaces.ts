import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import { type Condition, conditionsIn, trueCondition } from '../../api/condition.ts'
import { factFrom } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import { saysOnlyWhatIsLeft } from '../../statements/namespace-errors.ts'
import type { Quote } from '../../statements/quote.ts'
import { type Evidence, evidenceOf } from '../explanation.ts'
import { once } from '../facts.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

/** A Namespace that the namespace controller still has to finish. */
export function awaitsNamespaceController({ type, meta, finalizers }: StuckObject): boolean {
  return (
    type.group === '' &&
    type.plural === 'namespaces' &&
    meta.deletionTimestamp !== undefined &&
    finalizers.some(({ name, field }) => name === NAMESPACE && field === 'spec')
  )
}

/**
 * The problems that the namespace controller reports; what it says when it is content is not to be trusted
 * (kubernetes-deletion.md 2.4).
 */
export type NamespaceProblem = 'NamespaceDeletionDiscoveryFailure' | 'NamespaceDeletionContentFailure'

/** Why a terminating Namespace, or CRD, could not be emptied, by this condition; undefined where it does not say. */
export function problemIn(
  { ref }: StuckObject,
  type: NamespaceProblem | 'Terminating',
  { facts }: RuleContext,
): string | undefined {
  const found = facts.read({ about: 'object', resource: ref.resource, name: ref.name })
  if (found.state !== 'known' || found.value.metadata.uid !== ref.uid) return undefined
  return trueCondition(found.value, type)?.message
}

/** The Namespace with this name when the namespace controller still has to finish it. */
export function namespaceBeingEmptied(name: string | undefined, context: RuleContext): StuckObject | undefined {
  if (name === undefined) return undefined
  const byName = once(
    context.facts,
    'namespaces being emptied',
    () =>
      new Map([...context.terminating.values()].filter(awaitsNamespaceController).map(held => [held.ref.name, held])),
  )
  return byName.get(name)
}

/** The same, when nothing can be created in it: before a deletion it still takes what is advised to be done first. */
export function closedNamespace(name: string | undefined, context: RuleContext): StuckObject | undefined {
  const namespace = namespaceBeingEmptied(name, context)
  return namespace === undefined || context.together?.isLive(namespace.ref.uid) ? undefined : namespace
}

/** What could be created nowhere else than in a namespace that takes nothing in any more. */
export interface Teardown {
  readonly namespace: string
  readonly evidence: readonly Evidence[]
}

/**
 * A controller needs to create something in a terminating namespace, by the server's refusal that the object repeats:
 * it can never finish, since the namespace never comes back. A refusal for a namespace known to be live is an old one.
 */
export function refusedCreation(
  texts: readonly Quote[],
  held: StuckObject,
  context: RuleContext,
): Teardown | undefined {
  for (const { quote, namespace: named } of claimsOf('terminating', texts)) {
    const namespace = named ?? held.ref.namespace
    if (namespace !== undefined && isTerminating(namespace, context)) {
      return { namespace, evidence: [evidenceOf(quote), nothingCreated(namespace)] }
    }
  }
  return undefined
}

export function nothingCreated(namespace: string): Evidence {
  return factFrom('namespaces', 'NothingCreatedIn', { namespace })
}

/** Where the namespace itself may not be read, the refusal is the proof. */
function isTerminating(name: string, context: RuleContext): boolean {
  if (namespaceBeingEmptied(name, context) !== undefined) return true
  return context.facts.read({ about: 'object', resource: 'namespaces', name }).state === 'unreadable'
}

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
