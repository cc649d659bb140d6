import { resourceName } from '../../api/resource-type.ts'

type Fields = Readonly<Record<string, unknown>>

/** Stands where a secret stood: that there was one is no secret. */
export const WITHHELD = 'WITHHELD'

/** What of an object of these types is told at all, beside its metadata. */
const ONLY: Readonly<Record<string, readonly string[]>> = {
  secrets: ['apiVersion', 'kind', 'type', 'immutable'],
  configmaps: ['apiVersion', 'kind', 'immutable'],
}

/** A copy of the whole object, a Secret's data included. */
const LAST_APPLIED = /last-applied/

/** Fields whose text is a credential wherever they stand; names of Secrets end otherwise (`passwordSecretName`). */
const CREDENTIAL =
  /^(password|passwd|passphrase|token|apitoken|accesstoken|refreshtoken|bearertoken|idtoken|authtoken|apikey|secretkey|accesskey|accesskeyid|secretaccesskey|privatekey|clientsecret|clientkey|clientkeydata|connectionstring|sharedkey|accountkey|credentials?|authorization|auth|cookie)$/

/** Credentials within a longer text. */
const WITHIN: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, WITHHELD],
  [/\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]*/g, WITHHELD],
  [/\b(AKIA|ASIA)[A-Z0-9]{16}\b/g, WITHHELD],
  [/\b(gh[pousr]_\w{20,}|glpat-[\w-]{16,}|xox[abp]-[\w-]{10,}|sk-[\w-]{20,})/g, WITHHELD],
  [/([a-z][a-z0-9+.-]*:\/\/)[^/?#\s@]*:[^/?#\s@]*@/gi, `$1${WITHHELD}@`],
  [
    /(--?[\w-]*(?:password|passwd|passphrase|api-?key|access-?key|secret-?key|private-?key|client-?secret|token)[= ])[^\s,;'"]+/gi,
    `$1${WITHHELD}`,
  ],
  [/\b(password|passwd|token|api_?key|secret_?key|access_?key|client_?secret)=[^\s,;&'"]+/gi, `$1=${WITHHELD}`],
  [/\b(bearer|basic) [\w+/.~=-]{16,}/gi, `$1 ${WITHHELD}`],
]
const MAY_HOLD =
  /PRIVATE KEY|eyJ|AKIA|ASIA|gh[pousr]_|glpat-|xox|sk-|:\/\/[^/?#\s]*@|pass|token|key|secret|bearer|basic/i

/**
 * An object as it may be given to somebody else: of Secrets and ConfigMaps the metadata alone; no values of environment
 * variables, no copies of what was applied, and nothing that looks like a credential. What is left is as it was.
 */
export function withoutSecrets(type: { readonly group: string; readonly plural: string }, object: Fields): Fields {
  const only = ONLY[resourceName(type)]
  const told = only === undefined ? object : pick(object, ['metadata', ...only])
  return scrubbed(told, '') as Fields
}

function scrubbed(value: unknown, field: string): unknown {
  if (typeof value === 'string') return scrubbedText(value, field)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(each => (field === 'env' ? withoutValue(each) : scrubbed(each, field)))
  const kept = Object.entries(value).filter(([name]) => field !== 'annotations' || !LAST_APPLIED.test(name))
  return Object.fromEntries(kept.map(([name, each]) => [name, name === 'fieldsV1' ? each : scrubbed(each, name)]))
}

function scrubbedText(text: string, field: string): string {
  if (text !== '' && CREDENTIAL.test(field.replaceAll(/[_-]/g, '').toLowerCase())) return WITHHELD
  if (!MAY_HOLD.test(text)) return text
  return WITHIN.reduce((left, [pattern, instead]) => left.replaceAll(pattern, instead), text)
}

/** Of an environment variable: its name, or where its value comes from. */
function withoutValue(variable: unknown): unknown {
  if (typeof variable !== 'object' || variable === null || !('value' in variable)) return variable
  return { ...variable, value: WITHHELD }
}

function pick(object: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))
}
