import type { KubeObject } from '../../api/object.ts'
import { overlaps } from '../controller/kinship.ts'

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
