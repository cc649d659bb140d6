import { isSaidInUse } from '../../statements/in-use.ts'
import type { Quote } from '../../statements/quote.ts'
import { eachTogether } from '../answered.ts'
import { protectionOf, SAYS_IN_USE, type Users } from '../catalogue/in-use.ts'
import { restOf } from '../catalogue/wildcard.ts'
import { domainOf } from '../controller/identity.ts'
import { isCustom } from '../custom-type.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { wholeOf } from '../whole-object.ts'
import { usersBy } from './users-by-field.ts'
import { usersByName } from './users-by-name.ts'
import { usersInStatus } from './users-in-status.ts'

/**
 * The users that a finalizer waits for; undefined for one that is no protection. `told` is what the
 * object itself says of users.
 */
export function usersOf(held: StuckObject, finalizer: string, context: RuleContext, told?: Quote): Users | undefined {
  const row = protectionOf(finalizer, held.ref.resource, context.catalogue.rows.inUse)
  if (row === undefined) {
    const saysInUse = SAYS_IN_USE.test(finalizer)
    // Of a core object nothing tells the product but the finalizer.
    if (!isCustom(held)) return saysInUse ? usersByName(held, context, undefined, domainOf(finalizer)) : undefined
    const whole = wholeOf(held, context)
    const listed = usersInStatus(held, context, saysInUse || (whole !== undefined && isSaidInUse(whole)))
    if (listed !== undefined) return listed
    return told !== undefined || saysInUse ? usersByName(held, context, told) : undefined
  }
  const ofFinalizer = restOf(row.finalizer, finalizer)
  const users = eachTogether(row.users, field => usersBy(field, held, ofFinalizer, context))
  const objects = new Map(users.flatMap(each => each.objects).map(each => [each.metadata.uid, each]))
  objects.delete(held.ref.uid)
  const takenAlong = row.users.some(field => field.by === 'object' && field.takenAlong === true)
  return { objects: [...objects.values()], unreadable: users.flatMap(each => each.unreadable), known: true, takenAlong }
}
