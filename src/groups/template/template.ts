import type { KubeObject } from '../../api/object.ts'
import type { Field } from '../document/field.ts'
import { evaluate } from './evaluate.ts'
import { fieldOf, type Value } from './field-value.ts'
import { TemplateProblem } from './template-problem.ts'
import { readAction } from './tokens.ts'

/**
 * The text of a template over a custom resource, trimmed as Orkestra does it: text without `{{` stands for itself; in
 * `{{ }}` may be paths of fields, literals, pipes and the functions of evaluate.ts. Go would print nothing for a field
 * that is missing, and the delete would then aim at another object: so that, and all that is unknown, is a GroupsError.
 */
export function resolveTemplate(place: Field, object: KubeObject): string {
  const text = place.text()
  return isTemplate(text) ? at(place, () => fill(text, object).trim()) : text
}

/** The value at `spec.a.b` of a custom resource; a GroupsError where only the operator could know it. */
export function fieldAt(place: Field, path: string, object: KubeObject): Value {
  return at(place, () => fieldOf(object, path.split('.')))
}

function at<Result>(place: Field, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TemplateProblem)) throw error
    return place.fail(`${JSON.stringify(place.text())}: ${error.message}; write the value itself in a copy of the file`)
  }
}

export function isTemplate(text: string): boolean {
  return text.includes('{{')
}

/** `{{-` and `-}}` take the blanks beside them. */
function fill(text: string, object: KubeObject): string {
  const start = text.indexOf('{{')
  if (start < 0) return text
  const action = readAction(text, start)
  const before = text.slice(0, start)
  const value = evaluate(action.tokens, object)
  const after = fill(text.slice(action.end), object)
  return (action.trimsBefore ? before.trimEnd() : before) + value + (action.trimsAfter ? after.trimStart() : after)
}
