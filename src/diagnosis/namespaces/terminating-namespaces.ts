import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import { trueCondition } from '../../api/condition.ts'
import { once } from '../once.ts'
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
