import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import { specFinalizersOf } from '../../api/namespace-type.ts'
import { message } from '../../messages/sentence.ts'
import type { Guard } from '../guard.ts'
import { advised } from '../reach.ts'
import { namesOf, namespaceUnread } from './namespace-content-text.ts'

/**
 * The namespace controller does not empty a Namespace without `kubernetes` in its spec: with the last of the other
 * names the Namespace goes, and what is left in it is stranded (kubernetes-deletion.md 2.2).
 */
export const lastInSpec: Guard = ({ field, object, ref, content, reach }) => {
  if (field !== 'spec' || content === undefined || specFinalizersOf(object).includes(NAMESPACE)) return undefined
  if (content.objects.length === 0) return namespaceUnread({ content })
  const instead = [advised(message('SeeHolder'), reach, 'kubectl', 'finalize', 'explain', '-n', ref.name)]
  return {
    guard: 'NamespaceNotEmpty',
    why: message('StrandsContent', { objects: namesOf(content.objects) }),
    instead,
  }
}
