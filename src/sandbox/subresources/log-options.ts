import { type FieldError, invalid, invalidValue } from '../answer/invalid.ts'
import { badRequest } from '../answer/refusal.ts'
import type { ResourceRequest } from '../request/resource-request.ts'

/** PodLogOptions as a client sends them; the kubelet is handed those that are set. */
export interface LogOptions {
  readonly container: string | undefined
  readonly previous: boolean
  readonly timestamps: boolean
  readonly sinceSeconds: number | undefined
  readonly sinceTime: string | undefined
  readonly tailLines: number | undefined
  readonly limitBytes: number | undefined
}

/** Throws the server's 400 for what is no number, and its 422 for numbers and pairs that it does not take. */
export function logOptions({ query, name = '' }: ResourceRequest): LogOptions {
  const options: LogOptions = {
    container: query.container,
    previous: query.previous === 'true',
    timestamps: query.timestamps === 'true',
    sinceTime: query.sinceTime,
    sinceSeconds: numberIn(query.sinceSeconds),
    tailLines: numberIn(query.tailLines),
    limitBytes: numberIn(query.limitBytes),
  }
  const errors = errorsOf(options)
  if (errors.length > 0) throw invalid({ group: '', kind: 'PodLogOptions' }, name, errors)
  return options
}

function numberIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^-?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`)
  return Number(text)
}

function errorsOf({ sinceSeconds, sinceTime, tailLines, limitBytes }: LogOptions): readonly FieldError[] {
  const errors: FieldError[] = []
  if (tailLines !== undefined && tailLines < 0)
    errors.push(invalidValue('tailLines', tailLines, 'must be greater than or equal to 0'))
  if (limitBytes !== undefined && limitBytes < 1)
    errors.push(invalidValue('limitBytes', limitBytes, 'must be greater than 0'))
  if (sinceSeconds !== undefined && sinceTime !== undefined)
    errors.push({
      field: '',
      reason: 'FieldValueForbidden',
      message: 'Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    })
  else if (sinceSeconds !== undefined && sinceSeconds < 1)
    errors.push(invalidValue('sinceSeconds', sinceSeconds, 'must be greater than 0'))
  return errors
}
