import { LONGEST_DELAY_SECONDS } from '../../api/longest-delay.ts'
import type { KubeObject } from '../../api/object.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { english } from '../../statements/words/english.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Evidence } from '../explanation.ts'
import { differenceOf } from './chosen-by-object.ts'
import { isOtherSpelling, isOtherVersion, isSetAtCreation, type Successor } from './finalizer-successor.ts'

/** So many newer objects, all with the other name, are no coincidence. */
const MANY = 3

/** Of names that are one but for a version fewer are enough; a single one may be a trial. */
export const SEVERAL = 2

/**
 * Why it is not proven that the other name replaced this one for all objects; undefined: it is. */
export function doubtOf(found: Case, { finalizer: next, newer, old, mayBeOlder }: Successor): Evidence | undefined {
  const { held, finalizer, context } = found
  const { resource, kind } = held.ref
  const isRenamed = isOtherVersion(finalizer, next, kind) || isFormer(next, found)
  const metadata = { source: resource }
  if (mayBeOlder) return { fact: message('OlderCarriesNext', { next }), ...metadata }
  if (!isRenamed && !isOtherSpelling(finalizer, next, kind))
    return { fact: message('DifferInMoreThanSpelling', { finalizer, next }), ...metadata }
  if (newer.length < (isRenamed ? SEVERAL : MANY) && (held.ageSeconds ?? 0) < LONGEST_DELAY_SECONDS)
    return { fact: message('DeletedOnlyRecently'), ...metadata }
  if (!isRenamed && newer.length < MANY)
    return { fact: message('FewNewerCarryIt', { count: newer.length }), ...metadata }
  if (!isRenamed && !isSetAtCreation(held.meta, finalizer))
    return factFrom('managedFields', 'MayBeAddedLater', { finalizer })
  const list = context.facts.read({ about: 'list', resource })
  if (list.state !== 'known') return { fact: message('NotReadToCompare', { resource }), ...metadata }
  const [before, after] = [old, newer].map(metas => {
    const uids = new Set(metas.map(({ uid }) => uid))
    return list.value.filter(({ metadata: { uid } }) => uids.has(uid))
  }) as [KubeObject[], KubeObject[]]
  if (before.length === 0 || after.length === 0) return { fact: message('GoneBeforeCompared'), ...metadata }
  // Of an upgrade labels tell too: the chart's version, for one.
  const path = differenceOf(before, after, [finalizer, next], { marks: !isRenamed })
  return path === undefined ? undefined : { fact: message('DifferInField', { path }), ...metadata }
}

/** The catalogue tells of it as a name of earlier versions, in the place of which came this one. */
function isFormer(next: string, { known: { entry } }: Case): boolean {
  return entry?.renamedTo === undefined
    ? english.has('former name', entry?.cleans ?? '')
    : entry.renamedTo.name === next
}

/** The catalogue knows both as names of this version: which of them an object has depends on what it asks for. */
export function areBothInUse(finalizer: string, other: string, { held, context: { catalogue } }: Case): boolean {
  const [one, two] = [finalizer, other].map(name => catalogue.find(name, held.ref.resource))
  if (one === undefined || two === undefined || one.finalizer === two.finalizer) return false
  return one.renamedTo?.name !== other && !english.has('former name', one.cleans)
}
