import { OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { oncePer } from '../../api/once-per.ts'
import { type Facts, once } from '../facts.ts'
import { isDeployer, isProgram, isTelling, programsThatWrote, type Writer, writerOfFinalizer } from '../managers.ts'
import type { StuckObject } from '../stuck-object.ts'
import { overlaps, wordsOf } from './kinship.ts'

/** By what the controller of one finalizer is told from others that have to do with the same object. */
export interface Identity {
  /** The same for all objects that are alike in this, so that what it decides is computed once for them. */
  readonly key: string
  readonly writer: Writer | undefined
  /** Who reports in the status of an object whose finalizer is of another product of the same owner. */
  readonly reporter: string | undefined
  /** The name of the program that wrote the finalizer, when it tells something. */
  readonly manager: string | undefined
  /** Words of the finalizer and its manager that tell whose it is. */
  readonly own: ReadonlySet<string>
  readonly ofType: ReadonlySet<string>
  /** A manager with a name of its own that has nothing to do with the type's group: not the type's own operator. */
  readonly isStranger: boolean
  /** The other controllers that hold the object by finalizers of their own. */
  readonly rivals: readonly Rival[]
}

interface Rival {
  /** What wrote its finalizer, and the same where the name tells something. */
  readonly writer: string | undefined
  readonly manager: string | undefined
  /** Words that only the rival has, and those that only the finalizer in question has. */
  readonly theirs: ReadonlySet<string>
  readonly ours: ReadonlySet<string>
}

export function identityOf({ meta, type }: StuckObject, finalizer: string, facts: Facts): Identity {
  const isAlone = meta.finalizers?.every(each => each === finalizer)
  const others = isAlone ? [] : othersOn(meta).filter(other => other.finalizer !== finalizer)
  const writer = writerOfFinalizer(meta, finalizer)
  const reporter = writer && reporterBeside({ meta, type }, finalizer, writer.manager)
  const isBeside = reporter !== undefined
  const key = JSON.stringify([type.group, type.plural, finalizer, writer?.manager, isBeside, others])
  const same = once(facts, `identity ${key}`, () => {
    const manager = telling(writer?.manager)
    const ofType = wordsOf(type.group, type.plural)
    const domain = domainOf(finalizer)
    // The kind behind a domain of another owner is what the finalizer is for (aquasecurity/trivy-operator#1224).
    const isForeign = wordsOf(domain).size > 0 && !isOfOneOwner(domain, type.group)
    const whose = isBeside
      ? without(wordsOf(domain), wordsOf(ownerDomain(domain)))
      : wordsOf(isForeign ? domain : finalizer, manager ?? '')
    const isStranger = isBeside || (manager !== undefined && whose.size > 0 && !areAlike(whose, ofType))
    const own = isStranger ? whose : wordsOf(finalizer, manager ?? '')
    const rivals = others.flatMap(other => rivalsOf(finalizer, writer?.manager, other))
    return { key, manager, own, ofType, isStranger, rivals }
  })
  return { ...same, writer, reporter }
}

/**
 * Who reports in the status under a name of its own, after the objects' kind, where another program put on a finalizer
 * in a domain beside the type's: that is of another product of one owner (stolostron/multicluster-global-hub#19).
 */
function reporterBeside({ meta, type }: Pick<StuckObject, 'meta' | 'type'>, finalizer: string, writer: string) {
  const domain = domainOf(finalizer)
  const isBeside = [domain, type.group].every(each => each !== ownerDomain(each)) && isOfOneOwner(domain, type.group)
  if (!isBeside || isOfDomain(type.group, domain) || !isProgram(writer)) return undefined
  const reporters = programsThatWrote(meta).filter(({ reports }) => reports)
  if (reporters.some(({ manager }) => manager === writer)) return undefined
  return reporters.find(({ manager }) => isTelling(manager) && overlaps(wordsOf(manager), wordsOf(type.plural)))
    ?.manager
}

/** `acme.com` of `storage.acme.com`: whose domain it is. */
export function ownerDomain(domain: string): string {
  const last = domain.lastIndexOf('.')
  return last <= 0 ? domain : domain.slice(domain.lastIndexOf('.', last - 1) + 1)
}

/** Of one product: the same domain, or one below the other. Of one owner of a domain there may be many products. */
export function isOfDomain(group: string, domain: string): boolean {
  const [above, below] = group.length < domain.length ? [group, domain] : [domain, group]
  return above === below ? above.includes('.') : above.split('.').length > 2 && below.endsWith(`.${above}`)
}

/** `lake.example.com` and `audit.example.com`: of one owner, though perhaps of two products. */
export function isOfOneOwner(domain: string, group: string): boolean {
  return ownerDomain(domain) === ownerDomain(group)
}

type Other = { readonly finalizer: string; readonly writer: string | undefined }

/** One finalizer for each domain and writer that the object has finalizers of: there may be hundreds of one. */
const othersOn = oncePer((meta: ObjectMeta): readonly Other[] => {
  const others = (meta.finalizers ?? [])
    .filter(finalizer => !OF_KUBERNETES.has(finalizer))
    .map(finalizer => ({ finalizer, writer: writerOfFinalizer(meta, finalizer)?.manager }))
  return [...new Map(others.map(each => [`${domainOf(each.finalizer)} ${each.writer}`, each])).values()]
})

/**
 * Another finalizer of the object whose controller is another one: written by another program, or in a domain of
 * another name. One program may have put several, under names that are akin; those are no rivals.
 */
function rivalsOf(finalizer: string, writer: string | undefined, other: Other): readonly Rival[] {
  const [manager, theirManager] = [telling(writer), telling(other.writer)]
  if (manager !== undefined && manager === theirManager) return []
  const mine = wordsOf(domainOf(finalizer), manager ?? '')
  const others = wordsOf(domainOf(other.finalizer), theirManager ?? '')
  const [ours, theirs] = [without(mine, others), without(others, mine)]
  const bothDiffer = ours.size > 0 && theirs.size > 0
  if (!bothDiffer && !areTwoPrograms(writer, other.writer)) return []
  return [{ writer: other.writer, manager: theirManager, theirs, ours }]
}

function areTwoPrograms(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined || one === other) return false
  if (!isProgram(one) || !isProgram(other) || !(isTelling(one) || isTelling(other))) return false
  return !overlaps(wordsOf(one), wordsOf(other))
}

