import { nameOf } from '../../api/object-ref.ts'
import type { Content } from '../../cluster/namespace-content.ts'
import type { Refusal } from '../guard.ts'
import { advised, type Reach } from '../reach.ts'
import { namesText } from './namespace-content-text.ts'

/**
 * Says no to the cure of a namespace that was ended by force when it would delete something of somebody's that nobody
 * deleted: the namespace alone brings that back to life. Pure; `live` is what is left and not being deleted.
 */
export function deletedWithIt(namespace: string, live: readonly Content[], reach: Reach): Refusal | undefined {
  const lost = live.filter(each => !comesWithIt(each))
  if (lost.length === 0) return undefined
  const count =
    lost.length === 1 ? '1 object in it is not being deleted' : `${lost.length} objects in it are not being deleted`
  return {
    guard: 'NamespaceNotEmpty',
    why: `${count}, and would be deleted with the namespace: ${namesText(lost)}`,
    instead: [
      advised(
        'to keep its content, create the namespace and do not delete it',
        reach,
        'kubectl',
        'create',
        'namespace',
        namespace,
      ),
    ],
  }
}

/** Kubernetes itself puts these into every namespace. */
const COME_WITH_IT: ReadonlySet<string> = new Set(['configmaps/kube-root-ca.crt', 'serviceaccounts/default'])

/** Whether it is nobody's own: it is there again in every namespace of that name. */
export function comesWithIt({ ref }: Pick<Content, 'ref'>): boolean {
  return COME_WITH_IT.has(nameOf(ref))
}
