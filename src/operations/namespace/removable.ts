import { policies } from '../../diagnosis/policy.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import type { Inspection } from './inspection.ts'
import type { NamespaceRequest } from './request.ts'

/**
 * The finalizers of an object that are removed on the way to the namespace's end: those without a controller and, with
 * --override, those whose controller is unknown.
 */
export function removableFrom(
  { causes }: DiagnosedObject,
  { overrides }: Pick<WriteOptions, 'overrides'>,
): readonly string[] {
  const wanted = overrides.has('ControllerUnknown') ? ['default', 'override'] : ['default']
  const found = causes.filter(({ cause, incomplete }) => wanted.includes(policies[cause.code].removable) && !incomplete)
  return [...new Set(found.flatMap(({ finalizer }) => finalizer ?? []))]
}

/** What is held by finalizers that may be removed on the way to the end, the Namespace last, and was not tried yet. */
export function removableIn(
  { namespace, stuck }: Inspection,
  request: NamespaceRequest,
  tried: ReadonlySet<string>,
): readonly DiagnosedObject[] {
  const all = namespace === undefined ? stuck : [...stuck, namespace]
  return all.filter(each => untried(each, request, tried).length > 0)
}

/** Those of its finalizers that may be removed, and were not tried yet. */
export function untried(
  object: DiagnosedObject,
  { options }: Pick<NamespaceRequest, 'options'>,
  tried: ReadonlySet<string>,
): readonly string[] {
  return removableFrom(object, options).filter(finalizer => !tried.has(keyOf(object, finalizer)))
}

/** One finalizer of one object, as `tried` has it. */
export function keyOf({ held }: DiagnosedObject, finalizer: string): string {
  return `${held.ref.uid} ${finalizer}`
}
