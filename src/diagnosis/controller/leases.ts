import type { V1Lease } from '@kubernetes/client-node'
import { itemsOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { factFrom } from '../../messages/sentence.ts'
import { type Authored, trustedAuthor } from '../author.ts'
import type { Evidence } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { type LeaseState, leaseState } from '../lease-state.ts'
import { formatSeconds, LAPSED_SECONDS } from '../thresholds.ts'
import { type Workload, workloadsOf } from '../workloads/workloads.ts'
import type { Signs } from './absence.ts'
import { type Identity, isRival } from './identity.ts'
import { isKin, overlaps, wordsOf } from './kinship.ts'

/** Whether a Lease shows that a finalizer's controller runs somewhere. `none` was looked for among all Leases. */
export type Renewal =
  | { readonly state: 'fresh'; readonly evidence: Evidence }
  | { readonly state: 'none' }
  | { readonly state: 'hidden'; readonly why: Unreadable }

const SYSTEM = 'kube-system'
/** Of nodes: their names say nothing of a controller. */
const OF_NODES = 'kube-node-lease'

/**
 * Looks for a Lease that is renewed and is that of the finalizer's controller: its manager writes it, or its name or
 * its holder's shows it, see `namesController`. One that a workload of this cluster holds is that workload's.
 */
export function renewedLease(identity: Identity, search: Sought, facts: Facts): Renewal {
  const leases = facts.read({ about: 'list', resource: 'leases.coordination.k8s.io' })
  if (leases.state === 'unreadable') return { state: 'hidden', why: leases.why }
  const fresh = once(facts, 'renewed leases', () =>
    itemsOf(leases).filter(
      lease => lease.metadata.namespace !== OF_NODES && leaseState(specOf(lease), facts.now).state === 'renewed',
    ),
  )
  const key = `lease ${identity.key} ${[...search.words].join()} ${search.group}`
  const found = once(facts, key, () => fresh.find(lease => isOwn(lease, identity, search, facts)))
  if (found === undefined) return { state: 'none' }
  return { state: 'fresh', evidence: renewed(found, leaseState(specOf(found), facts.now), false) }
}

function renewed({ metadata }: KubeObject, { holder, silentSeconds }: LeaseState, isLast: boolean): Evidence {
  const of = { lease: `${metadata.namespace}/${metadata.name}`, holder, ago: formatSeconds(silentSeconds), isLast }
  return factFrom('leases', 'LeaseRenewed', of)
}

export interface Sought {
  readonly known: readonly string[]
  /** Words of the finalizer, its manager and, where these do not tell of another, the type's group. */
  readonly words: ReadonlySet<string>
  /** Of a custom type. */
  readonly group: string | undefined
}

/** A Lease not renewed any more, for how many seconds, and whose it is: users of a namespace write Leases in it. */
export interface Lapsed extends Authored {
  readonly seconds: number
  readonly evidence: Evidence
}

/**
 * Leases of the finalizer's controller that lapsed: it was here, and went. Told by the name of the program that wrote
 * the finalizer, or that the catalogue gives, and not where anything akin runs, which may elect by another Lease now.
 */
export function lapsedLeases(
  { key, manager }: Identity,
  known: readonly string[],
  isOwnNamespace: (namespace: string) => boolean,
  facts: Facts,
): readonly Lapsed[] {
  const names = manager === undefined ? known : [manager, ...known]
  if (names.length === 0) return []
  const leases = facts.read({ about: 'list', resource: 'leases.coordination.k8s.io' })
  if (leases.state !== 'known') return []
  return once(facts, `lapsed leases ${key}`, () => {
    const { all } = workloadsOf(facts)
    return leases.value.flatMap(lease => {
      const { name, namespace = '', managedFields = [] } = lease.metadata
      const state = leaseState(specOf(lease), facts.now)
      const seconds = state.silentSeconds
      const isOwn =
        names.some(own => isPartOf(own, name)) ||
        managedFields.some(each => manager !== undefined && each.manager === manager)
      const runsAkin = () => all.some(each => isKin(each, wordsOf(name, ...names)))
      if (namespace === OF_NODES || !(seconds > LAPSED_SECONDS) || !isOwn || runsAkin()) return []
      // Whoever may write in kube-system may do everything.
      const by = namespace === SYSTEM ? 'cluster' : isOwnNamespace(namespace) ? 'operator' : 'namespace'
      return [{ by, seconds, evidence: renewed(lease, state, true) }]
    })
  })
}

/** Whether a workload elects by a Lease of its namespace: it is called after the workload, or its manager wrote it. */
export function isOfWorkload(
  { metadata: { name, namespace, managedFields = [] } }: KubeObject,
  workload: Workload,
  manager: string | undefined,
): boolean {
  if (namespace !== workload.namespace) return false
  return (
    isPartOf(workload.name, name) || (manager !== undefined && managedFields.some(each => each.manager === manager))
  )
}

function isOwn(lease: KubeObject, identity: Identity, search: Sought, facts: Facts): boolean {
  const { name, managedFields = [] } = lease.metadata
  const { holderIdentity = '' } = specOf(lease)
  if (managedFields.some(({ manager }) => manager !== undefined && manager === identity.manager)) return true
  const holder = holderIdentity.split('_')[0]!
  const isHere = workloadsOf(facts).all.some(each => `${holder}-`.startsWith(`${each.name}-`))
  return !isHere && namesController([name, holder], identity, search) && !isRival([name, holder], identity)
}

/**
 * Names hold the very name of the controller, or all telling words of its manager's, or of the group's first label. One
 * of several may be another product's. Where no manager tells anything, any word of the finalizer or group counts.
 */
function namesController(names: readonly string[], { manager, isStranger }: Identity, { known, words, group }: Sought) {
  const has = wordsOf(...names)
  const isWhole = (some: ReadonlySet<string>) => some.size > 0 && [...some].every(word => has.has(word))
  const own = manager === undefined ? known : [manager, ...known]
  if (names.some(name => own.some(each => isPartOf(each, name)))) return true
  if (manager === undefined || wordsOf(manager).size === 0) return overlaps(has, words)
  return isWhole(wordsOf(manager)) || (!isStranger && isWhole(wordsOf(group?.split('.')[0] ?? '')))
}

/** `lake-operator` of `prod-lake-operator-leader`. */
function isPartOf(own: string, name: string): boolean {
  return `-${name}-`.includes(`-${own}-`)
}

export function specOf(lease: KubeObject): NonNullable<V1Lease['spec']> {
  return (lease as unknown as V1Lease).spec ?? {}
}

/** A Lease that lapsed after its last write shows that the program went; an earlier one is of a former installation. */
export function leftBy(lapsed: readonly Lapsed[], signs: Signs): Signs {
  const { seenSeconds = Number.POSITIVE_INFINITY } = signs
  const since = lapsed.filter(({ seconds }) => seconds <= seenSeconds)
  return {
    ...signs,
    traces: signs.traces ?? trustedAuthor(lapsed),
    wentItself: signs.wentItself ?? trustedAuthor(since),
  }
}
