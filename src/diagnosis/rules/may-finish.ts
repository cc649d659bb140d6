import { overlaps } from '../controller/kinship.ts'
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
 * Whether what the object says and names is of the controller of this finalizer: the product's own, and not one of several
 * that hold the object. What a bystander's finalizer waits for, the object does not tell.
 */
export function isOfOwnController({ identity: { isStranger, rivals, own, ofType } }: Case): boolean {
  return !isStranger && (rivals.length === 0 || overlaps(own, ofType))
}
