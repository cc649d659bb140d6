import { isByHand } from '../managers.ts'
import type { StuckObject } from '../stuck-object.ts'
import { areAlike, domainOf, type Identity, isOfOneOwner } from './identity.ts'
import { wordsOf } from './kinship.ts'

/** Names by which people keep an object from being deleted, of no product: only if no program wrote the finalizer. */
const HOLD = /(^|[-./])(do-?not-?delete|hold|keep|retain|retention|protect(ed|ion)?|lock(ed)?|prevent\w*)($|[-./])/i

/**
 * Whether a person or a pipeline put the finalizer on, in a domain of another owner than the type's that has no word in
 * common with it, or under a name without a domain that says that the object is to be kept: then the type's operator
 * has nothing to do with it, whatever it may change.
 */
export function isHeldByHand({ type }: StuckObject, finalizer: string, { writer, ofType }: Identity): boolean {
  if (writer === undefined || !isByHand(writer.manager)) return false
  const domain = domainOf(finalizer)
  if (isOfOneOwner(domain, type.group)) return false
  return HOLD.test(finalizer) || (domain.includes('.') && !areAlike(wordsOf(domain), ofType))
}
