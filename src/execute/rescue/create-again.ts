import { isDeepStrictEqual } from 'node:util'
import { isTrue } from '../../api/condition.ts'
import type { KubeObject } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import { FIELD_MANAGER } from '../../api/removal-patch.ts'
import { message } from '../../messages/sentence.ts'
import type { ChangeResult, Step } from '../../plan/outcome.ts'
import { textOf, type Unit, volumeSpecOf } from '../../plan/rescue/rescue.ts'
import { restorable } from '../../plan/restorable.ts'
import { type Attempt, attempt } from '../attempt.ts'
import { createObject } from '../requests.ts'
import type { Tools } from '../tools.ts'
import { withoutVolume } from './data-gone.ts'
import type { Edit } from './edit.ts'
import { CLAIMS, VOLUMES, waitUntil } from './rescue-tools.ts'

/**
 * A unit as it is recreated: without what only the server sets and owners that are gone, with the new uids of recreated
 * owners; a claim to be bound to its volume again, a volume that nothing deletes meanwhile.
 */
export function recreated(unit: Unit, uids: ReadonlyMap<string, string>): KubeObject {
  const claimUid = volumeSpecOf(unit.object).claimRef?.uid
  const lost = unit.lostUids.map(uid => {
    const field = uid === claimUid ? ('claimRef' as const) : ('ownerReferences' as const)
    return { field, kind: '', name: '', uid, exists: false }
  })
  const object = restorable(unit.object, lost)
  const { ownerReferences } = object.metadata
  const owners = ownerReferences?.map(each => ({ ...each, uid: uids.get(each.uid) ?? each.uid }))
  const metadata = { ...object.metadata, ...(owners && { ownerReferences: owners }) }
  if (object.kind === 'PersistentVolume') {
    return { ...object, metadata, spec: { ...volumeSpecOf(object), persistentVolumeReclaimPolicy: 'Retain' } }
  }
  return { ...object, metadata }
}

/**
 * Recreates a unit under its name; where that was done before, even by another client with the same content, nothing is
 * sent. The step has its new uid. A claim or a volume that was Bound has to become Bound. Never rejects.
 */
export async function createAgain(
  unit: Unit,
  units: readonly Unit[],
  uids: ReadonlyMap<string, string>,
  tools: Tools,
): Promise<Step> {
  const { type } = unit
  const ref = refOf(type, unit.object.metadata)
  const object = recreated(unit, uids)
  let uid = ref.uid
  const there = async (now: KubeObject, how: 'ExistsAlready' | 'ExistsNow'): Promise<ChangeResult> => {
    if (tools.dryRun) return { result: 'planned', message: message(how === 'ExistsAlready' ? how : 'Accepted') }
    uid = now.metadata.uid
    return (await comesBack(unit, units, tools)) ?? { result: 'done', message: message(how, { uid }) }
  }
  const it: Attempt = {
    ref,
    type,
    changes: () => [{ ref, action: 'Create' }],
    // Another client's object is not ours because the answer to our creation was lost: `hindrance` judges that.
    isMade: now => now !== undefined && now.metadata.uid !== ref.uid && isOurs(now),
    async hindrance(now, wasSent): Promise<ChangeResult | undefined> {
      // A claim of a volume that does not exist would be Lost.
      if (now === undefined) return tools.dryRun ? undefined : await withoutVolume(unit, tools)
      if (now.metadata.uid === ref.uid) return { result: 'failed', message: message('OldStillExists') }
      if (now.metadata.deletionTimestamp === undefined && (isOurs(now) || holds(object, now)))
        return there(now, 'ExistsAlready')
      const other = message('OtherCreated', { uid: now.metadata.uid, wasSent })
      return { result: 'changed', guard: 'Changed', message: other }
    },
    send: (_, transport) => createObject(type, object, { transport, dryRun: tools.dryRun }),
    proof: async answer => there(answer!, 'ExistsNow'),
  }
  const [step] = await attempt(it, tools)
  return { ...step!, ref: { ...ref, uid } }
}

function isOurs({ metadata: { managedFields = [] } }: KubeObject): boolean {
  return managedFields.some(({ manager, operation }) => manager === FIELD_MANAGER && operation === 'Update')
}

/** Whether an object has everything that it was to have, whatever the server adds; its status apart. */
function holds(wanted: KubeObject, now: KubeObject): boolean {
  return Object.keys(wanted).every(
    field => ['metadata', 'status'].includes(field) || isWithin(wanted[field], now[field]),
  )
}

