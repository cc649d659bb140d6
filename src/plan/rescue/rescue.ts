import { formatExactJson, parseExactJson } from '../../api/exact-json.ts'
import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { objectText } from '../../api/object-text.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import type { Sentence } from '../../messages/sentence.ts'

/** An object as it was before anything was changed. */
export interface Saved {
  readonly type: ResourceType
  readonly object: KubeObject
}

/** An object that was deleted: it is let go, and created again. */
export interface Unit extends Saved {
  /** Objects that name it as owner, and are not units themselves. */
  readonly dependents: readonly Saved[]
  /** Uids of owners, or of a volume's claim, that are gone: created with them, it would be collected, or reclaimed. */
  readonly lostUids: readonly string[]
  /** Its type has a status subresource, and the status is nothing that Kubernetes itself writes. */
  readonly hasStatus: boolean
  /** An earlier run sent the removal of its finalizers. */
  readonly wasSent?: true | undefined
}

/** An object that has the uid of a unit in a field of its own, in which the new one is written. */
export interface UidReference extends Saved {
  /** `spec.claimRef.uid` */
  readonly field: string
  /** Of the unit, as it was. */
  readonly uid: string
}

/**
 * Everything that a rescue needs, even when nothing else is left: it is in the journal, on disk before the first
 * change. Another run does each step that the cluster does not show.
 */
export interface Rescue {
  /** Uid of the Namespace kube-system: uids are of one cluster. */
  readonly cluster: string
  readonly target: ObjectRef
  /** In the order of release and creation: a volume before its claim, a CRD before its instances, owners first. */
  readonly units: readonly Unit[]
  /** Volumes that get the policy Retain for the while. */
  readonly volumes: readonly Saved[]
  /** Controllers of the finalizers, which are scaled to zero for the while. */
  readonly controllers: readonly Saved[]
  /** Uids of all that ran at the first plan, and may be a controller of them: what is new ends the rescue. */
  readonly running?: readonly string[] | undefined
  readonly references?: readonly UidReference[] | undefined
  /** What was lost when the first plan was made, or is lost whatever is done. */
  readonly lost?: readonly Sentence[] | undefined
  /** What did not exist any more by then, though something left names it: without it the rescue is not complete. */
  readonly missing?: readonly Sentence[] | undefined
  /** An earlier run had all of it there again: what was held for it is set back, and nothing else is touched. */
  readonly isSaved?: true | undefined
}

export function formatRescue(rescue: Rescue): string {
  return formatExactJson(rescue)
}

/** What `formatRescue` wrote; undefined for anything else: a journal can have been written by anybody. */
export function parseRescue(text: string): Rescue | undefined {
  try {
    const rescue = parseExactJson(text) as Partial<Rescue> | null
    const { cluster, target, units, volumes, controllers } = rescue ?? {}
    const isWhole = typeof cluster === 'string' && typeof target?.name === 'string' && Array.isArray(units)
    return isWhole && Array.isArray(volumes) && Array.isArray(controllers) ? (rescue as Rescue) : undefined
  } catch {
    return undefined
  }
}

/**
 * What is left to do of an earlier run that was cut short: what that one saw first is set back, and objects that are
 * still the same ones are taken as they are now.
 */
export function continued(before: Rescue, now: Rescue | undefined): Rescue {
  if (now === undefined) return before
  const fresh = new Map(now.units.map(unit => [unit.object.metadata.uid, unit]))
  const units = before.units.map(unit => {
    const again = fresh.get(unit.object.metadata.uid)
    if (again === undefined) return unit
    const { finalizers } = unit.object.metadata
    const metadata = { ...again.object.metadata, ...(finalizers && { finalizers }) }
    const dependents = joined(unit.dependents, again.dependents)
    return { ...again, object: { ...again.object, metadata }, dependents, wasSent: unit.wasSent }
  })
  return {
    ...before,
    units: joined(units, now.units),
    volumes: joined(before.volumes, now.volumes, ({ object }) => object.metadata.name),
    controllers: joined(before.controllers, now.controllers),
    references: joined(before.references ?? [], now.references ?? [], keyOfReference),
  }
}

function keyOfReference({ object, field, uid }: UidReference): string {
  return `${object.metadata.uid} ${field} ${uid}`
}

function joined<Each extends Saved>(
  first: readonly Each[],
  more: readonly Each[],
  keyOf: (each: Each) => string = ({ object }) => object.metadata.uid,
): readonly Each[] {
  const known = new Set(first.map(keyOf))
  return [...first, ...more.filter(each => !known.has(keyOf(each)))]
}

/** `pod/db-0` */
export function textOf({ kind, metadata: { name } }: KubeObject): string {
  return objectText({ kind, name })
}

/** By type, namespace and name: a plan says the same each time. */
export function byName(a: Saved, b: Saved): number {
  const keyOf = ({ object: { kind, metadata } }: Saved) => `${kind} ${metadata.namespace ?? ''} ${metadata.name}`
  return keyOf(a) < keyOf(b) ? -1 : 1
}

/** An owner before what it owns; what stands first in the list stays first. */
export function inOwnerOrder(saved: readonly Saved[]): readonly Saved[] {
  const byUid = new Map(saved.map(each => [each.object.metadata.uid, each]))
  const ordered = new Set<Saved>()
  const visit = (each: Saved, above: ReadonlySet<Saved>): void => {
    for (const { uid } of each.object.metadata.ownerReferences ?? []) {
      const owner = byUid.get(uid)
      if (owner !== undefined && !above.has(owner)) visit(owner, new Set([...above, owner]))
    }
    ordered.add(each)
  }
  for (const each of saved) visit(each, new Set([each]))
  return [...ordered]
}

/** What is read of a PersistentVolume. */
export interface VolumeSpec {
  readonly persistentVolumeReclaimPolicy?: string
  readonly claimRef?: Pick<ObjectRef, 'name'> & { readonly namespace: string; readonly uid?: string }
}

export function volumeSpecOf(object: KubeObject): VolumeSpec {
  return (object.spec ?? {}) as VolumeSpec
}

/** Every dependent once, whichever units own it. */
export function dependentsOf(units: readonly Unit[]): readonly Saved[] {
  const all = units.flatMap(({ dependents }) => dependents)
  return [...new Map(all.map(each => [each.object.metadata.uid, each])).values()]
}
