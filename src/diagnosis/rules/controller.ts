import { isMisplacedName, OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { claimsOf } from '../../statements/claims.ts'
import { statusTexts } from '../../statements/status-texts.ts'
import { probeOf } from '../admission/probe.ts'
import { knownOf } from '../catalogue/known.ts'
import { identityOf } from '../controller/identity.ts'
import { namesOf } from '../controller/kinship.ts'
import { readReports, reportsOn } from '../controller/reports.ts'
import { searchController } from '../controller/search.ts'
import { isLeftByManager } from '../controller-manager/served-finalizers.ts'
import { volumesDetaching } from '../drains/detaching.ts'
import type { Held, Holding, RuleContext } from '../held.ts'
import { awaitedResources } from '../inventories/awaited.ts'
import { protectionOf } from '../protections/in-use.ts'
import { unreadHolding } from '../unread.ts'
import { ATTACHER_PREFIX } from '../volumes/attachments.ts'
import { cleanupFailing } from './cleanup-failing.ts'
import { cleanupInProgress } from './cleanup-in-progress.ts'
import { cloudControllerDown } from './cloud-controller-down.ts'
import { confirmationAwaited } from './confirmation-awaited.ts'
import { type Case, living } from './controller-case.ts'
import { controllerForbidden } from './controller-forbidden.ts'
import { controllerMissing } from './controller-missing.ts'
import { controllerOutside } from './controller-outside.ts'
import { controllerUnhealthy } from './controller-unhealthy.ts'
import { controllerUnknown } from './controller-unknown.ts'
import { drainBlocked } from './drain-blocked.ts'
import { isMisplaced } from './finalizer-misplaced.ts'
import {
  finalizerBesideSuccessor,
  finalizerPerhapsUnhandled,
  finalizerUnhandled,
  withSuccessor,
} from './finalizer-unhandled.ts'
import { heldByUsers } from './in-use.ts'
import { isOfOwnController, mayFinish } from './may-finish.ts'
import { ownedBy } from './owned-objects.ts'
import { parentAlive } from './parent-alive.ts'
import { paused } from './paused.ts'
import { referenceMissing } from './reference-missing.ts'
import { volumeAttached } from './volume-attached.ts'
import { volumeDetachFailing } from './volume-detach-failing.ts'
import { withoutAttachment } from './volume-unattached.ts'
import { withWayOut } from './way-out.ts'
import { withAbsence } from './with-absence.ts'

/** What each outcome of the search means; the first that answers tells. */
const outcomes: readonly ((found: Case) => Holding | undefined)[] = [
  cloudControllerDown,
  controllerForbidden,
  paused,
  confirmationAwaited,
  referenceMissing,
  finalizerUnhandled,
  finalizerBesideSuccessor,
  cleanupFailing,
  parentAlive,
  finalizerPerhapsUnhandled,
  cleanupInProgress,
  controllerUnhealthy,
  controllerMissing,
  controllerOutside,
  controllerUnknown,
]

/** Who should remove each finalizer that is not Kubernetes' own, and why they do not. */
export function controller(held: Held, context: RuleContext): readonly Holding[] {
  if (held.meta.deletionTimestamp === undefined) return []
  const foreign = held.finalizers.filter(
    ({ name, field }) => field === 'metadata' && !isOfKubernetes(name, held.ref.resource) && !isMisplaced(held, name),
  )
  // The API lets a list name one twice.
  return [...new Set(foreign.map(({ name }) => name))].flatMap(name => {
    if (isExplainedByAttachments(held, name, context) || isLeftByManager(held, name, context)) return []
    // Asked for with the first questions: who the controller is takes a round to be known.
    readReports(held, context.facts)
    const search = searchController(held, name, context)
    const identity = identityOf(held, name, context.facts)
    const known = knownOf(held, name, context)
    if (search === undefined || known === 'pending') return []
    const names = search.candidates.flatMap(({ workload }) => (workload.readyReplicas > 0 ? namesOf(workload) : []))
    const reports = reportsOn(held, identity, names, context)
    if (reports === undefined) return []
    const found: Case = { held, finalizer: name, identity, search, reports, known, context }
    const texts = reports.whole && isOfOwnController(found) ? statusTexts(reports.whole) : []
    const users = heldByUsers(held, name, context, claimsOf('in use', texts)[0]?.quote)
    // Whoever uses it holds it also when the change is let pass.
    if (isKeptFromIt(found))
      return protectionOf(name, held.ref.resource, context.catalogue.rows.inUse) ? [] : users.filter(isWait)
    if (users.length > 0 && mayFinish(found))
      return protectionOf(name, held.ref.resource, context.catalogue.rows.inUse) ? [] : users
    const drain = drainBlocked(found)
    if (drain.length > 0) return drain
    const detaching = volumesDetaching(found)
    if (detaching.length > 0) return detaching
    for (const outcome of outcomes) {
      const holding = outcome(found)
      if (holding !== undefined) {
        if (holding.verdict !== 'stuck' && waitsForResources(found)) return []
        const unread = unreadInventory(found, holding)
        return unread === undefined
          ? [withoutAttachment(withWayOut(withSuccessor(withAbsence(holding, found), found), found), found)]
          : [unread]
      }
    }
    return []
  })
}

function isWait({ waitingFor }: Holding): boolean {
  return waitingFor !== undefined && waitingFor.length > 0
}

/**
 * A controller that lives and waits for what it made, which is being deleted: that is its work, and what holds those is the
 * cause.
 */
function waitsForResources(found: Case): boolean {
  if (living(found).length === 0) return false
  const listed = awaitedResources(found.held, found.context)
  return (listed !== 'pending' && listed.waits) || ownedBy(found.held, found.context).length > 0
}

/** A controller that is silent, where what it made is known to be waited for and could not be read: that is all there is to say. */
function unreadInventory({ held, finalizer, context }: Case, { cause, verdict }: Holding): Holding | undefined {
  if (cause?.code !== 'CleanupInProgress' || verdict !== 'unknown') return undefined
  const listed = awaitedResources(held, context)
  const [gap] = listed === 'pending' ? [] : listed.unreadable
  const { kind, name } = held.ref
  return gap && unreadHolding(held, finalizer, gap, `What ${kind} ${name} lists as created by it could not be read.`)
}

/** One with rules of its own, on its own type; elsewhere a program may use the name for itself. */
function isOfKubernetes(name: string, resource: string): boolean {
  return OF_KUBERNETES.has(name) && !isMisplacedName(name, resource)
}

/** What an attacher waits for, or fails at, has rules of its own, which say more than that it is there. */
function isExplainedByAttachments(held: Held, finalizer: string, context: RuleContext): boolean {
  if (!finalizer.startsWith(ATTACHER_PREFIX)) return false
  return volumeAttached(held, context).length > 0 || volumeDetachFailing(held, context).length > 0
}

/**
 * A controller that lives and whose removal the server rejects, or undoes, is not what is to be repaired, whatever it
 * reports: the rules for rejections name the cause.
 */
function isKeptFromIt(found: Case): boolean {
  if (living(found).length === 0) return false
  const probed = probeOf(found.held, found.context)
  if (probed === undefined) return false
  const { state, rejection, readded } = probed
  // What is about the moment, or about us, keeps nobody from it.
  const isPassing = rejection?.by === 'probe' || (rejection?.by === 'something else' && rejection.passing === true)
  const isRejected = state === 'rejected' && !isPassing
  return state === 'pending' || isRejected || readded.includes(found.finalizer)
}
