import { isDeepStrictEqual } from 'node:util'
import { type FieldError, invalidValue, requiredField } from '../answer/invalid.ts'
import { isMap } from './field-set.ts'
import type { Schema } from './schema-type.ts'

/**
 * Type, required, enum and range errors. Ratcheting (on since 1.30): unchanged values are not checked again, so an
 * object that its schema has left behind can still lose a finalizer (kubernetes-deletion.md 1.6).
 */
export function valueErrors(schema: Schema, value: unknown, before: unknown, path: string): FieldError[] {
  if (before !== undefined && isDeepStrictEqual(value, before)) return []
  if (value === null && schema.nullable) return []
  const wrong = typeError(schema, value, path)
  if (wrong !== undefined) return [wrong]
  const inner = Array.isArray(value)
    ? itemErrors(schema, value, before, path)
    : fieldErrors(schema, value, before, path)
  return [...inner, ...limitErrors(schema, value, path)]
}

function typeError(schema: Schema, value: unknown, path: string): FieldError | undefined {
  const { type } = schema
  if (type === undefined || schema['x-kubernetes-int-or-string'] || path === '') return undefined
  const actual = typeOf(value)
  if (actual === type || (type === 'number' && actual === 'integer')) return undefined
  const shown = JSON.stringify(actual)
  return {
    field: path,
    reason: 'FieldValueTypeInvalid',
    message: `Invalid value: ${shown}: ${path} in body must be of type ${type}: ${shown}`,
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function itemErrors({ items }: Schema, list: readonly unknown[], before: unknown, path: string): FieldError[] {
  if (items === undefined) return []
  const known = Array.isArray(before) ? before : []
  return list.flatMap((item, index) => valueErrors(items, item, known[index], `${path}[${index}]`))
}

function fieldErrors(schema: Schema, value: unknown, before: unknown, path: string): FieldError[] {
  if (!isMap(value)) return []
  const known = isMap(before) ? before : {}
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  const missing = (schema.required ?? []).filter(name => value[name] === undefined).map(name => requiredField(at(name)))
  const inner = sortedEntries(value).flatMap(([name, field]) => {
    const property = schema.properties?.[name] ?? additional(schema)
    const ownMetadata = path === '' && ['apiVersion', 'kind', 'metadata'].includes(name)
    return property === undefined || ownMetadata ? [] : valueErrors(property, field, known[name], at(name))
  })
  return [...missing, ...inner]
}

/** Errors come in the order of field names, as from Go's sorted maps. */
function sortedEntries(value: Record<string, unknown>): [string, unknown][] {
  return Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
}

function additional({ additionalProperties }: Schema): Schema | undefined {
  return isMap(additionalProperties) ? (additionalProperties as Schema) : undefined
}

function limitErrors(schema: Schema, value: unknown, path: string): FieldError[] {
  const errors: FieldError[] = []
  const should = (text: string) => errors.push(invalidValue(path, value, `${path} in body should ${text}`))
  if (schema.enum !== undefined && !schema.enum.some(allowed => isDeepStrictEqual(allowed, value))) {
    const values = schema.enum.map(allowed => JSON.stringify(allowed)).join(', ')
    const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${values}`
    errors.push({ field: path, reason: 'FieldValueNotSupported', message })
  }
  if (typeof value === 'number') {
    if (schema.minimum !== undefined && value < schema.minimum) should(`be greater than or equal to ${schema.minimum}`)
    if (schema.maximum !== undefined && value > schema.maximum) should(`be less than or equal to ${schema.maximum}`)
  }
  if (typeof value === 'string') {
    if (schema.minLength !== undefined && value.length < schema.minLength)
      should(`be at least ${schema.minLength} chars long`)
    if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value)) should(`match '${schema.pattern}'`)
  }
  return errors
}
