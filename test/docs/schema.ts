import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'

type Schema = Readonly<Record<string, unknown>>

const FILE = resolve(import.meta.dirname, '../../docs/schema/kubectl-finalize-v1.json')

/** The schema as it is published. */
export const published = JSON.parse(readFileSync(FILE, 'utf8')) as Schema & {
  readonly $defs: Readonly<Record<string, Schema & { readonly properties: Readonly<Record<string, Schema>> }>>
}

/** What is wrong with an answer by the published schema; with `described`, a field that it does not describe is wrong too. */
export function faultsOf(answer: unknown, { described = false } = {}): readonly string[] {
  const { kind } = answer as { kind: string }
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true })
  const { $defs } = described ? (closed(published) as typeof published) : published
  const validate = ajv.compile({ $ref: `#/$defs/${kind}`, $defs })
  validate(answer)
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** The same schema where nothing may be added. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)] as const)
  const added = 'properties' in schema && 'type' in schema ? { additionalProperties: false } : {}
  return { ...Object.fromEntries(entries), ...added }
}
