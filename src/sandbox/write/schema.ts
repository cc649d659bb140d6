import type { KubeObject } from '../../api/object.ts'
import { type FieldError, invalid } from '../answer/invalid.ts'
import { badRequest } from '../answer/refusal.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import { definitionSpec } from '../types/custom.ts'
import type { ServedType } from '../types/served-type.ts'
import { prune } from './schema-prune.ts'
import { ruleErrors } from './schema-rules.ts'
import type { Schema } from './schema-type.ts'
import { valueErrors } from './schema-values.ts'

/** A custom resource against the schema of its version: unknown fields go, defaults come, errors are 422. */
export function pruneAndCheck(
  type: ServedType,
  object: KubeObject,
  current: KubeObject | undefined,
  request: ResourceRequest,
  warnings: string[],
): KubeObject {
  const schema = schemaOf(type)
  if (schema === undefined) return object
  const unknown: string[] = []
  const { apiVersion, kind, metadata, ...rest } = object
  const pruned = { apiVersion, kind, metadata, ...(prune(schema, rest, '', unknown) as object) } as KubeObject
  reportUnknown(type, unknown, request, warnings)
  const errors: FieldError[] = [...valueErrors(schema, pruned, current, ''), ...ruleErrors(schema, pruned, current, '')]
  if (errors.length > 0) throw invalid(type, object.metadata.name, errors)
  return pruned
}

function schemaOf(type: ServedType): Schema | undefined {
  if (type.definition === undefined) return undefined
  const version = definitionSpec(type.definition).versions.find(({ name }) => name === type.version)
  return version?.schema?.openAPIV3Schema as Schema | undefined
}

/** `?fieldValidation=`: Warn is the default, kubectl sends Strict. */
function reportUnknown(
  type: ServedType,
  unknown: readonly string[],
  { query }: ResourceRequest,
  warnings: string[],
): void {
  const texts = unknown.map(path => `unknown field "${path}"`)
  if (texts.length === 0 || query.fieldValidation === 'Ignore') return
  if (query.fieldValidation === 'Strict') {
    const decoding = `${type.kind} in version "${type.version}" cannot be handled as a ${type.kind}`
    throw badRequest(`${decoding}: strict decoding error: ${texts.join(', ')}`)
  }
  warnings.push(...texts)
}
