import type { V1CustomResourceDefinition } from '@kubernetes/client-node'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

/** Why a terminating CRD could not be emptied, by its Terminating condition; undefined when it says nothing. */
export function definitionProblem({ ref }: StuckObject, { facts }: RuleContext): string | undefined {
  const found = facts.read({ about: 'object', resource: ref.resource, name: ref.name })
  if (found.state !== 'known' || found.value.metadata.uid !== ref.uid) return undefined
  const { status } = found.value as unknown as V1CustomResourceDefinition
  const conditions = Array.isArray(status?.conditions) ? status.conditions : []
  return conditions.find(({ type, status }) => type === 'Terminating' && status === 'True')?.message
}
