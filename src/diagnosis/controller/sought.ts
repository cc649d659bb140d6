import { builtinFinalizer } from '../../api/builtin-finalizers.ts'
import { parseApiVersion, resourceName } from '../../api/resource-type.ts'
import { together } from '../answered.ts'
import type { CatalogueEntry } from '../catalogue/entry.ts'
import { knownOf } from '../catalogue/known.ts'
import { mentions, namedForOthers, namedWorkloads } from '../catalogue/named-workload.ts'
import { outsideOf } from '../catalogue/outside.ts'
import { type Facts, once } from '../facts.ts'
import { isOneOfMany } from '../managers.ts'
import { namespaceBeingEmptied } from '../namespaces/terminating-namespaces.ts'
import { isCustom, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { ATTACHER_PREFIX } from '../volumes/consumers.ts'
import { type Workload, workloadsOf } from '../workloads/workloads.ts'
import { isConfined, servesAnother } from './account-rules.ts'
import { isHeldByHand } from './by-hand.ts'
import { driversOf, isOfSidecar, OF_ALL_DRIVERS } from './driver-fit.ts'
import { fitOf } from './fit.ts'
import { type Holder, holdersOf, holdersOfObject, isHeldBy } from './holders.ts'
import { domainOf, type Identity, isOfOneOwner, ownerDomain, without } from './identity.ts'
import { namesOf, overlaps, wordsOf } from './kinship.ts'
import { ownNamespaces } from './own-namespaces.ts'
import { isForType } from './rbac-grants.ts'
import { type Clues, carries, markedNames } from './reasons.ts'

/** What is asked first of all, in one round: of a type, a namespace and a finalizer it is the same. */
export function readFor(held: StuckObject, finalizer: string, context: RuleContext) {
  const { facts } = context
  const { group, plural } = held.type
  const { namespace, resource } = held.ref
  const type = { group, plural, namespace }
  return once(facts, `sought for ${finalizer} ${group}/${plural} ${namespace}`, () => {
    const outside = (entry: CatalogueEntry | undefined) =>
      outsideOf(context.catalogue.rows.outside, finalizer, resource, facts, entry?.controller.outside)
    const [workloads, holdersOfType, { entry, told }] = together(
      () => workloadsOf(facts),
      () => once(facts, `holders ${group}/${plural} ${namespace}`, () => holdersOf(facts, type)),
      () => knownOf(held, finalizer, context),
      // As the catalogue alone has it: a CRD that says otherwise is rare, and this asks about the nodes.
      () => outside(context.catalogue.find(finalizer, resource)),
    )
    return { workloads, holdersOfType, entry, told, outside: outside(entry) }
  })
}

type Read = ReturnType<typeof readFor>

export function soughtFor(held: StuckObject, finalizer: string, read: Read, identity: Identity, context: RuleContext) {
  const { facts } = context
  const { namespace, resource, name } = held.ref
  const { entry } = read
  const known = namedWorkloads(entry, resource).filter(name => !isOneOfMany(name))
  // Only where it is asked for: it takes every entry.
  const others = () =>
    entry === undefined || known.length === 0
      ? []
      : once(facts, `other controllers ${finalizer} ${entry.project}`, () =>
          namedForOthers(entry, context.catalogue.all()),
        )
  return {
    ...read,
    held,
    finalizer,
    facts,
    holders: holdersOfObject(read.holdersOfType, name),
    identity,
    serving: domainServer(held, finalizer, identity, facts),
    known,
    others,
    marked: markedNames(held, identity, read.workloads.all),
    isEmptied: namespaceBeingEmptied(namespace, context) !== undefined,
    apart: wordsApart(held, finalizer, identity, facts),
  }
}

/**
 * Whether the catalogue gives its workload a name that many have, as `operator`, and no workload with that word in its
 * name, nor one that runs as an account of the product, has a word of the product or is where that is installed.
 */
export function isNoneOfProduct({ held, entry, identity, workloads, holders }: Sought): boolean {
  const shared = sharedNames(entry, held)
  if (entry === undefined || shared.length === 0 || identity.manager !== undefined) return false
  const isOf = isOfProduct(entry)
  const accounts = holders.holders.filter(each => isOf(each.name, each.namespace, each.role, each.binding))
  return !workloads.all.some(workload => {
    const names = [...namesOf(workload), ...workload.containers.map(({ image }) => image), workload.namespace]
    const isThere = entry.controller.namespaces.includes(workload.namespace) || isOf(...names)
    if (accounts.some(account => isHeldBy(account, workload))) return true
    return isThere && names.some(name => mentions(name, shared))
  })
}

function sharedNames(entry: CatalogueEntry | undefined, { ref }: StuckObject): readonly string[] {
  return namedWorkloads(entry, ref.resource).filter(isOneOfMany)
}

function havingSharedName(entry: CatalogueEntry | undefined, held: StuckObject): (workload: Workload) => boolean {
  const shared = sharedNames(entry, held)
  if (entry === undefined || shared.length === 0) return () => false
  const isOf = isOfProduct(entry)
  return ({ name, namespace, containers }) =>
    shared.includes(name) && isOf(namespace, ...containers.map(({ image }) => image))
}

function isOfProduct({ project, finalizer }: CatalogueEntry): (...names: readonly string[]) => boolean {
  const product = wordsOf(project, domainOf(finalizer))
  return (...names) => overlaps(wordsOf(...names), product)
}

/** Of the CSI driver, or of the finalizer's domain, where that is of another owner than the type. */
function wordsApart(held: StuckObject, finalizer: string, { ofType }: Identity, facts: Facts): ReadonlySet<string> {
  const [drivers, domain] = [driversOf(held, facts), domainOf(finalizer)]
  const isForeign = isCustom(held) && drivers.length === 0 && !isOfOneOwner(domain, held.type.group)
  const own = wordsOf(...drivers, ...(isForeign ? [domain] : []))
  return without(own, drivers.length > 0 ? OF_ALL_DRIVERS : ofType)
}

const NO_WORDS: ReadonlySet<string> = new Set()

export type Sought = NonNullable<ReturnType<typeof soughtFor>>

export function cluesOf(sought: Sought): Clues {
  const { held, finalizer, facts, holders, entry, told, identity, serving, known, others, marked, isEmptied } = sought
  const { group, plural } = held.type
  const manager = isOfSidecar(held) ? undefined : identity.manager
  const owned = { group, domain: domainOf(finalizer) }
  const custom = isCustom(held) && !identity.isStranger && !isHeldByHand(held, finalizer, identity)
  // Where others hold it too, the group of the type is theirs as well.
  const isShared = manager !== undefined && identity.rivals.length > 0
  // A word of Kubernetes is in the name of many an operator.
  const isBuiltin = builtinFinalizer(finalizer, held.ref.resource) !== undefined
  const telling = custom && !isShared ? wordsOf(finalizer, group, manager ?? '') : identity.own
  const isOfDriver = finalizer.startsWith(ATTACHER_PREFIX)
  const words = isBuiltin ? NO_WORDS : isOfDriver ? without(telling, OF_ALL_DRIVERS) : telling
  const ofProduct = [...wordsOf(domainOf(finalizer), group, manager ?? '')].filter(word => words.has(word))
  return {
    holders: holders.holders,
    words,
    product: ofProduct.length === 0 ? words : new Set(ofProduct),
    ofGroup: identity.isStranger ? NO_WORDS : without(wordsOf(group), wordsOf(ownerDomain(group))),
    vendor: wordsOf(ownerDomain(group)),
    isOperand: ({ object }: Workload) =>
      object.metadata.ownerReferences?.some(
        ({ apiVersion, kind }) => kind === held.type.kind && parseApiVersion(apiVersion).group === group,
      ) === true,
    manager,
    known,
    isCalledAsMany: havingSharedName(entry, held),
    others,
    told,
    marked,
    isBereft: ({ namespace }: Workload) =>
      isEmptied && ownNamespaces(held, finalizer, facts).get(namespace) === 'operator',
    selector: entry?.controller.selectorHint,
    fit: (workload: Workload) => fitOf(workload, held, finalizer, facts),
    custom: custom && !isShared,
    serving,
    domain: owned.domain,
    identity,
    isLost: (workload: Workload) => {
      const account = `${workload.namespace}/${workload.serviceAccount}`
      if (holders.dangling.some(({ subjects }) => subjects.includes(account))) return true
      const type = { group, plural, namespace: held.ref.namespace }
      if (isConfined(workload, carries(workload, manager), type, facts)) return false
      // A name alone may be that of another product's controller.
      return !servesAnother(workload, owned, facts)
    },
    isOfOtherGroups: (workload: Workload) => servesAnother(workload, owned, facts),
    project: wordsOf(entry === undefined || entry.from === 'CRD' ? '' : entry.project),
  }
}

/**
 * The one account that serves the API group after which a finalizer is named, for an object of a Kubernetes type that
 * does not tell who wrote the finalizer: no other account has a role that names a custom type of that group, and no
 * user or group a controller's. undefined: several have, it is no group of this cluster, or not all was read.
 */
export function domainServer(
  held: StuckObject,
  finalizer: string,
  { writer }: Identity,
  facts: Facts,
): Pick<Holder, 'namespace' | 'name'> | undefined {
  if (writer !== undefined || isCustom(held)) return undefined
  const domain = domainOf(finalizer)
  const { namespace } = held.ref
  return once(facts, `serving ${domain} ${namespace}`, () => soleHolder(group => group === domain, namespace, facts))
}

export function soleHolder(isMeant: (group: string) => boolean, namespace: string | undefined, facts: Facts) {
  const types = facts.types.filter(type => isMeant(type.group) && isCustom({ type }))
  const accounts = new Map<string, Holder>()
  for (const { group, plural } of new Map(types.map(type => [resourceName(type), type])).values()) {
    const found = holdersOf(facts, { group, plural, namespace })
    if (found.unreadable.length > 0 || found.outside.some(({ grant }) => grant === 'marked')) return undefined
    const own = found.holders.filter(({ grant }) => isForType(grant))
    for (const holder of own) accounts.set(`${holder.namespace}/${holder.name}`, holder)
  }
  const [account, ...others] = accounts.values()
  return others.length === 0 ? account : undefined
}
