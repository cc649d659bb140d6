import { OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { wordsOf } from '../controller/kinship.ts'
import { type Case, living } from './controller-case.ts'
import { controllerMissing } from './controller-missing.ts'

/**
 * Whether a controller may be there that would finish, were nothing in its way: one that lives, or one that was not found
 * and is not proven to be missing. One that is there and not ready, or proven to be missing, is the cause itself.
 */
export function mayFinish(found: Case): boolean {
  if (living(found).length > 0) return true
  return found.search.candidates.length === 0 && controllerMissing(found) === undefined
}

/**
 * Whether what the object says and names is of the controller of this finalizer: the only one of its kind on the object,
 * or one called after the object's own product. What a bystander's finalizer waits for, the object does not tell.
 */
export function isOfOwnController({ held, finalizer }: Case): boolean {
  const foreign = new Set((held.meta.finalizers ?? []).filter(name => !OF_KUBERNETES.has(name)))
  if (foreign.size === 1) return true
  const own = wordsOf(held.type.group, held.type.kind)
  return [...wordsOf(finalizer)].some(word => own.has(word))
}
