import { nameOf } from '../../api/object-ref.ts'
import type { Content } from '../../cluster/namespace-content.ts'
import { message } from '../../messages/sentence.ts'
import type { Refusal } from '../guard.ts'
import { advised, type Reach } from '../reach.ts'
import { namesOf } from './namespace-content-text.ts'

/**
 * Says no to the cure of a namespace that was ended by force when it would delete something of somebody's that nobody
 * deleted: the namespace alone brings that back to life. Pure; `live` is what is left and not being deleted.
 */
export function deletedWithIt(namespace: string, live: readonly Content[], reach: Reach): Refusal | undefined {
  const lost = live.filter(each => !comesWithIt(each))
  if (lost.length === 0) return undefined
  return {
    guard: 'NamespaceNotEmpty',
    why: message('LiveInIt', { count: lost.length, objects: namesOf(lost) }),
    instead: [advised(message('KeepItsContent'), reach, 'kubectl', 'create', 'namespace', namespace)],
  }
}

/** Kubernetes itself puts these into every namespace. */
const COME_WITH_IT: ReadonlySet<string> = new Set(['configmaps/kube-root-ca.crt', 'serviceaccounts/default'])

/** Whether it is nobody's own: it is there again in every namespace of that name. */
export function comesWithIt({ ref }: Pick<Content, 'ref'>): boolean {
  return COME_WITH_IT.has(nameOf(ref))
}
