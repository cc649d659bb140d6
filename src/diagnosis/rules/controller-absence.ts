import type { KubeObject } from '../../api/object.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { leftWebhook } from '../admission/left-webhook.ts'
import { isTrusted, type Told, trustedAuthor } from '../author.ts'
import { isNamed } from '../catalogue/named-workload.ts'
import { absenceProvenBy, type Proof, type Signs } from '../controller/absence.ts'
import { isCustom } from '../controller/custom-type.ts'
import type { Dangling, Holder } from '../controller/holders.ts'
import { isOfDomain, isOfOneOwner, ownerOf } from '../controller/identity.ts'
import { type IdleAccounts, idleAccounts } from '../controller/idle-accounts.ts'
import { type Installation, installationOf } from '../controller/install-marks.ts'
import { overlaps, wordsOf } from '../controller/kinship.ts'
import { type LastWrites, lastWritesOf, later } from '../controller/last-writes.ts'
import { type Lapsed, lapsedLeases, type Renewal, renewedLease } from '../controller/leases.ts'
import { LONGEST_DELAY_SECONDS } from '../controller/longest-delay.ts'
import { ownNamespaces } from '../controller/own-namespaces.ts'
import { type WritesEverywhere, writesEverywhere } from '../controller/writes-everywhere.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { Holding } from '../held.ts'
import { once } from '../once.ts'
import { absenceDoubts } from './absence-doubts.ts'
import { type Case, tieOfCandidate } from './controller-case.ts'

const CRDS = 'customresourcedefinitions.apiextensions.k8s.io'

/** How many CRDs of a finalizer's domain are asked for the marks of their installer. */
const MAX_DEFINITIONS = 3

/** Whether it is proven that nothing is left that could remove a finalizer. */
export interface Absence {
  /** Of what could be read; it takes all of `unread` too. */
  readonly proof: Proof | undefined
  readonly definition: KubeObject | undefined
  readonly installation: Installation
  /** Service accounts of its own as which nothing runs. */
  readonly idle: readonly Holder[]
  /** Service accounts of its own that bindings name and that do not exist. */
  readonly gone: readonly Holder[]
  /** Leases of its own that nothing renews any more. */
  readonly lapsed: readonly Evidence[]
  /** Since the finalizer's writer was last seen; undefined when nothing shows that. */
  readonly silentSeconds: number | undefined
  /** What speaks against it, or is missing to it. */
  readonly doubts: readonly Evidence[]
  readonly unread: readonly Unreadable[]
}

/** Weighs what was found out where no workload is the controller; undefined while facts are pending. */
export function absenceOf(found: Case): Absence | undefined {
  return once(found.context.facts, found, () => weigh(found))
}

