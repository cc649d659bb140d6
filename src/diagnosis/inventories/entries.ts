import type { KubeObject } from '../../api/object.ts'
import { parseApiVersion, type ResourceType } from '../../api/resource-type.ts'
import { valuesAt } from '../../api/values-at.ts'
import { type FieldTest, INVENTORY_FIELDS, type Inventory, OTHER_CLUSTER } from '../catalogue/inventories.ts'
import { isOneOf } from '../catalogue/wildcard.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

export interface Entry {
  readonly group: string
  /** One of them is known. */
  readonly kind?: string | undefined
  readonly plural?: string | undefined
  readonly namespace?: string | undefined
  readonly name: string
  readonly uid?: string | undefined
}

/** What an object lists, by a row of the table; without one by the form of its status alone. */
export interface Listed {
  readonly entries: readonly Entry[]
  readonly row?: Inventory
}

/** The resources of this cluster that the controller of an object has to delete, as the object itself lists them. */
export function listedBy(held: StuckObject, whole: KubeObject, context: RuleContext): readonly Listed[] {
  const rows = rowsFor(held, context)
  if (rows.length === 0) return [{ entries: entriesByForm(whole) }]
  return rows
    .filter(({ deletes = [], here = [] }) => {
      return (
        deletes.every(test => fieldIs(test, whole)) && (here.length === 0 || here.some(test => fieldIs(test, whole)))
      )
    })
    .map(row => ({ row, entries: valuesAt(whole, row.path).flatMap(row.entry === 'id' ? entryOfId : entryOfFields) }))
}

export function rowsFor({ ref, meta }: StuckObject, { catalogue }: RuleContext): readonly Inventory[] {
  return catalogue.rows.inventories.filter(
    row => isOneOf([row.on], ref.resource) && meta.finalizers?.some(name => name.startsWith(row.finalizer)),
  )
}

export function fieldIs(test: FieldTest, whole: KubeObject): boolean {
  const [value] = valuesAt(whole, test.field)
  return 'is' in test ? test.is.includes(value ?? null) : typeof value === 'string' && value.startsWith(test.startsWith)
}

export function isOfType({ group, kind, plural }: Entry, type: ResourceType): boolean {
  return type.group === group && (kind === undefined ? type.plural === plural : type.kind === kind)
}

function entriesByForm({ spec, status }: KubeObject): readonly Entry[] {
  if (typeof status !== 'object' || status === null) return []
  if (Object.keys((spec ?? {}) as object).some(field => OTHER_CLUSTER.test(field))) return []
  return Object.entries(status)
    .filter(([field]) => INVENTORY_FIELDS.test(field))
    .flatMap(([, value]) => lists(value, 0))
    .flatMap(each => [...entryOfFields(each), ...entryOfId(each)])
}

/** What lists hold, one level below a field too (`inventory.entries`, `components.refs`). */
function lists(value: unknown, depth: number): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null || depth > 0) return []
  return Object.values(value).flatMap(each => lists(each, depth + 1))
}

/** Names of clusters by which products call the one in which they run. */
const OWN_CLUSTER = new Set(['', 'local', 'in-cluster'])

function entryOfFields(value: unknown): readonly Entry[] {
  const named = (value ?? {}) as Readonly<Record<string, unknown>>
  const nested = named.resourceMeta ?? named.resource
  if (typeof nested === 'object' && nested !== null) return entryOfFields(nested)
  const { name, namespace, kind, resource, group, apiVersion, uid, cluster } = named
  if (typeof name !== 'string' || name === '') return []
  if (typeof cluster === 'string' && !OWN_CLUSTER.has(cluster)) return []
  // `group: apps/v1`, as some write it.
  const served = typeof apiVersion === 'string' ? apiVersion : typeof group === 'string' && group.includes('/') && group
  const called = served ? parseApiVersion(served).group : text(group)
  // Without a group, it is of the core only if its other fields show a full entry: references leave them out as well.
  if (called === undefined && typeof named.version !== 'string') return []
  if (typeof kind !== 'string' && typeof resource !== 'string') return []
  const place = text(namespace)
  const type = { group: called ?? '', kind: text(kind), plural: text(resource) }
  return [{ ...type, namespace: place || undefined, name, uid: text(uid) }]
}

/** `<namespace>_<name>_<group>_<kind>`; colons in names of roles are written as `__`. */
function entryOfId(value: unknown): readonly Entry[] {
  const { id } = (value ?? {}) as { id?: unknown }
  const [, namespace = '', name, group = '', kind] =
    typeof id === 'string' ? (/^([^_]*)_(.+)_([^_]*)_([^_]+)$/.exec(id) ?? []) : []
  if (name === undefined || kind === undefined) return []
  return [{ group, kind, namespace: namespace || undefined, name: name.replaceAll('__', ':') }]
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
