import { DEFINITIONS } from '../../api/definitions.ts'
import type { KubeObject } from '../../api/object.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { leftWebhook } from '../admission/left-webhook.ts'
import { eachTogether, together } from '../answered.ts'
import { trustedAuthor } from '../author.ts'
import { absenceProvenBy, type Signs } from '../controller/absence.ts'
import { isHeldByHand } from '../controller/by-hand.ts'
import { isOfOneOwner } from '../controller/identity.ts'
import { goneAccounts, goneWithNamespace, idleAccounts } from '../controller/idle-accounts.ts'
import { type Installation, installationOf, releaseGone } from '../controller/install-marks.ts'
import {
  farGroupsOf,
  groupsOf,
  type LastWrites,
  typesOfDomain,
  type WritesEverywhere,
  writesEverywhere,
} from '../controller/last-writes.ts'
import { type Lapsed, lapsedLeases, leftBy, type Renewal, renewedLease } from '../controller/leases.ts'
import { type Listeners, listenersOf } from '../controller/listeners.ts'
import { ownNamespaces } from '../controller/own-namespaces.ts'
import type { Evidence } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { isCustom, type RuleContext } from '../stuck-object.ts'
import { workloadsOf, workloadText } from '../workloads/workloads.ts'
import { type Absence, absenceDoubts, lastSeen, signsOf } from './absence-signs.ts'
import { type Case, tieOfCandidate } from './dossier.ts'

const MAX_DEFINITIONS = 3

/** Weighs what was found out where no workload is the controller. */
export function absenceOf(found: Case): Absence {
  return once(found.context.facts, found, () => weigh(found))
}

function leftOf(found: Case) {
  const { held, search, identity, context } = found
  const { facts } = context
  const definition = isCustom(held)
    ? facts.read({ about: 'object', resource: DEFINITIONS, name: held.ref.resource })
    : undefined
  const known = definition?.state === 'known' ? definition.value : undefined
  // An account of this cluster may be that of a controller in another one, which uses it from there.
  const mayBeUsed = search.outside?.runs === 'elsewhere' || search.outside?.runs === 'server'
  const [installation = NOT_MARKED, accounts, leaving] = together(
    () => (isCustom(held) ? known && installationOf(known, facts) : relatedInstallation(found)),
    () => idleAccounts(mayBeUsed ? [] : search.idle, facts),
    () =>
      eachTogether(found.search.leaving, each => {
        const { workload } = each
        return {
          fact: message('WorkloadLeaving', { workload: workloadText(workload) }),
          source: `${workload.kind.toLowerCase()}s`,
          by: tieOfCandidate(found, each)?.by ?? 'namespace',
        }
      }),
  )
  const [gone, went] = together(
    () => goneAccounts(accounts.idle, facts),
    () => (mayBeUsed ? [] : goneWithNamespace(search, identity, held, context)),
  )
  const emptied = went.filter(each => !gone.includes(each))
  return { known, isUndefined: definition?.state === 'absent', installation, accounts, leaving, gone, emptied }
}

function weigh(found: Case): Absence {
  const { known: definition, isUndefined, installation, accounts, leaving, gone, emptied } = leftOf(found)
  const near = lastSeen(found)
  const ofType = !isUndefined && isOfType(found)
  const listeners = definition === undefined ? UNASKED : listenersTo(definition, found, ofType)
  const counted = ofType ? countFor(listeners, found) : 'untold'
  const signsBy = (writes: LastWrites, heardAll: boolean): Signs => ({
    ...signsOf(found, installation, accounts, writes, counted),
    wentItself: trustedAuthor(leaving),
    goneAccount: trustedAuthor(counted === 'none' ? [...gone, ...emptied] : gone),
    ofType,
    heardAll,
  })
  const signs = signsBy(near, true)
  // Leases are many, and so are objects of the product: read only where nothing else speaks against a proof.
  const areLeasesRead = absenceProvenBy({ ...signs, wentItself: 'operator' }) !== undefined
  const lease: Renewal = areLeasesRead ? renewalOf(found) : { state: 'none' }
  const writesIfSupported = (some: Signs) =>
    absenceProvenBy({ ...some, renewed: lease.state === 'fresh' }) === undefined ? undefined : writesOfProduct(found)
  const [lapsed] = together(
    () => (areLeasesRead ? lapsedOf(found) : []),
    () => writesIfSupported(signs),
  )
  const withLeases = (some: Signs) => ({ ...leftBy(lapsed, some), renewed: lease.state === 'fresh' })
  const everywhere = writesIfSupported(leftBy(lapsed, signs))
  const { gaps, unread: unreadObjects } = everywhere ?? NOT_READ
  const writes = everywhere === undefined ? near : lastSeen(found, everywhere)
  const unaided = signsBy(writes, gaps.length === 0)
  const heard = withLeases(unaided)
  const proof = absenceProvenBy(heard)
  // What proves nothing is sought only where nothing is proven.
  const left = proof === undefined ? leftBehind(found) : undefined
  const traced = { ...heard, traces: heard.traces ?? trustedAuthor(emptied) }
  const unread = [...accounts.unread, ...(lease.state === 'hidden' ? [lease.why] : []), ...unreadObjects]
  return {
    proof,
    definition,
    installation,
    leaving,
    idle: accounts.idle.filter(account => !gone.includes(account)),
    gone: [...gone, ...emptied],
    // What is proven without them needs no more.
    lapsed: absenceProvenBy(unaided) === 'traces' ? [] : lapsed,
    silentSeconds: heard.silentSeconds,
    listeners,
    doubts: [...absenceDoubts(found, traced, accounts, writes, lease, left), ...(proof === undefined ? gaps : [])],
    unread: proof === undefined ? [] : unread,
  }
}

