import type { V1CustomResourceDefinition } from '@kubernetes/client-node'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

export interface CleanupCondition {
  readonly reason: string
  readonly message: string
}

/**
 * How the API server says it gets on with the instances of a CRD that is being deleted (condition Terminating, reference
 * 4.1). undefined: it does not say, or the CRD cannot be read.
 */
export function cleanupCondition({ ref }: StuckObject, { facts }: RuleContext): CleanupCondition | undefined {
  const object = facts.read({ about: 'object', resource: ref.resource, name: ref.name })
  if (object.state !== 'known') return undefined
  const { status } = object.value as unknown as Partial<V1CustomResourceDefinition>
  const conditions = Array.isArray(status?.conditions) ? status.conditions : []
  const found = conditions.find(({ type, status }) => type === 'Terminating' && status === 'True')
  return found && { reason: found.reason ?? '', message: found.message ?? '' }
}
