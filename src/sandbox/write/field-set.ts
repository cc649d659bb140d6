import { SERVER_SET_METADATA } from '../../api/server-set-metadata.ts'
import { ATOMIC_ITEMS, MERGE_KEYS, SET_LISTS } from './list-types.ts'

/** A field by its steps as managedFields writes them: `f:metadata`, `f:finalizers`, `v:"name"`. */
export type FieldPath = string

/** The fields of an object by their path; maps and merged lists are fields of their own, without a value. */
export type Fields = ReadonlyMap<FieldPath, unknown>

/** fieldsV1: the same paths as a tree. */
export type FieldsV1 = { readonly [step: string]: FieldsV1 }

const SEPARATOR = '\0'

/** Metadata that belongs to the server alone. */
const SERVER_OWNED: ReadonlySet<string> = new Set(['name', 'namespace', ...SERVER_SET_METADATA])

/** Every field that is set in an object, without what the server owns. */
export function fieldsOf(object: object): Fields {
  const fields = new Map<FieldPath, unknown>()
  for (const [name, value] of Object.entries(object)) {
    if (name === 'apiVersion' || name === 'kind') continue
    if (name !== 'metadata') addValue(fields, [], name, value)
    else {
      for (const [field, inner] of Object.entries(value as object)) {
        if (!SERVER_OWNED.has(field)) addValue(fields, ['f:metadata'], field, inner)
      }
    }
  }
  return fields
}

/** The fields that an applied configuration claims: its leaves and list entries, not the maps and lists above them. */
export function appliedFields(object: object): Fields {
  const fields = fieldsOf(object)
  const parents = new Set([...fields.keys()].map(path => path.slice(0, Math.max(0, path.lastIndexOf(SEPARATOR)))))
  return new Map([...fields].filter(([path]) => !parents.has(path) || stepsOf(path).at(-1)!.startsWith('k:')))
}

function addValue(fields: Map<FieldPath, unknown>, parent: readonly string[], name: string, value: unknown): void {
  if (value === undefined) return
  const path = [...parent, `f:${name}`]
  if (Array.isArray(value)) addList(fields, path, name, value)
  else if (isMap(value) && Object.keys(value).length > 0) addMap(fields, path, value)
  else fields.set(path.join(SEPARATOR), value)
}

function addMap(fields: Map<FieldPath, unknown>, path: readonly string[], map: object): void {
  fields.set(path.join(SEPARATOR), undefined)
  for (const [name, value] of Object.entries(map)) addValue(fields, path, name, value)
}

function addList(
  fields: Map<FieldPath, unknown>,
  path: readonly string[],
  name: string,
  list: readonly unknown[],
): void {
  const key = mergeKeyOf(name, list)
  if (!SET_LISTS.has(name) && key === undefined) {
    fields.set(path.join(SEPARATOR), list)
    return
  }
  fields.set(path.join(SEPARATOR), undefined)
  for (const item of list) {
    const itemPath = [...path, key === undefined ? `v:${JSON.stringify(item)}` : `k:${keyText(key, item)}`]
    // An owner is replaced as a whole; other entries of keyed lists merge field by field.
    if (key === undefined || ATOMIC_ITEMS.has(name)) fields.set(itemPath.join(SEPARATOR), item)
    else addMap(fields, itemPath, item as object)
  }
}

function keyText(key: string, item: unknown): string {
  return JSON.stringify({ [key]: (item as Record<string, unknown>)[key] })
}

/** The key a list of objects is merged by, when every item has it; other lists are atomic. */
export function mergeKeyOf(name: string, list: readonly unknown[]): string | undefined {
  // A field may be called `constructor`.
  const keys = Object.hasOwn(MERGE_KEYS, name) ? MERGE_KEYS[name] : undefined
  return keys?.find(key => list.every(item => isMap(item) && key in item))
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** The steps of a path, outermost first. */
export function stepsOf(path: FieldPath): string[] {
  return path.split(SEPARATOR)
}

/** Paths as the tree that stands in managedFields; `.` is a node that is owned beside some of its children. */
export function toFieldsV1(paths: Iterable<FieldPath>): FieldsV1 {
  const root: MutableTree = {}
  const owned = new Set<MutableTree>()
  for (const path of [...paths].sort()) {
    let node = root
    for (const step of stepsOf(path)) {
      // Sorted, a parent comes before its children: when the first child arrives, the parent has to be marked.
      if (owned.has(node) && Object.keys(node).length === 0) node['.'] = {}
      node[step] ??= {}
      node = node[step]
    }
    owned.add(node)
  }
  return root
}

type MutableTree = { [step: string]: MutableTree }

/** The opposite of `toFieldsV1`. */
export function fromFieldsV1(tree: Readonly<Record<string, unknown>>, parent: readonly string[] = []): FieldPath[] {
  return Object.entries(tree).flatMap(([step, inner]) => {
    const path = step === '.' ? parent : [...parent, step]
    return isMap(inner) && Object.keys(inner).length > 0 ? fromFieldsV1(inner, path) : [path.join(SEPARATOR)]
  })
}
