import { FOREGROUND, ORPHAN } from '../../api/builtin-finalizers.ts'
import { type FieldError, forbiddenField, invalidValue } from '../answer/invalid.ts'
import { isCustom, type ServedType } from '../types/served-type.ts'
import { qualifiedNameProblem } from './names.ts'

/** Built-in groups whose validation does not insist on a `/`: the CRD's own finalizer has none. */
const LENIENT_GROUPS = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io', 'admissionregistration.k8s.io'])

const STANDARD = new Set([ORPHAN, FOREGROUND, 'kubernetes'])

/**
 * Names of all finalizers are checked on every write, so one illegal legacy name blocks each update
 * (kubernetes-deletion.md 1.6).
 */
export function finalizerErrors(finalizers: readonly string[], type: ServedType): FieldError[] {
  const field = 'metadata.finalizers'
  const errors: FieldError[] = []
  for (const finalizer of finalizers) {
    const problem = qualifiedNameProblem(finalizer)
    if (problem !== undefined) errors.push(invalidValue(field, finalizer, problem))
  }
  if (finalizers.includes(ORPHAN) && finalizers.includes(FOREGROUND)) {
    errors.push(invalidValue(field, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'))
  }
  if (isCustom(type) || LENIENT_GROUPS.has(type.group)) return errors
  finalizers.forEach((finalizer, index) => {
    if (finalizer.includes('/') || STANDARD.has(finalizer)) return
    const detail = 'name is neither a standard finalizer name nor is it fully qualified'
    errors.push(invalidValue(`${field}[${index}]`, finalizer, detail))
  })
  return errors
}

/** A terminating object may lose finalizers and reorder them, never gain one. */
export function newFinalizerErrors(next: readonly string[], current: readonly string[]): FieldError[] {
  const added = next.filter(finalizer => !current.includes(finalizer)).toSorted()
  if (added.length === 0) return []
  const names = added.map(name => JSON.stringify(name)).join(', ')
  return [
    forbiddenField(
      'metadata.finalizers',
      `no new finalizers can be added if the object is being deleted, found new finalizers []string{${names}}`,
    ),
  ]
}

/**
 * Custom resources may carry any name; the server only warns about those that come new (kubernetes-deletion.md 1.6).
 */
export function finalizerWarnings(finalizers: readonly string[], before: readonly string[] = []): string[] {
  return finalizers
    .filter(finalizer => !finalizer.includes('/') && !STANDARD.has(finalizer) && !before.includes(finalizer))
    .toSorted()
    .map(finalizer => {
      const path = finalizer.includes('.') ? 'including a path (/) ' : ''
      return `metadata.finalizers: "${finalizer}": prefer a domain-qualified finalizer name ${path}to avoid accidental conflicts with other finalizer writers`
    })
}