function telling(writer: string | undefined): string | undefined {
  return writer !== undefined && isTelling(writer) ? writer : undefined
}

/** Share a word, or one that is in another: `virt-controller` is the operator of kubevirt.io. */
export function areAlike(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const long = (word: string) => word.length > 3
  return [...words].some(one => [...others].some(two => one === two || (long(one) && long(two) && isPart(one, two))))
}

function isPart(one: string, two: string): boolean {
  return one.includes(two) || two.includes(one)
}

/** `example.com` of `example.com/bucket`: what follows tells what is to be done, not by whom. */
export function domainOf(finalizer: string): string {
  return finalizer.split('/')[0]!
}

export function without(words: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].filter(word => !others.has(word)))
}

/** Names (of a workload, a manager, a reporter of events) that show another finalizer's controller of the object. */
export function isRival(names: readonly string[], { manager, rivals }: Identity): boolean {
  if (manager !== undefined && names.includes(manager)) return false
  const words = wordsOf(...names)
  return rivals.some(
    rival =>
      !overlaps(words, rival.ours) &&
      ((rival.manager !== undefined && names.includes(rival.manager)) || overlaps(words, rival.theirs)),
  )
}

/** A name of another program than the finalizer's controller: a rival, or for a stranger the type's operator. */
export function isAnother(name: string, identity: Identity): boolean {
  const { manager, own, ofType, isStranger, rivals } = identity
  if (name === manager || (!isStranger && rivals.length === 0)) return false
  const words = wordsOf(name)
  return (isStranger && overlaps(words, ofType) && !overlaps(words, own)) || isRival([name], identity)
}

/**
 * Whether what goes by this name is done by the finalizer's controller. Where several hold the object that has to be
 * shown, by the name that wrote the finalizer or kinship with it; else whoever is not shown to be another counts.
 */
export function speaksFor(name: string | undefined, identity: Identity): boolean {
  const { writer, rivals } = identity
  if (rivals.length === 0) return name === undefined || !isAnother(name, identity)
  if (name === undefined) return false
  if (name === writer?.manager) return rivals.every(rival => rival.writer !== name)
  return rivals.every(({ ours }) => overlaps(wordsOf(name), ours))
}

/**
 * Whether a name may be that of the finalizer's controller, which goes by these names or by its manager: the same, or
 * kin to them, to the finalizer or, unless a stranger put that on, to the type. Where it goes by none, or where the
 * name tells nothing, any may, but for what only deploys the objects of others.
 */
export function isShownToBe(name: string | undefined, identity: Identity, names: readonly string[]): boolean {
  const { manager, own, ofType, isStranger } = identity
  if (name === undefined || (manager === undefined && names.length === 0)) return true
  if (!isTelling(name) && !isDeployer(name)) return true
  if (name === identity.writer?.manager || names.includes(name)) return true
  const words = wordsOf(name)
  const known = [own, wordsOf(...names), ...(isStranger ? [] : [ofType])]
  return words.size === 0 || known.some(each => areAlike(words, each))
}
