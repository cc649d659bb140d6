import type { KubeObject } from '../../api/object.ts'
import { definitionSpec } from '../types/custom.ts'
import { DEFINITIONS } from '../types/registry.ts'
import { hasStatus, isCustom, type ServedType } from '../types/served-type.ts'

/** Built-in types whose /status resets metadata like that of custom resources; all others take it from the request. */
const STATUS_RESETS_METADATA = new Set([
  'servicecidrs.networking.k8s.io',
  'resourceclaims.resource.k8s.io',
  'volumeattachments.storage.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
])

/** What of a request reaches the object, by the endpoint it was sent to (kubernetes-deletion.md 1.6, 2.2). */
export function split(
  type: ServedType,
  subresource: string | undefined,
  next: KubeObject,
  current: KubeObject,
): KubeObject {
  if (subresource === 'status') {
    const reset = isCustom(type) || STATUS_RESETS_METADATA.has(type.storage)
    const metadata = reset ? { ...current.metadata, ...identityOf(next) } : next.metadata
    const base = { ...current, metadata }
    return withField(base, 'status', next.status)
  }
  if (type.storage === 'namespaces') {
    const spec = subresource === 'finalize' ? withoutEmptyFinalizers(next.spec) : current.spec
    return withField(withField(named(next), 'spec', spec), 'status', current.status)
  }
  if (type.storage === DEFINITIONS) return withField(next, 'status', withStoredVersion(next, current))
  if (subresource === 'approval') return withField({ ...current, metadata: next.metadata }, 'status', next.status)
  return hasStatus(type) ? withField(next, 'status', current.status) : next
}

/** True for types whose missing resourceVersion in a PUT is refused instead of meaning "whatever is there". */
export function needsResourceVersion(type: ServedType): boolean {
  return isCustom(type) || CONDITIONAL.has(type.storage)
}

const CONDITIONAL = new Set([
  'apiservices.apiregistration.k8s.io',
  'csidrivers.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'csistoragecapacities.storage.k8s.io',
  'customresourcedefinitions.apiextensions.k8s.io',
  'leases.coordination.k8s.io',
  'mutatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'poddisruptionbudgets.policy',
  'runtimeclasses.node.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
  'volumeattachments.storage.k8s.io',
])

function identityOf(next: KubeObject): { resourceVersion?: string; uid?: string } {
  const { resourceVersion, uid } = next.metadata
  return { ...(resourceVersion !== undefined && { resourceVersion }), ...(uid && { uid }) }
}

/** A version that objects may be stored in is remembered until somebody migrates them and says so. */
function withStoredVersion(next: KubeObject, current: KubeObject): unknown {
  const status = (current.status ?? {}) as { storedVersions?: readonly string[] }
  const stored = definitionSpec(next).versions?.find(version => version.storage)?.name
  const known = status.storedVersions ?? []
  return stored === undefined || known.includes(stored)
    ? current.status
    : { ...status, storedVersions: [...known, stored] }
}

function withField(object: KubeObject, field: string, value: unknown): KubeObject {
  if (value !== undefined) return { ...object, [field]: value }
  const { [field]: _dropped, ...rest } = object
  return rest as unknown as KubeObject
}

/** The label by which namespaceSelectors find a Namespace by name is put back on every write. */
function named(namespace: KubeObject): KubeObject {
  const { name, labels } = namespace.metadata
  return {
    ...namespace,
    metadata: { ...namespace.metadata, labels: { ...labels, 'kubernetes.io/metadata.name': name } },
  }
}

function withoutEmptyFinalizers(spec: unknown): unknown {
  const { finalizers, ...rest } = (spec ?? {}) as { finalizers?: readonly string[] }
  return finalizers === undefined || finalizers.length === 0 ? rest : { ...rest, finalizers }
}
