import { TemplateProblem } from './template-problem.ts'

export const MISSING = 'missing'

/** A single value of a field, or what is there instead. */
export type Value = string | number | boolean | { readonly is: typeof MISSING | 'map' | 'list'; readonly path: string }

/** What an operator adds to the custom resource before it fills templates; only the operator knows it. */
const OPERATOR_ONLY = ['inputs', 'ork', 'cross', 'request', 'external', 'children', 'metrics']

/** The value at a path of own fields; null is missing. */
export function fieldOf(object: object, names: readonly string[]): Value {
  const path = `.${names.join('.')}`
  if (OPERATOR_ONLY.includes(names[0]!)) throw new TemplateProblem(`only the running operator knows ${path}`)
  let value: unknown = object
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return { is: MISSING, path }
    value = (value as Record<string, unknown>)[name]
  }
  if (value === null || value === undefined) return { is: MISSING, path }
  if (typeof value === 'object') return { is: Array.isArray(value) ? 'list' : 'map', path }
  return value as string | number | boolean
}

/** What Go prints for a single value; maps and lists have no text that could name anything. */
export function textOf(value: Value): string {
  if (typeof value === 'object') {
    if (value.is === MISSING) throw new TemplateProblem(`the custom resource has no ${value.path}`)
    throw new TemplateProblem(`${value.path} is a ${value.is}, not a single value`)
  }
  return String(value)
}
