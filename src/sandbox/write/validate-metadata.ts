import type { KubeObject } from '../../api/object.ts'
import { parseApiVersion } from '../../api/resource-type.ts'
import { type FieldError, forbiddenField, invalid, invalidValue, requiredField } from '../answer/invalid.ts'
import type { ServedType } from '../types/served-type.ts'
import { finalizerErrors, newFinalizerErrors } from './finalizer-rules.ts'
import { nameErrors } from './names.ts'

/** Checks the metadata of a new object; throws 422 with every field that is wrong. */
export function validateNewMetadata(type: ServedType, object: KubeObject): void {
  const { name, namespace, finalizers, ownerReferences } = object.metadata
  const errors: FieldError[] = []
  if (name === undefined || name === '') errors.push(requiredField('metadata.name', 'name or generateName is required'))
  else errors.push(...nameErrors(type.storage, name))
  if (!type.namespaced && namespace) errors.push(forbiddenField('metadata.namespace', 'not allowed on this type'))
  errors.push(...ownerErrors(ownerReferences ?? []), ...finalizerErrors(finalizers ?? [], type))
  if (errors.length > 0) throw invalid(type, name ?? '', errors)
}

/** Checks the metadata of an update against what is stored; throws 422 as the server does. */
export function validateUpdatedMetadata(type: ServedType, next: KubeObject, current: KubeObject): void {
  const once = [
    ...(current.metadata.deletionTimestamp === undefined
      ? []
      : newFinalizerErrors(next.metadata.finalizers ?? [], current.metadata.finalizers ?? [])),
    ...immutableErrors(next, current),
  ]
  const names = [
    ...ownerErrors(next.metadata.ownerReferences ?? []),
    ...finalizerErrors(next.metadata.finalizers ?? [], type),
  ]
  // The generic registry and the strategy of the kind both validate metadata, so each error is listed twice.
  const errors = [...names, ...once]
  if (errors.length > 0) throw invalid(type, next.metadata.name, [...errors, ...errors])
}

function immutableErrors(next: KubeObject, current: KubeObject): FieldError[] {
  return (['name', 'namespace', 'uid'] as const)
    .filter(field => next.metadata[field] !== current.metadata[field])
    .map(field => invalidValue(`metadata.${field}`, next.metadata[field] ?? '', 'field is immutable'))
}

function ownerErrors(
  owners: readonly { apiVersion: string; kind: string; name: string; uid: string; controller?: boolean }[],
): FieldError[] {
  const field = 'metadata.ownerReferences'
  const errors: FieldError[] = []
  for (const owner of owners) {
    if (!owner.apiVersion) errors.push(invalidValue(`${field}.apiVersion`, '', 'version must not be empty'))
    if (!owner.kind) errors.push(invalidValue(`${field}.kind`, '', 'must not be empty'))
    if (!owner.name) errors.push(invalidValue(`${field}.name`, '', 'must not be empty'))
    if (!owner.uid) errors.push(invalidValue(`${field}.uid`, '', 'must not be empty'))
    if (owner.kind === 'Event') {
      const { group, version } = parseApiVersion(owner.apiVersion)
      errors.push(invalidValue(field, owner, `${group}/${version}, Kind=Event is disallowed from being an owner`))
    }
  }
  const controllers = owners.filter(owner => owner.controller === true)
  if (controllers.length > 1) {
    const detail = `Only one reference can have Controller set to true. Found "true" in references for ${controllers[0]!.kind}/${controllers[0]!.name} and ${controllers[1]!.kind}/${controllers[1]!.name}`
    errors.push(invalidValue(field, owners, detail))
  }
  return errors
}
