import { nameOf } from '../../api/object-ref.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import type { Preflight } from '../../diagnosis/preflight/foreseen.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import { everyRepair, firstRemedy } from '../first-remedy.ts'
import type { Refusal } from '../guard.ts'

/** What a deletion has to be refused for. An order that works is the answer to what only the order makes stuck. */
export function wouldGetStuck(preflight: Preflight): Refusal | undefined {
  const { verdict, causes, order, refused } = preflight
  if (refused.length > 0) return refusedByServer(preflight)
  const isOrdered = order.length > 0
  const stuck = isOrdered ? undefined : causes.find(cause => cause.verdict === 'stuck')
  if (stuck !== undefined) return refusal(stuck, { final: true })
  const doubt = isOrdered ? undefined : causes.find(cause => cause.verdict === 'unknown')
  if (doubt !== undefined) return refusal(doubt)
  if (verdict === 'clean' || verdict === 'waits') return undefined
  const why = missing(preflight)
  return why === undefined ? undefined : { guard: 'WouldGetStuck', why: message('DeletionNotKnown', { why }) }
}

function refusal(cause: Cause, more: Pick<Refusal, 'final'> = {}): Refusal {
  const instead = everyRepair(cause) ?? firstRemedy(cause)
  return { guard: 'WouldGetStuck', why: cause.summary, cause: cause.id, ...(instead && { instead }), ...more }
}

function refusedByServer({ causes, refused }: Preflight): Refusal {
  const cause = causes.find(({ blocks }) => blocks.some(({ uid }) => refused.some(each => each.uid === uid)))
  if (cause !== undefined) return refusal(cause, { final: true })
  const why = message('ServerRefusesDeletion', { names: refused.map(nameOf) })
  return { guard: 'WouldGetStuck', why, final: true }
}

/** The first of what a sure answer needs. */
function missing({ unreadable, unchecked }: Preflight): Sentence | undefined {
  const [unread] = unreadable
  if (unread !== undefined) return message('ResourceUnread', { resource: unread.resource, why: unread.message })
  return unchecked[0]?.why
}
