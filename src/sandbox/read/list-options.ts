import { type FieldError, forbiddenField, invalid } from '../answer/invalid.ts'
import { badRequest } from '../answer/refusal.ts'

export interface ListOptions {
  readonly limit: number
  readonly continue: string
  /** undefined = unset, the most recent state. */
  readonly resourceVersion: number | undefined
  readonly match: string
}

const LIST_OPTIONS = { group: 'meta.k8s.io', kind: 'ListOptions' }

/**
 * limit, continue, resourceVersion and resourceVersionMatch of a list, with the rules that bind them
 * (kubernetes-deletion.md 7.3, 7.4).
 */
export function listOptions(query: Readonly<Record<string, string>>): ListOptions {
  const limit = query.limit === undefined || query.limit === '' ? 0 : Number(query.limit)
  if (query.sendInitialEvents !== undefined) {
    throw invalid(LIST_OPTIONS, '', [forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list')])
  }
  if (!Number.isInteger(limit)) throw badRequest(`strconv.ParseInt: parsing "${query.limit}": invalid syntax`)
  const match = query.resourceVersionMatch ?? ''
  const version = query.resourceVersion ?? ''
  const token = query.continue ?? ''
  const errors = matchErrors(match, version, token)
  if (errors.length > 0) throw invalid(LIST_OPTIONS, '', errors)
  if (token !== '' && version !== '' && version !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue')
  }
  if (version !== '' && !/^\d+$/.test(version)) {
    throw badRequest(
      `invalid resource version: resourceVersion: Invalid value: "${version}": strconv.ParseUint: parsing "${version}": invalid syntax`,
    )
  }
  return { limit, continue: token, resourceVersion: version === '' ? undefined : Number(version), match }
}

function matchErrors(match: string, version: string, token: string): FieldError[] {
  if (match === '') return []
  const field = 'resourceVersionMatch'
  if (version === '') return [forbiddenField(field, `${field} is forbidden unless resourceVersion is provided`)]
  if (token !== '') return [forbiddenField(field, `${field} is forbidden when continue is provided`)]
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    const message = `Unsupported value: "${match}": supported values: "Exact", "NotOlderThan", ""`
    return [{ field, reason: 'FieldValueNotSupported', message }]
  }
  if (match === 'Exact' && version === '0') {
    return [forbiddenField(field, `${field} "exact" is forbidden for resourceVersion "0"`)]
  }
  return []
}
