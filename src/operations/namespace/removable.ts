import { awaitsNamespaceController } from '../../diagnosis/namespaces/terminating-namespaces.ts'
import { policies } from '../../diagnosis/policy.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import { permissionOf } from '../write/write-run.ts'
import type { Inspection } from './inspection.ts'
import type { NamespaceRequest } from './request.ts'

/**
 * The finalizers of an object that are removed on the way to the namespace's end: those without a controller and, by
 * --override or where somebody is asked, those whose controller is unknown. Nobody is asked of what may be stranded, nor
 * yet of a Namespace that its controller still empties.
 */
export function removableFrom({ causes, held }: DiagnosedObject, { options, ports }: Asked): readonly string[] {
  const { overrides, typedConsent } = permissionOf({ options, ports })
  const isAsked = typedConsent && !overrides.has('NamespaceNotEmpty') && !awaitsNamespaceController(held)
  const wanted = overrides.has('ControllerUnknown') || isAsked ? ['default', 'override'] : ['default']
  const found = causes.filter(({ cause, incomplete }) => wanted.includes(policies[cause.code].removable) && !incomplete)
  return [...new Set(found.flatMap(({ finalizer }) => finalizer ?? []))]
}

type Asked = Pick<NamespaceRequest, 'options' | 'ports'>

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
export function untried(object: DiagnosedObject, request: Asked, tried: ReadonlySet<string>): readonly string[] {
  return removableFrom(object, request).filter(finalizer => !tried.has(keyOf(object, finalizer)))
}

/** One finalizer of one object, as `tried` has it. */
export function keyOf({ held }: DiagnosedObject, finalizer: string): string {
  return `${held.ref.uid} ${finalizer}`
}
