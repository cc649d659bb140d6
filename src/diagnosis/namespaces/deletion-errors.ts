import type { V1Namespace } from '@kubernetes/client-node'
import type { Held, RuleContext } from '../held.ts'

/** Conditions by which the namespace controller says that it tried and met an error (reference 2.4). */
const ERRORS: ReadonlySet<string> = new Set([
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
  'NamespaceDeletionContentFailure',
])

export interface DeletionError {
  readonly type: string
  readonly message: string
}

/**
 * Errors that the namespace controller reports; none when the Namespace cannot be read, for then nobody knows of any.
 * undefined while it is not known yet.
 */
export function deletionErrors({ ref }: Held, { facts }: RuleContext): readonly DeletionError[] | undefined {
  const object = facts.read({ about: 'object', resource: 'namespaces', name: ref.name })
  if (object.state === 'pending') return undefined
  if (object.state !== 'known') return []
  const { status } = object.value as unknown as Partial<V1Namespace>
  const conditions = Array.isArray(status?.conditions) ? status.conditions : []
  return conditions
    .filter(({ type, status }) => status === 'True' && ERRORS.has(type))
    .map(({ type, message }) => ({ type, message: message ?? '' }))
}
