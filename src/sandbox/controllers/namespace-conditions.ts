import type { Condition } from '../../api/condition.ts'
import type { RemainingContent } from './namespace-content.ts'

/**
 * The five conditions of a terminating namespace, each either its problem or its all-clear
 * (kubernetes-deletion.md 2.4).
 */
export function namespaceConditions(content: RemainingContent): Condition[] {
  const { discovery, errors, resources, finalizers } = content
  const failing = discovery.map(version => `${version}: stale GroupVersion discovery: ${version}`).join(', ')
  return [
    either(
      'NamespaceDeletionDiscoveryFailure',
      discovery.length > 0 && [
        'DiscoveryFailed',
        `Discovery failed for some groups, ${discovery.length} failing: unable to retrieve the complete list of server APIs: ${failing}`,
      ],
      ['ResourcesDiscovered', 'All resources successfully discovered'],
    ),
    either('NamespaceDeletionGroupVersionParsingFailure', false, [
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ]),
    either(
      'NamespaceDeletionContentFailure',
      errors.length > 0 && [
        'ContentDeletionFailed',
        `Failed to delete all resource types, ${errors.length} remaining: ${errors.toSorted().join(', ')}`,
      ],
      ['ContentDeleted', 'All content successfully deleted, may be waiting on finalization'],
    ),
    either(
      'NamespaceContentRemaining',
      resources.size > 0 && [
        'SomeResourcesRemain',
        `Some resources are remaining: ${counted(resources, 'has %d resource instances')}`,
      ],
      ['ContentRemoved', 'All content successfully removed'],
    ),
    either(
      'NamespaceFinalizersRemaining',
      finalizers.size > 0 && [
        'SomeFinalizersRemain',
        `Some content in the namespace has finalizers remaining: ${counted(finalizers, 'in %d resource instances')}`,
      ],
      ['ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
    ),
  ]
}

type ReasonAndMessage = readonly [reason: string, message: string]

function either(type: string, problem: ReasonAndMessage | false, clear: ReasonAndMessage): Condition {
  const [reason, message] = problem || clear
  return { type, status: problem ? 'True' : 'False', reason, message }
}

function counted(counts: ReadonlyMap<string, number>, format: string): string {
  const texts = [...counts].map(([what, count]) => `${what} ${format.replace('%d', String(count))}`)
  return texts.toSorted().join(', ')
}
