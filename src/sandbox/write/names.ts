import { type FieldError, invalidValue } from '../answer/invalid.ts'

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/
const QUALIFIED = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/

export const SUBDOMAIN_MESSAGE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start " +
  "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

const LABEL_MESSAGE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end " +
  "with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"

const NAME_PART_MESSAGE =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"

/** Names that are labels, because they become DNS names; RBAC names may be any path segment. */
const LABEL_NAMED = new Set(['namespaces', 'services'])

/** What is wrong with metadata.name of a new object. */
export function nameErrors(storage: string, name: string): FieldError[] {
  const field = 'metadata.name'
  if (storage.endsWith('.rbac.authorization.k8s.io')) {
    return /[/%]/.test(name) ? [invalidValue(field, name, "may not contain '/'")] : []
  }
  if (LABEL_NAMED.has(storage)) {
    return LABEL.test(name) && name.length <= 63 ? [] : [invalidValue(field, name, LABEL_MESSAGE)]
  }
  return SUBDOMAIN.test(name) && name.length <= 253 ? [] : [invalidValue(field, name, SUBDOMAIN_MESSAGE)]
}

/** What is wrong with a qualified name (`prefix/name` or `name`): the text behind `Invalid value`. */
export function qualifiedNameProblem(name: string): string | undefined {
  const parts = name.split('/')
  if (parts.length > 2) {
    return "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
  }
  const [prefix, local] = parts.length === 2 ? parts : [undefined, parts[0]]
  if (prefix !== undefined) {
    if (prefix === '') return 'prefix part must be non-empty'
    if (!SUBDOMAIN.test(prefix)) return `prefix part ${SUBDOMAIN_MESSAGE}`
  }
  if (local === '') return 'name part must be non-empty'
  if (local!.length > 63) return 'name part must be no more than 63 bytes'
  return QUALIFIED.test(local!) ? undefined : NAME_PART_MESSAGE
}
