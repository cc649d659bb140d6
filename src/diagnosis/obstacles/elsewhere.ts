import { message } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import { isPassing } from '../../statements/rejection.ts'
import { statusTexts } from '../../statements/status-texts.ts'
import { finalizationsOf } from '../admission/finalize-probe.ts'
import { probeOf } from '../admission/probe.ts'
import { protectionOf } from '../catalogue/in-use.ts'
import { isLeftByManager } from '../controller-manager/served-finalizers.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { isOfOwnController, mayFinish } from '../dossier/state.ts'
import { awaitedResources } from '../inventories/awaited.ts'
import { ownedBy } from '../ownership/owned-objects.ts'
import { heldByUsers } from '../protections/held-by-users.ts'
import { toldAwaited } from '../protections/told-awaited.ts'
import type { Blocker } from '../stuck-object.ts'
import { unreadHolding } from '../unread.ts'
import { ATTACHER_PREFIX, volumeAttached } from '../volumes/consumers.ts'
import { volumeDetachFailing } from '../volumes/volume-detach-failing.ts'

/** What an attacher waits for, or fails at, has rules of its own, which say more than that it is there. */
export function explainedByAttachments({ held, finalizer, context }: Case): readonly Blocker[] | undefined {
  if (!finalizer.startsWith(ATTACHER_PREFIX)) return undefined
  const isExplained = volumeAttached(held, context).length > 0 || volumeDetachFailing(held, context).length > 0
  return isExplained ? [] : undefined
}

/** What is for kube-controller-manager to remove has a rule of its own. */
export function leftToManager({ held, finalizer, context }: Case): readonly Blocker[] | undefined {
  return isLeftByManager(held, finalizer, context) ? [] : undefined
}

/** What uses the object, which its controller waits for; the rule `inUse` has those of the table of protections. */
export function usedByOthers(found: Case): readonly Blocker[] | undefined {
  const users = usersOf(found)
  if (users.length === 0 || !mayFinish(found)) return undefined
  return isProtection(found) ? [] : users
}

/**
 * The removal of a controller that lives is rejected by the server, or undone: the rules for rejections name the cause.
 * What uses the object holds it also when the change is let pass.
 */
export function keptFromRemoving(found: Case): readonly Blocker[] | undefined {
  if (!isKeptFromIt(found)) return undefined
  return isProtection(found) ? [] : usersOf(found).filter(({ waitingFor = [] }) => waitingFor.length > 0)
}

function usersOf(found: Case): readonly Blocker[] {
  const { held, finalizer, reports, context } = found
  const texts = reports.whole && isOfOwnController(found) ? statusTexts(reports.whole) : []
  return heldByUsers(held, finalizer, context, claimsOf('in use', texts)[0]?.quote)
}

function isProtection({ held, finalizer, context }: Case): boolean {
  return protectionOf(finalizer, held.ref.resource, context.catalogue.rows.inUse) !== undefined
}

function isKeptFromIt(found: Case): boolean {
  if (living(found).length === 0) return false
  const { held, finalizer, context } = found
  const inSpec = finalizationsOf(held, context).find(each => each.finalizer === finalizer)
  const probed = inSpec ?? probeOf(held, context)
  if (probed === undefined) return false
  const { state, rejection, readded = [] } = probed
  // What is about the moment, or about us, does not keep the controller from it.
  const isRejected = state === 'rejected' && !(rejection && isPassing(rejection))
  return isRejected || readded.includes(finalizer)
}

/** A controller that lives and waits for what it made, or names by its kind: other rules have the edges to that. */
export function madeByIt(found: Case): readonly Blocker[] | undefined {
  const { held, reports, context } = found
  if (living(found).length === 0) return undefined
  const texts = reports.whole && isOfOwnController(found) ? statusTexts(reports.whole) : []
  if (texts.some(said => toldAwaited(said, held, context, said).length > 0)) return []
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
