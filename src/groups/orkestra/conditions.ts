import type { KubeObject } from '../../api/object.ts'
import type { Field } from '../document/field.ts'
import { MISSING } from '../template/field-value.ts'
import { fieldAt, isTemplate, resolveTemplate } from '../template/template.ts'
import { OPERATORS } from './operators.ts'

/**
 * Why the `when` and `or` of a block or group fail; undefined when they hold. All of `when` and one of `or` (older:
 * `anyOf`) must hold. What needs the clock, other objects or the operator's own state is a GroupsError.
 */
export function unmetConditions(block: Field, object: KubeObject): string | undefined {
  const all = block.at('when')?.items() ?? []
  const any = ['or', 'anyOf'].flatMap(key => block.at(key)?.items() ?? [])
  const unmet = all.map(condition => unmetCondition(condition, object)).filter(why => why !== undefined)
  if (unmet.length > 0) return `when: ${unmet.join('; ')}`
  const tried = any.map(condition => unmetCondition(condition, object))
  return tried.length === 0 || tried.includes(undefined) ? undefined : `or: ${tried.join('; ')}`
}

function unmetCondition(condition: Field, object: KubeObject): string | undefined {
  const { field, operator, value, negate } = comparisonOf(condition, object)
  const found = readValue(field, object, operator)
  const holds = OPERATORS[operator]!(found, value)
  if (holds === undefined)
    condition.fail(
      `${JSON.stringify(found)} ${operator} ${JSON.stringify(value)} cannot be evaluated; decide it in a copy of the file`,
    )
  if (holds !== negate) return undefined
  const wanted = operator.endsWith('xists') ? operator : `${operator} ${JSON.stringify(value)}`
  return `${field.text()} is ${JSON.stringify(found)}, wanted ${negate ? 'not ' : ''}${wanted}`
}

/** The operator's own reading: a missing field is "", a boolean or a number its text. */
function readValue(field: Field, object: KubeObject, operator: string): string {
  const path = field.text()
  if (isTemplate(path)) return resolveTemplate(field, object)
  if (path.startsWith('.'))
    field.fail(
      `"${path}": with a leading dot the operator reads nothing; write "${path.slice(1)}" in a copy of the file`,
    )
  const value = fieldAt(field, path, object)
  if (typeof value !== 'object') return String(value)
  if (value.is === MISSING) return ''
  if (operator === 'exists' || operator === 'notExists') return `a ${value.is}`
  return field.fail(
    `"${path}" is a ${value.is}, not a single value that can be compared; decide it in a copy of the file`,
  )
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

/**
 * What a condition compares, with the operator under its long name. One that the operator would read differently than
 * it is written is a GroupsError.
 */
function comparisonOf(condition: Field, object: KubeObject) {
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
