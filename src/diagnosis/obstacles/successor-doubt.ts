import { LONGEST_DELAY_SECONDS } from '../../api/longest-delay.ts'
import type { KubeObject } from '../../api/object.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { english } from '../../statements/words/english.ts'
import { isAnyKind } from '../catalogue/kinds.ts'
import { overlaps } from '../controller/kinship.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Evidence } from '../explanation.ts'
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
  // What a framework calls the finalizers of all products is no name of this one's version.
  if (one.kinds.some(isAnyKind) && !two.kinds.some(isAnyKind)) return false
  return one.renamedTo?.name !== other && !english.has('former name', one.cleans)
}

/**
 * How objects with one finalizer differ, each and all, from those with another one: a field, which may be what decides
 * the finalizer; labels, annotations, owners and phase are `marks`. undefined: only what differs on all, as names do.
 */
export function differenceOf(
  old: readonly KubeObject[],
  newer: readonly KubeObject[],
  names: readonly [old: string, newer: string],
  { marks }: { readonly marks: boolean },
): string | undefined {
  const [before, after] = [old, newer].map(objects => objects.map(each => fieldsOf(each, marks))) as [
    Fields[],
    Fields[],
  ]
  const paths = new Set([...before, ...after].flatMap(fields => [...fields.keys()]))
  const [ofOldName, ofNewName] = [wordsIn(names[0]), wordsIn(names[1])]
  const telling = new Set([...ofOldName, ...ofNewName].filter(word => ofOldName.has(word) !== ofNewName.has(word)))
  return [...paths].find(path => {
    const [a, b] = [before, after].map(all => all.map(fields => fields.get(path) ?? '')) as [string[], string[]]
    const [ofOld, ofNewer] = [new Set(a), new Set(b)]
    if (overlaps(ofOld, ofNewer)) return false
    const isSaid = [path.split('.').at(-1)!, ...a, ...b].some(text => overlaps(wordsIn(text), telling))
    return isSaid || !isOfEach([...a, ...b])
  })
}

/** Different on every object: a name, an address, which says nothing of a group of them. Two tell no group. */
function isOfEach(values: readonly string[]): boolean {
  return values.length > 2 && !values.includes('') && new Set(values).size === values.length
}

type Fields = ReadonlyMap<string, string>

/** What was asked for, as text by path, parts that hold others too; neither the status nor what the server keeps. */
function fieldsOf(
  { apiVersion: _version, kind: _kind, metadata, status, ...rest }: KubeObject,
  marks: boolean,
): Fields {
  const fields = new Map<string, string>()
  const walk = (path: string, value: unknown): void => {
    const isWhole = typeof value !== 'object' || value === null
    fields.set(path, isWhole ? `${fields.get(path) ?? ''} ${JSON.stringify(value)}` : 'is there')
    if (isWhole) return
    for (const [key, each] of Object.entries(value)) walk(Array.isArray(value) ? `${path}[]` : `${path}.${key}`, each)
  }
  const { labels } = metadata
  const marked = { labels, annotations: asked(metadata), owners: owners(metadata), phase: phase(status) }
  for (const [key, value] of Object.entries(marks ? { ...rest, ...marked } : rest)) {
    if (value !== undefined) walk(key, value)
  }
  return fields
}

/** What an object is part of may decide as well. */
function owners({ ownerReferences = [] }: KubeObject['metadata']): string | undefined {
  return ownerReferences.length === 0 ? undefined : ownerReferences.map(({ kind }) => kind).join()
}

/** As far as it had come, its controller may have changed the finalizer with every step. */
function phase(status: unknown): unknown {
  const { phase, state } = (status ?? {}) as { phase?: unknown; state?: unknown }
  return phase ?? state
}

/** kubectl keeps a copy of the object there. */
function asked({ annotations = {} }: KubeObject['metadata']): Readonly<Record<string, string>> | undefined {
  const { 'kubectl.kubernetes.io/last-applied-configuration': _copy, ...rest } = annotations
  return Object.keys(rest).length === 0 ? undefined : rest
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(word => word !== '' && !/^v\d/.test(word)),
  )
}