function isWithin(wanted: unknown, now: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return isDeepStrictEqual(wanted, now)
  if (typeof now !== 'object' || now === null) return false
  return Object.entries(wanted).every(([field, value]) => isWithin(value, (now as Record<string, unknown>)[field]))
}

/** Waits until Kubernetes has made of it what it was: a claim or a volume Bound, a CRD served with its instances. */
async function comesBack(unit: Unit, units: readonly Unit[], tools: Tools): Promise<ChangeResult | undefined> {
  const { type, object } = unit
  if (object.kind === 'CustomResourceDefinition') {
    const late = await waitUntil(type, object.metadata, isEstablished, message('NotEstablished'), tools)
    const instance = units.find(each => isInstance(each, object))
    if (late !== undefined || instance === undefined) return late
    return waitUntil(instance.type, instance.object.metadata, () => true, message('InstancesUnreadable'), tools)
  }
  const phaseOf = (each: KubeObject | undefined) => (each?.status as { phase?: string } | undefined)?.phase
  const { claimRef } = volumeSpecOf(object)
  const isStorage = ['PersistentVolume', 'PersistentVolumeClaim'].includes(object.kind)
  // A claim that an earlier run left without its volume for a moment was saved as Lost.
  if (!isStorage || !['Bound', 'Lost'].includes(phaseOf(object) ?? '')) return undefined
  // A volume whose claim comes after it is Bound with that one.
  if (claimRef !== undefined && units.some(each => each.object.metadata.uid === claimRef.uid)) return undefined
  const late = await waitUntil(type, object.metadata, now => phaseOf(now) === 'Bound', message('NotBound'), tools)
  if (late !== undefined) return late
  const { volumeName } = (object.spec ?? {}) as { volumeName?: string }
  if (volumeName !== undefined) {
    const what = message('VolumeNotBound', { volume: volumeName })
    return waitUntil(VOLUMES, { name: volumeName }, now => phaseOf(now) === 'Bound', what, tools)
  }
  if (claimRef === undefined || unit.lostUids.includes(claimRef.uid ?? '')) return undefined
  // A claim without its volume counts as Lost until the binder comes to it again, after 15 s at most.
  const isBound = (now: KubeObject | undefined): boolean =>
    now === undefined || now.metadata.uid !== claimRef.uid || phaseOf(now) === 'Bound'
  const unbound = message('ClaimNotBound', { claim: `${claimRef.namespace}/${claimRef.name}` })
  return waitUntil(CLAIMS, claimRef, isBound, unbound, tools)
}

interface Definition {
  readonly spec?: { readonly group?: string; readonly names?: { readonly plural?: string } }
}

function isEstablished(now: KubeObject | undefined): boolean {
  return now !== undefined && isTrue(now, 'Established')
}

function isInstance({ type }: Unit, definition: KubeObject): boolean {
  const { group, names } = (definition as Definition).spec ?? {}
  return type.group === group && type.plural === names?.plural
}

/**
 * Writes the status that the object had by its subresource, since a create ignores it. Of a CRD, whose conditions are
 * the server's, only `storedVersions`. Where the object existed before this run (`wasThere`), a status that another
 * client has written is newer, and stays.
 */
export function restoreStatus(unit: Unit, uid: string, wasThere = false): Edit {
  const { status } = unit.object as { status?: Readonly<Record<string, unknown>> }
  const wanted =
    unit.object.kind === 'CustomResourceDefinition' ? { storedVersions: status?.storedVersions ?? [] } : (status ?? {})
  return {
    ...unit,
    uid,
    action: 'RestoreStatus',
    subresource: '/status',
    isSo: now => isWithin(wanted, now.status ?? {}) || (wasThere && isOfOthers(now)),
    fields: () => ({ status: wanted }),
    hindrance: now => (now.metadata.deletionTimestamp === undefined ? undefined : deletedAgain(unit.object)),
    said: message('StatusAsBefore'),
  }
}

/** What it owned, or named it, is not hung on it then: it would go with it. */
export function deletedAgain(object: KubeObject): ChangeResult {
  return { result: 'changed', guard: 'Changed', message: message('DeletedAgain', { name: textOf(object) }) }
}

function isOfOthers({ metadata: { managedFields = [] } }: KubeObject): boolean {
  return managedFields.some(({ manager, subresource }) => subresource === 'status' && manager !== FIELD_MANAGER)
}
