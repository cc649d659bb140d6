import type { KubeObject } from '../../api/object.ts'
import type { Field } from '../document/field.ts'
import { MISSING } from '../template/field-value.ts'
import { fieldAt, isTemplate, resolveTemplate } from '../template/template.ts'
import { comparisonOf } from './comparison.ts'
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
