import type { ManagedFieldsEntry, ObjectMeta } from '../api/object.ts'
import { oncePer } from '../api/once-per.ts'

/** Who wrote a finalizer, or the status, by the object's managedFields. */
export interface Writer {
  readonly manager: string
  /** RFC 3339; of the entry's last write, which may have been of another field. */
  readonly time: string | undefined
  /** It was a server-side apply, which is a patch; any other write may have been an update or a patch. */
  readonly applied: boolean
}

/**
 * Managers of people and pipelines: their finalizers were in a manifest. `before-first-apply` is the API server's name
 * for earlier writers (kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/util/managedfields), `Mozilla` a
 * console's in a browser. An operator named after a tool is none of them (GalleyBytes/terraform-operator#104).
 */
const HANDS =
  /^(kubectl.*|oc|k9s|headlamp|Mozilla|helm|argocd.*|flux.*|(terraform|pulumi)(?!.*-(operator|controller)).*|before-first-apply)$/i

/** Client libraries, with which some script beside the cluster may be made. */
const LIBRARY = /^(node(js|-fetch)?|python.*|java|okhttp|OpenAPI-Generator|fabric8.*)$/i

/**
 * Other names that many programs have. By default, a manager is the first part of the user agent
 * (kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go, prefixFromUserAgent).
 */
const COMMON =
  /^(Go-http-client|main|unknown|kopf|(helm|ansible)-operator|curl|(controller[-_]?)?manager|controller|operator|provider|server|app|agent|driver|worker|webhook|service|daemon|sidecar|proxy)$/i

/** Whether it is a program of some sort, though its name may not tell which, and not what any client may be called. */
export function isOfSomeProgram(manager: string): boolean {
  return isProgram(manager) && !LIBRARY.test(manager) && !['Go-http-client', 'unknown', 'curl'].includes(manager)
}

export function isLibrary(name: string): boolean {
  return LIBRARY.test(name)
}

/** The manager that put a finalizer on the object, as managedFields have it: `f:metadata.f:finalizers.v:"name"`. */
export function writerOfFinalizer(meta: ObjectMeta, finalizer: string): Writer | undefined {
  return writer(
    meta,
    entry => field(field(entry.fieldsV1, 'f:metadata'), 'f:finalizers')?.[`v:${JSON.stringify(finalizer)}`],
  )
}

/** Write the status of Pods, Nodes and Namespaces, whoever holds those. */
const KUBERNETES = /^kube(let|-apiserver|-controller-manager|-scheduler)$/

/** Whether a manager's name tells who it is, and not only which library or tool was used. */
export function isTelling(manager: string): boolean {
  return !HANDS.test(manager) && !isOneOfMany(manager)
}

/** Whether it is what deploys and syncs objects that others look after, and runs as a controller itself. */
export function isDeployer(name: string): boolean {
  return /^(argocd|flux)/i.test(name)
}

/** Whether a name tells more than with which library a program was made, or of which sort it is. */
export function isOneOfMany(name: string): boolean {
  return LIBRARY.test(name) || COMMON.test(name)
}

/** Whether it may be a controller that wrote: neither a person nor a pipeline, nor a part of Kubernetes. */
export function isProgram(manager: string): boolean {
  return !HANDS.test(manager) && !KUBERNETES.test(manager)
}

/** Whether it may be a person or a pipeline, and no part of Kubernetes. */
export function isByHand(manager: string): boolean {
  return HANDS.test(manager) && !KUBERNETES.test(manager)
}

/** Whether it is a part of Kubernetes, which writes the status of its own types whoever holds the object. */
export function isKubernetes(manager: string): boolean {
  return KUBERNETES.test(manager)
}

export interface Write {
  readonly manager: string
  /** When, in ms. */
  readonly at: number
  /** Of the status: only a controller of the type writes that, or one that holds the object. */
  readonly reports: boolean
  /** Of nothing else: it took another one off (kubernetes-sigs/security-profiles-operator#1152). */
  readonly isOfFinalizers: boolean
}

/** The last writes of the object by programs, each entry of managedFields one; a list that grew has room for more. */
export const programsThatWrote = oncePer((meta: ObjectMeta): readonly Write[] => readWrites(meta).slice())

function readWrites(meta: ObjectMeta): readonly Write[] {
  return (meta.managedFields ?? []).flatMap(({ manager = '', time, subresource, fieldsV1 }) => {
    // Argo CD deploys what others look after; in the status of its own objects it speaks for itself.
    const reports = subresource === 'status' || field(fieldsV1, 'f:status') !== undefined
    const { 'f:metadata': metadata = {}, ...rest } = (fieldsV1 ?? {}) as Record<string, object>
    const isOfFinalizers = [...Object.keys(metadata), ...Object.keys(rest)].join() === 'f:finalizers'
    const writes = isProgram(manager) || (reports && !KUBERNETES.test(manager) && !manager.startsWith('kubectl'))
    return manager !== '' && writes && time !== undefined
      ? [{ manager, at: Date.parse(String(time)), reports, isOfFinalizers }]
      : []
  })
}

/**
 * The manager that wrote a part of the object, by its path in managedFields, where a list without keys is one whole
 * with everything below it.
 */
export function writerOf(meta: ObjectMeta, path: readonly string[]): Writer | undefined {
  return writer(meta, entry => owns(entry.fieldsV1 as Record<string, unknown> | undefined, path))
}

function owns(fields: Record<string, unknown> | undefined, [step, ...rest]: readonly string[]): true | undefined {
  if (fields === undefined) return undefined
  if (step === undefined || Object.keys(fields).length === 0) return true
  return owns(field(fields, step), rest)
}

function writer(meta: ObjectMeta, wrote: (entry: ManagedFieldsEntry) => unknown): Writer | undefined {
  const entries = (meta.managedFields ?? []).filter(entry => wrote(entry) && entry.manager)
  const last = entries.toSorted((a, b) => (a.time ?? '').localeCompare(b.time ?? '')).at(-1)
  return last && { manager: last.manager!, time: last.time, applied: last.operation === 'Apply' }
}

function field(fields: unknown, name: string): Record<string, unknown> | undefined {
  const value = typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>)[name] : undefined
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}
