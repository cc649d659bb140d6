import { isMap } from './field-set.ts'
import type { Schema } from './schema-type.ts'

/** The value without fields that its schema does not name, and with its defaults; `unknown` collects what went. */
export function prune(schema: Schema, value: unknown, path: string, unknown: string[]): unknown {
  if (Array.isArray(value)) {
    const { items } = schema
    return items === undefined ? value : value.map((item, index) => prune(items, item, `${path}[${index}]`, unknown))
  }
  if (!isMap(value)) return value
  const result: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const field = path === '' ? name : `${path}.${name}`
    const known = schemaOfField(schema, name)
    if (known === undefined) unknown.push(field)
    else result[name] = known === true ? inner : prune(known, inner, field, unknown)
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.default !== undefined && result[name] === undefined) result[name] = property.default
  }
  return result
}

/** undefined: not known, to be pruned; true: kept as it is. */
function schemaOfField(schema: Schema, name: string): Schema | true | undefined {
  const property = schema.properties?.[name]
  if (property !== undefined) return property
  if (isMap(schema.additionalProperties)) return schema.additionalProperties as Schema
  if (schema.additionalProperties === true || schema['x-kubernetes-preserve-unknown-fields']) return true
  const embedded = schema['x-kubernetes-embedded-resource'] && ['apiVersion', 'kind', 'metadata'].includes(name)
  return embedded ? true : undefined
}