function weigh(found: Case): Absence | undefined {
  const { held, search, identity, context } = found
  const definition = isCustom(held)
    ? context.facts.read({ about: 'object', resource: CRDS, name: held.ref.resource })
    : undefined
  if (definition?.state === 'pending') return undefined
  const known = definition?.state === 'known' ? definition.value : undefined
  const installation = isCustom(held) ? known && installationOf(known, context.facts) : relatedInstallation(found)
  // An account of this cluster may be that of a controller in another one, which uses it from there.
  const mayBeUsed = search.outside?.runs === 'elsewhere' || search.outside?.runs === 'server'
  const accounts = idleAccounts(mayBeUsed ? [] : search.idle, context.facts)
  if ((known !== undefined && installation === undefined) || accounts === undefined) return undefined
  const gone = goneAccounts(accounts.idle, context.facts)
  if (gone === undefined) return undefined
  const near = withEvents(lastWritesOf(held, identity, search.known, context), found)
  const custom = isCustom(held) && definition?.state !== 'absent'
  const signsBy = (writes: LastWrites, heardAll: boolean): Signs => ({
    ...signsOf(found, installation ?? NOT_MARKED, accounts, writes),
    goneAccount: trustedAuthor(gone),
    ofType:
      custom &&
      !isRestored(found) &&
      (!identity.isStranger || isOfOneOwner(found.finalizer.split('/')[0]!, held.type.group)),
    heardAll,
  })
  const signs = signsBy(near, true)
  const sought = { ...search, group: isCustom(held) ? held.type.group : undefined }
  // Leases are many: they are read only where nothing else speaks against a proof.
  const isOpen = absenceProvenBy({ ...signs, wentItself: 'operator' }) !== undefined
  const ofOperator = (namespace: string) =>
    ownNamespaces(held, found.finalizer, context.facts).get(namespace)?.by === 'operator'
  const lapsed = isOpen ? lapsedLeases(identity, search.known, ofOperator, context.facts) : []
  const lease: Renewal = isOpen ? renewedLease(identity, sought, context.facts) : { state: 'none' }
  if (lapsed === 'pending' || lease.state === 'pending') return undefined
  const withLeases = (some: Signs) => ({ ...leftBy(lapsed, some), renewed: lease.state === 'fresh' })
  // So are all objects of the product, in all namespaces.
  const isSupported = absenceProvenBy(withLeases(signs)) !== undefined
  const everywhere = isSupported ? writesEverywhere(held, groupsOf(found), context.facts, farGroupsOf(found)) : NOT_READ
  if (everywhere === undefined) return undefined
  const { latest, latestFar, gaps } = everywhere
  const writes = isSupported
    ? withEvents(lastWritesOf(held, identity, search.known, context, latest, latestFar), found)
    : near
  const unaided = signsBy(writes, gaps.length === 0)
  const heard = withLeases(unaided)
  const proof = absenceProvenBy(heard)
  // What proves nothing is sought only where nothing is proven.
  const left = proof === undefined && isCustom(held) ? leftWebhook(held, context.facts) : undefined
  if (left === 'pending') return undefined
  const unread = [...accounts.unread, ...(lease.state === 'hidden' ? [lease.why] : []), ...everywhere.unread]
  return {
    proof,
    definition: known,
    installation: installation ?? NOT_MARKED,
    idle: accounts.idle.filter(account => !gone.includes(account)),
    gone,
    // What is proven without them needs no more.
    lapsed: absenceProvenBy(unaided) === 'traces' ? [] : lapsed.map(({ evidence }) => evidence),
    silentSeconds: heard.silentSeconds,
    doubts: [
      ...absenceDoubts(found, heard, accounts, writes, lease, left, hintsOf(found, accounts.idle, gone, lapsed)),
      ...(proof === undefined ? gaps : []),
    ],
    unread: proof === undefined ? [] : unread,
  }
}

/** A Lease that lapsed after its last write shows that the program went; one that lapsed before is of a former installation. */
function leftBy(lapsed: readonly Lapsed[], signs: Signs): Signs {
  const { seenSeconds = Number.POSITIVE_INFINITY } = signs
  const since = lapsed.filter(({ seconds }) => seconds <= seenSeconds)
  return {
    ...signs,
    traces: signs.traces ?? trustedAuthor(lapsed),
    wentItself: signs.wentItself ?? trustedAuthor(since),
  }
}

/**
 * A cause that rests on a workload which has no more than a name, or on what an Event says where no controller was found, does not
 * hide that cluster-scoped traces of an uninstall were found: it is `unknown`, and both are told. undefined facts change nothing.
 */
export function withAbsence(holding: Holding, found: Case): Holding {
  const { cause } = holding
  if (cause === undefined || cause.code === 'ControllerMissing' || cause.code === 'ControllerUnknown') return holding
  if (found.search.candidates.some(each => tieOfCandidate(found, each) !== undefined)) return holding
  const absence = absenceOf(found)
  if (absence?.proof !== 'traces' || absence.unread.length > 0) return holding
  const evidence = [...cause.evidence, ...tracesOf(found, absence)]
  return { ...holding, verdict: 'unknown', cause: { ...cause, key: `${cause.key}/absent`, evidence } }
}

