import { resourceName } from '../../api/resource-type.ts'
import { ABOUT_CREDENTIAL, isCredential, WITHHELD, withoutCredentials } from '../../statements/credentials.ts'

type Fields = Readonly<Record<string, unknown>>

/** What of an object of these types is told at all, beside its metadata. */
const ONLY: Readonly<Record<string, readonly string[]>> = {
  secrets: ['apiVersion', 'kind', 'type', 'immutable'],
  configmaps: ['apiVersion', 'kind', 'immutable'],
}

/** Kinds whose data are withheld also where another object carries them, as those of multi-cluster products do. */
const WITH_DATA: ReadonlySet<unknown> = new Set(['Secret', 'ConfigMap'])
const DATA: ReadonlySet<string> = new Set(['data', 'stringData', 'binaryData'])

/** An annotation with a copy of the whole object, a Secret's data included: by its name, or by what it holds. */
const COPY_NAME = /last-applied|last-handled|objectset\.rio\.cattle\.io\/applied|kapp\.k14s\.io\/original/
const COPY = /^\s*\{[\s\S]*"(spec|data|stringData)"\s*:|^H4sI/
/** What a definition says of its finalizers is read by rules. */
const KEPT_ANNOTATION = /finalize/

const VARIABLES: ReadonlySet<string> = new Set(['env', 'envs', 'extraEnv', 'envVars', 'environment', 'variables'])

/**
 * An object as it may be given to somebody else: of Secrets and ConfigMaps the metadata alone; no values of environment
 * variables, no copies of what was applied, and nothing that looks like a credential. What is left is as it was.
 */
export function withoutSecrets(type: { readonly group: string; readonly plural: string }, object: Fields): Fields {
  const only = ONLY[resourceName(type)]
  const told = only === undefined ? object : pick(object, ['metadata', ...only])
  // A schema has properties of such names, which hold no values.
  return scrubbed(told, '', type.plural === 'customresourcedefinitions') as Fields
}

function scrubbed(value: unknown, field: string, isSchema: boolean): unknown {
  if (typeof value === 'string') return withoutCredentials(value, field)
  if (typeof value === 'number' && /pass|pwd/i.test(field) && isCredential(field)) return WITHHELD
  if (typeof value !== 'object' || value === null) return value
  if (VARIABLES.has(field) && !isSchema) return withoutValues(value)
  if (Array.isArray(value)) return value.map((each, at) => scrubbed(each, flagBefore(value, at) ?? field, isSchema))
  const hasData = WITH_DATA.has((value as Fields).kind)
  const kept = Object.entries(value).filter(([name, each]) => {
    if (field === 'annotations') return !isCopy(name, each)
    return name !== 'stringData' && !(hasData && DATA.has(name))
  })
  return Object.fromEntries(
    kept.map(([name, each]) => {
      const isOfSchema = isSchema || name === 'openAPIV3Schema'
      const means = isOfSchema ? name : meaning(name, field, value as Fields)
      return [name, name === 'fieldsV1' ? each : scrubbed(each, means, isOfSchema)]
    }),
  )
}

/**
 * The field that tells what `name` of an object holds: the one around it where that is for a credential (`password:
 * {value}`), or what is written beside it (`{name: password, value}`).
 */
function meaning(name: string, around: string, beside: Fields): string {
  const called = [beside.name, beside.key].find(each => typeof each === 'string') as string | undefined
  const tells = ABOUT_CREDENTIAL.test(name) || (name === 'key' && typeof beside.name === 'string')
  if (isCredential(around) && !tells) return around
  return (name === 'value' && called) || name
}

function isCopy(name: string, value: unknown): boolean {
  if (COPY_NAME.test(name)) return true
  return typeof value === 'string' && COPY.test(value) && !KEPT_ANNOTATION.test(name)
}

/** `--password` of `["--password", "x"]`, which says what the next one is. */
function flagBefore(list: readonly unknown[], at: number): string | undefined {
  const before = list[at - 1]
  return typeof before === 'string' && /^--?[\w-]+$/.test(before) ? before.replace(/^--?/, '') : undefined
}

/** Of environment variables: their names, or where their values come from; as a list, as `NAME=value`, or as a map. */
function withoutValues(variables: object): unknown {
  if (!Array.isArray(variables)) {
    return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, withoutValue(value, '')]))
  }
  return variables.map(variable =>
    withoutValue(variable, typeof variable === 'string' ? variable.replace(/=[\s\S]*|$/, '=') : ''),
  )
}

function withoutValue(variable: unknown, before: string): unknown {
  if (typeof variable !== 'object' || variable === null) return `${before}${WITHHELD}`
  return 'value' in variable ? { ...variable, value: WITHHELD } : variable
}

function pick(object: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))
}
