import { BUILTIN_FINALIZERS } from '../../api/builtin-finalizers.ts'
import { wordsOfName } from '../../api/camel-case.ts'
import { largest } from '../../api/long-lists.ts'
import { createdAt, type ObjectMeta } from '../../api/object.ts'
import { domainOf, isOfOneOwner, ownerDomain } from '../controller/identity.ts'
import { overlaps, singular, wordsOf } from '../controller/kinship.ts'
import { isProgram, isTelling, type Writer, writerOfFinalizer } from '../managers.ts'
import type { StuckObject } from '../stuck-object.ts'
import { CREATION_SECONDS } from '../thresholds.ts'

/** The finalizer that newer living objects of a type carry in place of another one. */
export interface Successor {
  readonly finalizer: string
  /** Living, and newer than every object that carries the old name; never empty. */
  readonly newer: readonly ObjectMeta[]
  /** Every object that still carries the old name, living or terminating. */
  readonly old: readonly ObjectMeta[]
  /** The new name stands on an older object too, where it was perhaps put later. */
  readonly mayBeOlder: boolean
}

/**
 * What replaced a finalizer, by the age of those that carry either name: no object with the old name, living or
 * terminating, is as new as one that was created with the new name. undefined: none did, or both names were in use at
 * one time, so that something else than the version decides which of them an object has. `beside`: only what the object
 * carries too, so that it has both names. Names of Kubernetes itself replace none of a product.
 */
export function successorOf(
  { meta: own, ref: { kind } }: Pick<StuckObject, 'meta' | 'ref'>,
  finalizer: string,
  all: readonly ObjectMeta[],
  where: 'instead' | 'beside' = 'instead',
): Successor | undefined {
  const writer = writerOfFinalizer(own, finalizer)
  // What a person or a pipeline put on is their choice, object by object.
  if (writer !== undefined && !isProgram(writer.manager)) return undefined
  const others = all.filter(({ uid }) => uid !== own.uid)
  const old = [own, ...others.filter(meta => meta.finalizers?.includes(finalizer))]
  const newest = largest(old.map(createdAt))
  const living = others.filter(({ deletionTimestamp }) => deletionTimestamp === undefined)
  const inPlace = inPlaceOf(finalizer, own, writer?.manager, kind, where === 'beside')
  const mostOf = (metas: readonly ObjectMeta[]) => {
    const named = metas.map(meta => ({ meta, name: inPlace(meta) }))
    const byName = Map.groupBy(
      named.filter(({ name }) => name !== undefined),
      ({ name }) => name!,
    )
    return [...byName].toSorted(([, a], [, b]) => b.length - a.length)[0]
  }
  const most = mostOf(living.filter(meta => createdAt(meta) > newest))
  if (most === undefined) {
    // As old, with a name that the same program put on later, where no other object has the old one; or with what
    // follows the domain of another owner alike, where none that lives has (harvester/harvester#3572).
    const isLeft = old.length === 1 || old.every(({ deletionTimestamp }) => deletionTimestamp !== undefined)
    const [next = '', all = []] = (where === 'instead' && isLeft && mostOf(living)) || []
    const isSpelled = !isOfOneOwner(domainOf(finalizer), domainOf(next)) && isOtherSpelling(finalizer, next, kind)
    const isLater = (by: Writer | undefined) =>
      by?.manager === writer?.manager &&
      (isSpelled || (old.length === 1 && Date.parse(by?.time ?? '') > Date.parse(writer?.time ?? '')))
    const newer = all.flatMap(({ meta }) => (isLater(writerOfFinalizer(meta, next)) ? [meta] : []))
    return newer.length === 0 ? undefined : { finalizer: next, newer, old, mayBeOlder: true }
  }
  const [next, carriers] = most
  const older = others.filter(meta => meta.finalizers?.includes(next) && createdAt(meta) <= newest)
  if (older.some(meta => isSetAtCreation(meta, next))) return undefined
  return { finalizer: next, newer: carriers.map(({ meta }) => meta), old, mayBeOlder: older.length > 0 }
}

