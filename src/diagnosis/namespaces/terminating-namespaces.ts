import { once } from '../once.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { awaitsNamespaceController } from './condition.ts'

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
