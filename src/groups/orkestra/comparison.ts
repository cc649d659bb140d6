import type { KubeObject } from '../../api/object.ts'
import type { Field } from '../document/field.ts'
import { resolveTemplate } from '../template/template.ts'
import { OPERATORS } from './operators.ts'

/** What a condition compares, with the operator under its long name. */
export interface Comparison {
  readonly field: Field
  readonly operator: string
  readonly value: string
  readonly negate: boolean
}

/** Keys that are an operator and its value in one, where the operator has another name. */
const SHORTHANDS: Readonly<Record<string, string>> = {
  greaterThan: 'gt',
  lessThan: 'lt',
  greaterThanOrEqual: 'gte',
  lessThanOrEqual: 'lte',
  min: 'gte',
  max: 'lte',
}

const COPY = 'decide it in a copy of the file'

/** Reads a condition; one that the operator would read differently than it is written is a GroupsError. */
export function comparisonOf(condition: Field, object: KubeObject): Comparison {
  const { field, negate, operator, value, notify: _, ...rest } = Object.fromEntries(condition.entries())
  if (field === undefined) condition.fail(`a condition without a field cannot be replayed; ${COPY}`)
  const shorthands = Object.entries(rest)
  for (const [key, place] of shorthands)
    if (!Object.hasOwn(OPERATORS, SHORTHANDS[key] ?? key))
      place.fail(`the condition "${key}" cannot be replayed; ${COPY}`)
  const [first, second] = shorthands
  if (second !== undefined || (first !== undefined && (operator !== undefined || value !== undefined)))
    condition.fail(`this condition has two comparisons and the operator would use only one; ${COPY}`)
  const common = { field, negate: negate?.flag() ?? false }
  if (first !== undefined)
    return { ...common, operator: SHORTHANDS[first[0]] ?? first[0], value: shorthandValue(first, object) }
  if (operator !== undefined && !Object.hasOwn(OPERATORS, operator.text()))
    operator.fail(`the operator "${operator.text()}" cannot be replayed; ${COPY}`)
  return {
    ...common,
    operator: operator?.text() ?? (value === undefined ? 'exists' : 'equals'),
    value: value === undefined ? '' : textOf(value, object),
  }
}

/** An empty value and `exists: false` are no comparison to the operator, which then asks whether the field exists. */
function shorthandValue([key, place]: [string, Field], object: KubeObject): string {
  if (key === 'exists' || key === 'notExists') {
    if (!place.flag()) place.fail(`the operator reads "${key}: false" as "exists: true"; ${COPY}`)
    return ''
  }
  const value = textOf(place, object)
  return value === '' ? place.fail(`the operator reads an empty "${key}" as "exists: true"; ${COPY}`) : value
}

function textOf(place: Field, object: KubeObject): string {
  const text = place.scalar()
  return text.includes('{{') ? resolveTemplate(place, object) : text
}
