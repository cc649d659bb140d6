import { overlaps } from '../controller/kinship.ts'
import { absenceOf } from './controller-absence.ts'
import { type Case, living } from './controller-case.ts'
import { controllerMissing } from './controller-missing.ts'

/**
 * Whether a controller may be there that would finish, were nothing in its way: one that lives, or one that was not found
 * and is not proven to be missing. One that is there and not ready, or proven to be missing, is the cause itself. That a
 * workload that the catalogue knows is not there is less than what is seen in the way of it.
 */
export function mayFinish(found: Case): boolean {
  if (living(found).length > 0) return true
  if (found.search.candidates.length > 0) return false
  return controllerMissing(found) === undefined || absenceOf(found)?.proof === 'catalogue'
}

/**
 * Whether what the object says and names is of the controller of this finalizer: the product's own, and not one of several
 * that hold the object. What a bystander's finalizer waits for, the object does not tell.
 */
export function isOfOwnController({ identity: { isStranger, rivals, own, ofType } }: Case): boolean {
  return !isStranger && (rivals.length === 0 || overlaps(own, ofType))
}