/** What an uninstall left, as evidence, whoever could have written it. */
export function tracesOf({ search }: Case, { installation, lapsed, gone, idle }: Absence): readonly Evidence[] {
  return [
    ...installation.evidence,
    ...search.leaving.map(({ fact, source }) => ({ fact, source })),
    ...lapsed,
    ...gone.map(goneEvidence),
    ...idle.map(idleEvidence),
    ...search.dangling.map(danglingEvidence),
  ]
}

/** Traces of an uninstall that a user of a namespace could have written: they are told, and allow nothing. */
function hintsOf(
  { search }: Case,
  idle: readonly Holder[],
  gone: readonly Holder[],
  lapsed: readonly Lapsed[],
): readonly Evidence[] {
  const isHint = (told: Told) => !isTrusted(told)
  const hints = [
    ...search.leaving.filter(isHint),
    ...lapsed.filter(isHint).map(({ evidence }) => evidence),
    ...gone.filter(isHint).map(goneEvidence),
    ...idle.filter(each => isHint(each) && !gone.includes(each)).map(idleEvidence),
    ...search.dangling.filter(isHint).map(danglingEvidence),
  ]
  return hints.map(({ fact, source }) => ({ fact: `${fact} (any user of that namespace can write that)`, source }))
}

/** That a service account with the right does not exist. */
function goneEvidence({ namespace, name, binding }: Holder): Evidence {
  const fact = `service account ${namespace}/${name}, which ${binding} allows to patch them, does not exist`
  return { fact, source: 'serviceaccounts' }
}

/** That nothing runs as a service account with the right. */
function idleEvidence({ namespace, name, binding }: Holder): Evidence {
  const fact = `no Pod runs as service account ${namespace}/${name}, which ${binding} allows to patch them`
  return { fact, source: 'rolebindings, pods' }
}

/** That a binding of its own has lost its role. */
function danglingEvidence({ binding, role }: Dangling): Evidence {
  return { fact: `${binding} refers to ${role}, which no longer exists`, source: 'rolebindings' }
}

/** How many accounts are asked for. */
const MAX_ACCOUNTS = 5

/** Those of these accounts that do not exist; undefined while that is asked. */
function goneAccounts(accounts: readonly Holder[], facts: Facts): readonly Holder[] | undefined {
  const asked = accounts.filter(({ name }) => name !== '*').slice(0, MAX_ACCOUNTS)
  const found = asked.map(({ namespace, name }) =>
    facts.read({ about: 'existence', resource: 'serviceaccounts', namespace, name }),
  )
  if (found.some(({ state }) => state === 'pending')) return undefined
  return asked.filter((_, index) => found[index]!.state === 'absent')
}

const NOT_READ: WritesEverywhere = { latest: new Map(), latestFar: new Map(), unread: [], gaps: [] }

/** Where the controller of a finalizer writes: the group of the type, and those in the domain of the finalizer. */
function groupsOf({ held, finalizer, context: { facts } }: Case): ReadonlySet<string> {
  const own = isCustom(held) ? [held.type.group] : []
  return once(facts, `groups of ${own.join()} ${finalizer}`, () => {
    const ofDomain = typesOfDomain(finalizer, facts).map(({ group }) => group)
    return new Set([...own, ...ofDomain.toSorted()])
  })
}

/** Domains that many products share. */
const SHARED_DOMAINS = /^(x-)?k8s\.io$/

/** Other products of the owner of the type's domain, whose controllers may be one with the finalizer's. */
function farGroupsOf({ held, context: { facts } }: Case): ReadonlySet<string> {
  const owner = ownerOf(held.type.group)
  if (!isCustom(held) || SHARED_DOMAINS.test(owner)) return new Set()
  return once(facts, `groups of ${owner}`, () => {
    const groups = new Set(facts.types.map(({ group }) => group))
    return new Set([...groups].filter(group => group.includes('.') && ownerOf(group) === owner))
  })
}

