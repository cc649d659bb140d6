import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { discover } from '../../cluster/discovery/discovery.ts'
import { DEFAULT_PAGE_SIZE, type Finding } from '../../cluster/scan/scan.ts'
import { awaitsNamespaceController } from '../../diagnosis/namespaces/terminating-namespaces.ts'
import { policies } from '../../diagnosis/policy.ts'
import { heldOf } from '../../diagnosis/stuck-object.ts'
import type { Losses } from '../../plan/sections.ts'
import type { Inspection } from '../inspect/diagnose-cluster.ts'
import { EVERYTHING, inspectCluster } from '../inspect/inspect-cluster.ts'
import { type DiagnosedObject, stuckIn } from '../inspect/stuck-objects.ts'
import { duringScan } from '../scan-progress.ts'
import { readLosses, withoutCleanup } from '../write/read-losses.ts'
import { permissionOf, type WriteRun } from '../write/write-run.ts'

/** One namespace to be ended, and with what. */
export interface NamespaceRequest extends WriteRun {
  readonly name: string
}

/** A namespace and what is in it, explained; its causes hold the namespace, or (without one) what is in it. */
export interface NamespaceInspection extends Pick<Inspection, 'causes' | 'unreadable' | 'interrupted'> {
  readonly discovery: Discovery
  /** undefined: it is not terminating, or not there (any more). */
  readonly namespace: DiagnosedObject | undefined
  /** What is terminating in it. */
  readonly stuck: readonly DiagnosedObject[]
  /** What has not been deleted yet. */
  readonly live: readonly Finding[]
}

/** Of one that is terminating. */
export interface TerminatingInspection extends NamespaceInspection {
  readonly namespace: DiagnosedObject
}

export function isTerminating(inspection: NamespaceInspection): inspection is TerminatingInspection {
  return inspection.namespace !== undefined
}

/** Looks at the namespace and explains everything in it. Rejects with ApiFailure where nothing can be read. */
export async function inspectNamespace({ name, transport, ports }: NamespaceRequest): Promise<NamespaceInspection> {
  const discovery = await discover(transport, ports.signal)
  const request = { ...EVERYTHING, transport, discovery, namespace: name, fallbackNamespace: name }
  const looked = await duringScan(ports, report => inspectCluster(request, ports, report))
  const objects = stuckIn(looked)
  const namespace = objects.find(({ held: { ref } }) => ref.resource === NAMESPACE_TYPE.plural && ref.name === name)
  const { uid } = namespace?.held.ref ?? {}
  return {
    discovery,
    namespace,
    stuck: objects.filter(each => each !== namespace),
    live: looked.survey.content.filter(({ type }) => type.verbs.includes('delete')),
    causes: looked.causes.filter(({ blocks }) => uid === undefined || blocks.some(ref => ref.uid === uid)),
    unreadable: looked.unreadable,
    interrupted: looked.interrupted,
  }
}

/**
 * The finalizers of an object that are removed on the way to the namespace's end: those without a controller and, by
 * --override or where the user is asked, those whose controller is unknown. The user is not asked about what may be
 * stranded, nor about a Namespace that its controller still empties.
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
  { namespace, stuck }: NamespaceInspection,
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

/** What is destroyed with what is left in the namespace, which all goes with it. */
export function contentLosses(inspection: NamespaceInspection, request: NamespaceRequest): Promise<Losses> {
  const { stuck, live, discovery } = inspection
  const { transport, ports } = request
  const going = [
    ...stuck.flatMap(each => withoutCleanup(each.held, removableFrom(each, request))),
    ...live.map(({ type, meta }) => heldOf(type, meta)),
  ]
  return readLosses(going, { transport, discovery, pageSize: DEFAULT_PAGE_SIZE, signal: ports.signal }, ports)
}
