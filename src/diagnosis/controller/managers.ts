import type { ManagedFieldsEntry, ObjectMeta } from '../../api/object.ts'

/** Who wrote a finalizer, or the status, by the object's managedFields. */
export interface Writer {
  readonly manager: string
  /** RFC 3339; of the entry's last write, which may have been of another field. */
  readonly time: string | undefined
}

/** Names that say only with which tool something was written, or that many programs have: any container may bear them too. */
const TOOLS =
  /^(kubectl.*|Go-http-client|helm|main|unknown|argocd.*|flux.*|terraform.*|pulumi.*|node.*|python.*|java|okhttp|OpenAPI-Generator|fabric8.*|kopf|curl|before-first-apply|kubectl-finalize|(controller[-_]?)?manager|controller|operator|provider|server|app|agent|driver)$/i

/** The manager that put a finalizer on the object, as managedFields have it: `f:metadata.f:finalizers.v:"name"`. */
export function writerOfFinalizer(meta: ObjectMeta, finalizer: string): Writer | undefined {
  return writer(
    meta,
    entry => field(field(entry.fieldsV1, 'f:metadata'), 'f:finalizers')?.[`v:${JSON.stringify(finalizer)}`],
  )
}

/** Write the status of Pods, Nodes and Namespaces, whoever holds those. */
const KUBERNETES = /^kube(let|-apiserver|-controller-manager|-scheduler)$/

/** The manager that wrote the object's status last, other than Kubernetes itself. */
export function writerOfStatus(meta: ObjectMeta): Writer | undefined {
  return writer(
    meta,
    entry =>
      !KUBERNETES.test(entry.manager ?? '') && (entry.subresource === 'status' || field(entry.fieldsV1, 'f:status')),
  )
}

/** Whether a manager's name tells who it is, and not only which library or tool was used. */
export function isTelling(manager: string): boolean {
  return !TOOLS.test(manager)
}

function writer(meta: ObjectMeta, wrote: (entry: ManagedFieldsEntry) => unknown): Writer | undefined {
  const entries = (meta.managedFields ?? []).filter(entry => wrote(entry) && entry.manager)
  const last = entries.toSorted((a, b) => (a.time ?? '').localeCompare(b.time ?? '')).at(-1)
  return last && { manager: last.manager!, time: last.time }
}

function field(fields: unknown, name: string): Record<string, unknown> | undefined {
  const value = typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>)[name] : undefined
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}
