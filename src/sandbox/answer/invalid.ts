import { resourceName } from '../../api/resource-type.ts'
import { Refusal } from './refusal.ts'

/** One field that validation rejects. */
export interface FieldError {
  readonly field: string
  readonly reason:
    | 'FieldValueInvalid'
    | 'FieldValueForbidden'
    | 'FieldValueRequired'
    | 'FieldValueTypeInvalid'
    | 'FieldValueNotSupported'
  /** Without the field name: `Forbidden: …`. */
  readonly message: string
}

export function invalidValue(field: string, value: unknown, detail: string): FieldError {
  return { field, reason: 'FieldValueInvalid', message: `Invalid value: ${goValue(value)}: ${detail}` }
}

export function forbiddenField(field: string, detail: string): FieldError {
  return { field, reason: 'FieldValueForbidden', message: `Forbidden: ${detail}` }
}

export function requiredField(field: string, detail = ''): FieldError {
  return { field, reason: 'FieldValueRequired', message: `Required value${detail === '' ? '' : `: ${detail}`}` }
}

/** 422 with one cause a field error; equal texts appear once in the message and each time in the causes, as in Go. */
export function invalid(
  type: { readonly group: string; readonly kind: string },
  name: string,
  errors: readonly FieldError[],
): Refusal {
  const texts = [...new Set(errors.map(error => `${error.field}: ${error.message}`))]
  const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`
  return new Refusal(422, {
    message: `${resourceName({ group: type.group, plural: type.kind })} "${name}" is invalid: ${list}`,
    reason: 'Invalid',
    details: {
      name: name || undefined,
      group: type.group || undefined,
      kind: type.kind,
      causes: errors.map(({ reason, message, field }) => ({ reason, message, field })),
    },
  })
}

/** How Go's field errors print a bad value: strings quoted, the rest as JSON. */
function goValue(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? 'null')
}
