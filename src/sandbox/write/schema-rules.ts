import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '../answer/invalid.ts'
import { evaluateCel } from '../cel.ts'
import { isMap } from './field-set.ts'
import type { Schema } from './schema-type.ts'

/**
 * CEL rules of a schema, ratcheted by their value: one on the root is checked on every update, because the root changes
 * with its metadata, so even dropping a finalizer can be refused (kubernetes-deletion.md 11).
 */
export function ruleErrors(schema: Schema, value: unknown, before: unknown, path: string): FieldError[] {
  if (before !== undefined && isDeepStrictEqual(value, before)) return []
  const own = (schema['x-kubernetes-validations'] ?? []).flatMap(({ rule, message }) => {
    if (/\boldSelf\b/.test(rule) && before === undefined) return []
    const problem = broken(rule, value, before)
    if (problem === undefined) return []
    const detail = problem === '' ? (message ?? `failed rule: ${rule}`) : problem
    // The root has no field name, and its value is not shown.
    const shown = path === '' ? '' : `${isMap(value) ? '"object"' : JSON.stringify(value)}: `
    const error: FieldError = {
      field: path === '' ? '<nil>' : path,
      reason: 'FieldValueInvalid',
      message: `Invalid value: ${shown}${detail}`,
    }
    return [error]
  })
  return [...own, ...innerErrors(schema, value, before, path)]
}

function innerErrors(schema: Schema, value: unknown, before: unknown, path: string): FieldError[] {
  if (!isMap(value)) return []
  const known = isMap(before) ? before : {}
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    value[name] === undefined
      ? []
      : ruleErrors(property, value[name], known[name], path === '' ? name : `${path}.${name}`),
  )
}

/** "" when the rule is false, a text when it cannot be evaluated, undefined when it holds. */
function broken(rule: string, self: unknown, oldSelf: unknown): string | undefined {
  try {
    return evaluateCel(rule, { self, oldSelf }) === true ? undefined : ''
  } catch (error) {
    return `rule: ${rule}: ${(error as Error).message}`
  }
}
