import { CRD_CLEANUP, FOREGROUND, ORPHAN } from '../api/builtin-finalizers.ts'
import type { KubeObject, ObjectMeta, OwnerReference } from '../api/object.ts'
import type { Reference } from '../api/reference.ts'
import { SERVER_SET_METADATA } from '../api/server-set-metadata.ts'

/** A DELETE puts these on: they belong to that deletion, and not to the object. */
const SET_BY_DELETION: ReadonlySet<string> = new Set([FOREGROUND, ORPHAN, CRD_CLEANUP])

/**
 * The object as it can be recreated: without what the server sets, what its deletion added, and the references in
 * `dropped`. Its status stays: the server drops it for a type with a status subresource, and for others it is data.
 */
export function restorable(object: KubeObject, dropped: readonly Reference[]): KubeObject {
  const metadata = metadataOf(object.metadata, new Set(dropped.map(({ uid }) => uid)))
  if (object.kind === 'Job') return unselected({ ...object, metadata })
  if (object.kind === 'PersistentVolumeClaim') return { ...object, metadata: unbound(metadata) }
  return dropped.some(({ field }) => field === 'claimRef')
    ? { ...object, metadata, spec: withoutClaim(object.spec as VolumeSpec) }
    : { ...object, metadata }
}

function metadataOf(metadata: ObjectMeta, dropped: ReadonlySet<string>): ObjectMeta {
  const { finalizers, ownerReferences, ...rest } = metadata
  const kept = Object.fromEntries(Object.entries(rest).filter(([field]) => !SERVER_SET_METADATA.includes(field)))
  const holding = finalizers?.filter(name => !SET_BY_DELETION.has(name)) ?? []
  const owners = ownerReferences?.filter(({ uid }: OwnerReference) => !dropped.has(uid)) ?? []
  return {
    ...(kept as unknown as ObjectMeta),
    ...(holding.length > 0 && { finalizers: holding }),
    ...(owners.length > 0 && { ownerReferences: owners }),
  }
}

/** The PV controller's marks that a claim is bound: false for a new claim, which would be Lost with them for good. */
const BOUND: ReadonlySet<string> = new Set(['pv.kubernetes.io/bind-completed', 'pv.kubernetes.io/bound-by-controller'])

function unbound(claim: ObjectMeta): ObjectMeta {
  const kept = Object.entries(claim.annotations ?? {}).filter(([name]) => !BOUND.has(name))
  return { ...claim, annotations: Object.fromEntries(kept) }
}

interface JobSpec {
  readonly manualSelector?: boolean
  readonly selector?: unknown
  readonly template: { readonly metadata?: Pick<ObjectMeta, 'labels'> }
}

/** The server selects the Pods of a Job by its uid, and takes no selector with another (batch/v1, job/strategy.go). */
function unselected(job: KubeObject): KubeObject {
  const { selector: _selector, template, ...rest } = job.spec as JobSpec
  if (rest.manualSelector === true) return job
  const made = { ...template, metadata: { ...template.metadata, labels: withoutUid(template.metadata?.labels) } }
  const metadata = { ...job.metadata, labels: withoutUid(job.metadata.labels) }
  return { ...job, metadata, spec: { ...rest, template: made } }
}

const OF_UID: ReadonlySet<string> = new Set(['controller-uid', 'batch.kubernetes.io/controller-uid'])

function withoutUid(labels: ObjectMeta['labels'] = {}): NonNullable<ObjectMeta['labels']> {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !OF_UID.has(key)))
}

interface VolumeSpec {
  readonly claimRef: Readonly<Record<string, unknown>>
}

/** By name alone a volume waits for its claim; by a uid that is gone it counts as released, and may be reclaimed. */
function withoutClaim(spec: VolumeSpec): VolumeSpec {
  const { uid: _uid, resourceVersion: _resourceVersion, ...claimRef } = spec.claimRef
  return { ...spec, claimRef }
}
