import type { KubeObject } from '../../api/object.ts'
import { type FieldError, invalidValue, requiredField } from '../answer/invalid.ts'
import type { DefinitionSpec } from '../types/custom.ts'

/** A CRD is named after what it defines, has versions, exactly one of them stored, and a schema for each. */
export function definitionErrors(definition: KubeObject): FieldError[] {
  const spec = (definition.spec ?? {}) as Partial<DefinitionSpec>
  const errors: FieldError[] = []
  const { group = '', names, versions = [], scope } = spec
  const wanted = `${names?.plural ?? ''}.${group}`
  if (definition.metadata.name !== wanted) {
    const detail = 'must be spec.names.plural+"."+spec.group'
    errors.push(invalidValue('metadata.name', definition.metadata.name, detail))
  }
  if (group === '') errors.push(requiredField('spec.group'))
  if (scope === undefined) errors.push(requiredField('spec.scope'))
  if (names?.kind === undefined) errors.push(requiredField('spec.names.kind'))
  if (versions.filter(version => version.storage).length !== 1) {
    const detail = 'must have exactly one version marked as storage version'
    errors.push(invalidValue('spec.versions', versions, detail))
  }
  versions.forEach((version, index) => {
    if (version.schema?.openAPIV3Schema !== undefined) return
    errors.push(requiredField(`spec.versions[${index}].schema.openAPIV3Schema`, 'schemas are required'))
  })
  return errors
}