function leftBehind({ held, search, context: { facts } }: Case): Evidence | undefined {
  const webhook = isCustom(held) ? leftWebhook(held, facts) : undefined
  if (webhook !== undefined || search.unreadable.length > 0) return webhook
  return releaseGone({ metadata: held.meta }, workloadsOf(facts).all, facts)
}

const UNASKED: Listeners = { are: 'unasked' }

/** Asked only where a verdict hangs on it: nothing that could be read is the controller. */
function listenersTo(definition: KubeObject, { search, context: { facts } }: Case, ofType: boolean): Listeners {
  const isOpen = search.candidates.length + search.scheduled.length + search.unreadable.length === 0
  const count = () => listenersOf(definition, facts)
  const counted = isOpen ? once(facts, `watch ${definition.metadata.name}`, count) : UNASKED
  // Of a stranger, who may ask now and then, it proves nothing that nothing watches.
  return ofType || counted.are === 'none' ? counted : UNASKED
}

/** Who holds the object beside may be who listens; and what was put on by hand has no controller to wait for. */
function countFor({ are }: Listeners, { held, finalizer, identity }: Case): Signs['listeners'] {
  if (are === 'some' && identity.rivals.length === 0) return 'some'
  return are === 'none' && !isHeldByHand(held, finalizer, identity) ? 'none' : 'untold'
}

/** A CRD that is being deleted; one that only would be can still be installed again. */
export function goingToday({ definition }: Absence, { together }: RuleContext): KubeObject | undefined {
  const isGoing = definition?.metadata.deletionTimestamp !== undefined && !together?.isLive(definition.metadata.uid)
  return isGoing ? definition : undefined
}

export function goingEvidence(absence: Absence, context: RuleContext): readonly Evidence[] {
  const definition = goingToday(absence, context)?.metadata.name
  return definition === undefined
    ? []
    : [factFrom('customresourcedefinitions', 'DefinitionBeingDeleted', { definition })]
}

function lapsedOf({ held, finalizer, search, identity, context: { facts } }: Case): readonly Lapsed[] {
  const ofOperator = (namespace: string) => ownNamespaces(held, finalizer, facts).get(namespace) === 'operator'
  return lapsedLeases(identity, search.known, ofOperator, facts)
}

function renewalOf({ held, search, identity, context: { facts } }: Case): Renewal {
  return renewedLease(identity, { ...search, group: isCustom(held) ? held.type.group : undefined }, facts)
}

function writesOfProduct({ held, finalizer, context: { facts } }: Case): WritesEverywhere {
  return writesEverywhere(held, groupsOf(held, finalizer, facts), facts, farGroupsOf(held, facts))
}

const NOT_READ: WritesEverywhere = { latest: new Map(), latestFar: new Map(), unread: [], gaps: [] }

const NOT_MARKED: Installation = { evidence: [] }

/**
 * Of a type of the core: what brought the CRDs in the domain of the finalizer, where that is shown to be uninstalled.
 */
function relatedInstallation({ finalizer, context: { facts } }: Case): Installation {
  return once(facts, `installation of ${finalizer}`, () => installationOfDomain(finalizer, facts))
}

function installationOfDomain(finalizer: string, facts: Facts): Installation {
  const definitions = [...new Set(typesOfDomain(finalizer, facts).map(({ plural, group }) => `${plural}.${group}`))]
  const found = eachTogether(definitions.slice(0, MAX_DEFINITIONS), name => {
    const fact = facts.read({ about: 'object', resource: DEFINITIONS, name })
    return fact.state === 'known' ? installationOf(fact.value, facts) : NOT_MARKED
  })
  return found.find(({ present }) => present === false) ?? NOT_MARKED
}

/** See `Signs`. */
function isOfType({ held, finalizer, identity: { writer, reporter, isStranger } }: Case): boolean {
  // A restore put the finalizer on as the backup had it: that who restored is silent tells nothing of its controller.
  const isRestored = held.meta.labels?.['velero.io/restore-name'] !== undefined && /^velero/.test(writer?.manager ?? '')
  if (!isCustom(held) || isRestored || reporter !== undefined) return false
  return !isStranger || isOfOneOwner(finalizer.split('/')[0]!, held.type.group)
}
