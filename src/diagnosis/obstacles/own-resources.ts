import { message } from '../../messages/sentence.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { awaitedResources } from '../inventories/awaited.ts'
import { ownedBy } from '../ownership/owned-objects.ts'
import type { Blocker } from '../stuck-object.ts'
import { unreadHolding } from '../unread.ts'

/** A controller that lives and waits for what it made, which is being deleted: rules of their own have the edges to that. */
export function madeByIt(found: Case): readonly Blocker[] | undefined {
  const { held, context } = found
  if (living(found).length === 0) return undefined
  return awaitedResources(held, context).waits || ownedBy(held, context).length > 0 ? [] : undefined
}

/** A controller that lives, where what it made is known to be waited for and could not be read. */
export function unreadInventory(found: Case): readonly Blocker[] | undefined {
  const { held, finalizer, context } = found
  if (living(found).length === 0) return undefined
  const [gap] = awaitedResources(held, context).unreadable
  if (gap === undefined) return undefined
  const { kind, name } = held.ref
  return [unreadHolding(held, finalizer, gap, message('CreatedNotRead', { object: `${kind} ${name}` }))]
}