/** The types in the domain of a finalizer. */
function typesOfDomain(finalizer: string, facts: Facts): readonly ResourceType[] {
  const domain = finalizer.split('/')[0]!
  return once(facts, `types of ${domain}`, () => facts.types.filter(({ group }) => isOfDomain(group, domain)))
}

/**
 * Who reports an event is there as much as who writes. An error is reported again with every try: when that is over, who reported
 * it is not there any more.
 */
function withEvents({ wrote, silentSince, seen }: LastWrites, { reports, context }: Case): LastWrites {
  const { heard, failures } = reports
  if (heard === undefined) return { wrote, silentSince, seen }
  const seconds = Math.max(0, (context.facts.now.getTime() - heard.at) / 1000)
  const report = { manager: heard.reporter, seconds }
  const isOver = failures.length > 0 && seconds >= LONGEST_DELAY_SECONDS
  return {
    wrote: later(wrote, report),
    silentSince: later(silentSince, report),
    seen: isOver ? seen : later(seen, report),
  }
}

const NOT_MARKED: Installation = { evidence: [] }

/**
 * Of a type of the core: what brought the CRDs in the domain of the finalizer, where that is shown to be uninstalled.
 * undefined while that is asked.
 */
function relatedInstallation({ finalizer, context: { facts } }: Case): Installation | undefined {
  return once(facts, `installation of ${finalizer}`, () => installationOfDomain(finalizer, facts))
}

function installationOfDomain(finalizer: string, facts: Facts): Installation | undefined {
  const definitions = [...new Set(typesOfDomain(finalizer, facts).map(({ plural, group }) => `${plural}.${group}`))]
  const found = definitions.slice(0, MAX_DEFINITIONS).map(name => {
    const fact = facts.read({ about: 'object', resource: CRDS, name })
    if (fact.state === 'pending') return undefined
    return fact.state === 'known' ? installationOf(fact.value, facts) : NOT_MARKED
  })
  if (found.includes(undefined)) return undefined
  return found.find(each => each?.present === false) ?? NOT_MARKED
}

function signsOf(
  found: Case,
  installation: Installation,
  accounts: IdleAccounts,
  { wrote, silentSince, seen }: LastWrites,
): Omit<Signs, 'ofType' | 'heardAll' | 'goneAccount'> {
  const { held, search, identity } = found
  const { users, outside, suspects, dangling, leaving, known } = search
  // A release that brought the type has nothing to do with the finalizer of a stranger; of a core type it is the finalizer's.
  const isUninstalled = installation.present === false && !(isCustom(held) && identity.isStranger)
  return {
    // The CRD, which is cluster-scoped, names the release.
    traces: isUninstalled ? 'cluster' : trustedAuthor(dangling),
    wentItself: trustedAuthor(leaving),
    idle: trustedAuthor(accounts.idle),
    deletedSeconds: held.ageSeconds ?? 0,
    wroteSeconds: wrote?.seconds,
    silentSeconds: silentSince?.seconds,
    seenSeconds: seen?.seconds,
    renewed: false,
    outsideController: accounts.used.length > 0 || users.some(({ grant }) => grant === 'marked'),
    outsideUser: users.some(({ grant }) => grant !== 'wildcard'),
    elsewhere: outside === undefined ? 'never' : outside.runs === 'server' ? 'always' : 'maybe',
    named: known.length > 0 && isWrittenBy(known, found),
    suspects: suspects.length > 0,
  }
}

/** A restore put the finalizer on as the backup had it: that who restored is silent tells nothing of its controller. */
function isRestored({ held: { meta }, identity: { writer } }: Case): boolean {
  return meta.labels?.['velero.io/restore-name'] !== undefined && /^velero/.test(writer?.manager ?? '')
}

/** Nothing shows that another program wrote the finalizer than the catalogue knows. */
function isWrittenBy(known: readonly string[], { finalizer, identity: { manager } }: Case): boolean {
  return manager === undefined || overlaps(wordsOf(manager), wordsOf(finalizer, ...known)) || isNamed(manager, known)
}
