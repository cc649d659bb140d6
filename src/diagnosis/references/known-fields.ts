import type { KubeObject } from '../../api/object.ts'
import { valuesAt } from '../../api/values-at.ts'
import type { NamingField, NamingRow } from '../catalogue/entry.ts'
import { isOneOf } from '../catalogue/wildcard.ts'
import type { Facts } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'
import { type Reference, reference, typeOf, type Walk } from './reference.ts'
import type { Named } from './reference-in-field.ts'

/** What the object names in the fields that the catalogue tells of. */
export function byKnownField(
  known: readonly NamingField[],
  held: StuckObject,
  { spec, status }: KubeObject,
  facts: Facts,
): Reference[] {
  const walk: Walk = { held, facts, found: [], unserved: [] }
  return known.flatMap(({ field, resource }) => {
    const type = typeOf(resource, facts)
    if (type === undefined) return []
    return valuesAt({ spec, status }, field).flatMap(value => {
      const named = typeof value === 'string' ? { name: value } : (value as Named)
      if (typeof named.name !== 'string') return []
      const namespace = typeof named.namespace === 'string' && named.namespace !== '' ? named.namespace : undefined
      return reference(type, named.name, namespace, true, field, walk) ?? []
    })
  })
}

/** What a project's controllers need by a name that stands in no field as it is, or in one whose name does not tell. */
export function byRows(rows: readonly NamingRow[], { spec, status }: KubeObject, walk: Walk): readonly Reference[] {
  const { meta, ref } = walk.held
  return rows.flatMap(({ finalizer, on, resource, field = '', label, name = '*', anywhere }) => {
    const isMeant = finalizer === undefined || (meta.finalizers ?? []).some(each => isOneOf([finalizer], each))
    if (!isMeant || (on !== undefined && on !== ref.resource)) return []
    const type = typeOf(resource, walk.facts)
    if (type === undefined) return []
    const values = label === undefined ? valuesAt({ spec, status }, field) : [meta.labels?.[label]]
    const path = label === undefined ? field : `metadata.labels["${label}"]`
    return values.flatMap((value): Reference | readonly Reference[] => {
      if (typeof value !== 'string') return []
      const named = name.replace('*', value)
      if (anywhere) return [{ path, type, name: named, means: true, mayBeMade: false }]
      return reference(type, named, undefined, true, path, walk) ?? []
    })
  })
}