/** Finds the finalizer of the same product and writer that another object carries and `own` does not, or does too. */
function inPlaceOf(finalizer: string, own: ObjectMeta, writer: string | undefined, kind: string, isBeside: boolean) {
  // An object being deleted loses what is handled first: what it still carries did not replace the other one there.
  const carried = new Set(own.finalizers)
  const words = wordsOf(finalizer, writer !== undefined && isTelling(writer) ? writer : '')
  const isInPlace = (meta: ObjectMeta, name: string): boolean => {
    if (carried.has(name) !== isBeside || BUILTIN_FINALIZERS.some(each => each.name === name)) return false
    if (!isOfOneOwner(domainOf(finalizer), domainOf(name)) && !isOtherSpelling(finalizer, name, kind)) return false
    const other = writerOfFinalizer(meta, name)?.manager
    if (other !== undefined && !isProgram(other)) return false
    const tell = [writer, other].filter(each => each !== undefined && isTelling(each))
    if (tell.length === 2 && writer !== other) return false
    return [...wordsOf(name)].some(word => words.has(word))
  }
  return (meta: ObjectMeta) => meta.finalizers?.find(name => isInPlace(meta, name))
}

/** Whether an object was created with a finalizer, as managedFields tell; without them it is taken to be so. */
export function isSetAtCreation(meta: ObjectMeta, finalizer: string): boolean {
  const time = writerOfFinalizer(meta, finalizer)?.time
  return time === undefined || Date.parse(time) <= createdAt(meta) + CREATION_SECONDS * 1000
}

const VERSION = /^v\d+((alpha|beta)\d+)?$/

/** Whether two names are one but for a version, the word finalizer, or the type that they are for. */
export function isOtherVersion(one: string, other: string, kind: string): boolean {
  const [a, b] = [one, other].map(name => {
    const words = name
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(
        word => !VERSION.test(word) && !/^finalizers?$/.test(word) && word.replace(/s$/, '') !== kind.toLowerCase(),
      )
    return words.toSorted().join(' ')
  })
  return a === b && a !== ''
}

/** What every finalizer is for, in one word or the other. */
const GENERAL = /^(finali[sz]\w*|clean\w*|up)$/

/**
 * Whether two names may be one, spelled in another way: versions of one another, or the same words after domains of
 * which one is below the other or has another owner. `finalizer` and `cleanup` are one word. What else differs (blue
 * and red, `cloud` and `local`, `s3.acme.io` and `nfs.acme.io`) may as well be chosen for each object.
 */
export function isOtherSpelling(one: string, other: string, kind: string): boolean {
  if (isOtherVersion(one, other, kind)) return true
  const [a, b] = [one, other].map(name => partsOf(name, kind)) as [Parts, Parts]
  return a.rest === b.rest && areOfOneProduct(a, b)
}

interface Parts {
  readonly domain: string
  /** What follows the domain, without versions, general words and the type. */
  readonly rest: string
}

/** `chains.example.com` is all domain, `drain-finalizer` has none. */
function partsOf(name: string, kind: string): Parts {
  const slash = name.indexOf('/')
  const isDomain = slash < 0 && name.includes('.')
  const domain = isDomain ? name : name.slice(0, Math.max(0, slash))
  const words = wordsOfName(isDomain ? '' : name.slice(slash + 1))
    .map(singular)
    .filter(word => word !== '' && !VERSION.test(word) && !GENERAL.test(word) && word !== singular(kind.toLowerCase()))
  return { domain: domain.toLowerCase(), rest: words.toSorted().join(' ') }
}

function areOfOneProduct(one: Parts, other: Parts): boolean {
  const [a, b] = [one.domain, other.domain]
  if (a === '' || b === '' || a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)) return true
  const [words, others] = [wordsOf(a), wordsOf(b)]
  if (ownerDomain(a) === ownerDomain(b))
    return [...words].every(word => others.has(word)) || [...others].every(word => words.has(word))
  return one.rest !== '' || overlaps(words, others)
}
