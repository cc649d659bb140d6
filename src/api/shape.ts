import type { KubeObject, ObjectMeta } from './object.ts'

/**
 * What an API server promises of every answer is checked once, where answers come in, and then relied on. An answer of
 * another shape proves no absence.
 */

/** What is wrong with an answer, in words that follow "unexpected answer: ". */
export class ShapeError extends Error {}

export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object of JSON: neither null nor a list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object itself, or an empty one in place of anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** The text itself, or an empty one in place of anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export const isListOf = (value: unknown, is: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(is)

export const isOptional = (value: unknown, is: (value: unknown) => boolean): boolean => value === undefined || is(value)

export const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint'
const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isTexts = (value: unknown): boolean => isListOf(value, isText)
/** Whether it is an object of texts alone. */
export const isMap = (value: unknown): boolean => isFields(value) && Object.values(value).every(isText)
const isOwner = (value: unknown): boolean =>
  isFields(value) && ['apiVersion', 'kind', 'name', 'uid'].every(field => isText(value[field]))

const isManaged = (value: unknown): boolean =>
  isFields(value) && ['manager', 'operation', 'time', 'subresource'].every(field => isText(value[field] ?? ''))

/** Of what is read of metadata: which form each field has where it is there. */
const FORMS: readonly (readonly [field: keyof ObjectMeta, isRight: (value: unknown) => boolean])[] = [
  ['namespace', isText],
  ['resourceVersion', isText],
  ['generation', isNumber],
  ['creationTimestamp', isText],
  ['deletionTimestamp', isTime],
  ['deletionGracePeriodSeconds', isNumber],
  ['labels', isMap],
  ['annotations', isMap],
  ['finalizers', isTexts],
  ['ownerReferences', value => Array.isArray(value) && value.every(isOwner)],
  ['managedFields', value => Array.isArray(value) && value.every(isManaged)],
]

/**
 * The metadata of an object that an API server stores: name and uid are there, and whatever else this program reads has
 * its form. A field of null is left out, which is what it means to the API. Throws a ShapeError.
 */
export function checkedMeta(meta: unknown): ObjectMeta {
  if (!isFields(meta)) throw new ShapeError('metadata is missing')
  named(meta)
  let hasNull = false
  for (const [field, isRight] of FORMS) {
    const value = meta[field]
    hasNull ||= value === null
    if ((value ?? null) !== null && !isRight(value)) throw new ShapeError(`metadata.${field} is malformed`)
  }
  if (!hasNull) return meta as unknown as ObjectMeta
  const left = Object.entries(meta).filter(([, value]) => value !== null)
  return Object.fromEntries(left) as unknown as ObjectMeta
}

/** The same metadata, if they have a name and a uid. Throws a ShapeError. */
export function named<Meta extends Partial<Readonly<Record<'name' | 'uid', unknown>>>>(meta: Meta): Meta {
  for (const field of ['name', 'uid'] as const)
    if (!isText(meta[field]) || meta[field] === '') throw new ShapeError(`metadata.${field} is missing`)
  return meta
}

/** Throws a ShapeError where nothing says what it is. */
export function checkKind(value: unknown): void {
  if (!isText(fieldsOf(value).kind)) throw new ShapeError('it has no kind')
}

/** An object with checked metadata. Throws a ShapeError. */
export function checkedObject(value: unknown): KubeObject {
  if (!isFields(value)) throw new ShapeError('it is not a JSON object')
  return { ...value, metadata: checkedMeta(value.metadata) } as unknown as KubeObject
}

/** A page of a list, its items unchecked. */
export interface ListPage {
  readonly items: readonly unknown[]
  /** Empty: the last page. */
  readonly continue: string
  readonly resourceVersion: string
  /** How many objects the server says it left out of the page. */
  readonly remaining: number
}

/**
 * A list as an API server writes it. An empty one counts only if it has the kind of a list; Go writes one without items
 * as `items: null` (so is an empty list of metadata), which needs the resourceVersion at which it was empty.
 * Throws a ShapeError.
 */
export function checkedList(value: unknown): ListPage {
  if (!isFields(value)) throw new ShapeError('it is not a JSON object')
  const { kind, metadata, items } = value
  if (kind !== undefined && !(typeof kind === 'string' && kind.endsWith('List')))
    throw new ShapeError(`kind ${JSON.stringify(kind)} is not a list`)
  if (items === undefined) throw new ShapeError('items is missing')
  if (items !== null && !Array.isArray(items)) throw new ShapeError('items is not an array')
  const { continue: token, resourceVersion, remaining } = listMeta(metadata)
  if ((items ?? []).length === 0 && kind === undefined) throw new ShapeError('it has no items and no kind')
  if (items === null && resourceVersion === '')
    throw new ShapeError('items is null and metadata.resourceVersion is missing')
  return { items: items ?? [], continue: token, resourceVersion, remaining }
}

function listMeta(metadata: unknown): Omit<ListPage, 'items'> {
  if (metadata !== undefined && metadata !== null && !isFields(metadata)) throw new ShapeError('metadata is malformed')
  const { continue: token, resourceVersion, remainingItemCount } = metadata ?? {}
  for (const text of [token, resourceVersion]) {
    if (text !== undefined && text !== null && !isText(text)) throw new ShapeError('metadata is malformed')
  }
  return {
    continue: (token as string | null | undefined) ?? '',
    resourceVersion: (resourceVersion as string | null | undefined) ?? '',
    remaining: typeof remainingItemCount === 'number' ? remainingItemCount : 0,
  }
}
