import { type FieldError, invalid } from '../answer/invalid.ts'
import type { ResourceRequest } from '../request/resource-request.ts'

const OPTIONS_OF: Readonly<Record<string, string>> = {
  create: 'CreateOptions',
  update: 'UpdateOptions',
  patch: 'PatchOptions',
}

/** dryRun and fieldValidation of POST, PUT and PATCH come from the query; an unknown value is 422. */
export function checkWriteOptions({ verb, query }: ResourceRequest): void {
  const kind = OPTIONS_OF[verb]
  if (kind === undefined) return
  const errors: FieldError[] = []
  if (query.dryRun !== undefined && query.dryRun !== '' && query.dryRun !== 'All') {
    const message = `Unsupported value: ${JSON.stringify([query.dryRun])}: supported values: "All"`
    errors.push({ field: 'dryRun', reason: 'FieldValueNotSupported', message })
  }
  if (query.fieldValidation && !['Ignore', 'Warn', 'Strict'].includes(query.fieldValidation)) {
    const message = `Unsupported value: "${query.fieldValidation}": supported values: "", "Ignore", "Strict", "Warn"`
    errors.push({ field: 'fieldValidation', reason: 'FieldValueNotSupported', message })
  }
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', errors)
}
