import type { KubeObject } from '../../api/object.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { message } from '../../messages/sentence.ts'
import type { ChangeResult } from '../../plan/outcome.ts'
import { type Saved, volumeSpecOf } from '../../plan/rescue/rescue.ts'
import type { Tools } from '../tools.ts'
import type { Edit } from './edit.ts'
import { CLAIMS } from './rescue-tools.ts'

const RETAIN = 'Retain'

/** Whoever deletes the storage of a volume that is released leaves it alone from here on. */
export async function retain(volume: Saved, tools: Tools): Promise<Edit> {
  return policy(volume, 'Retain', RETAIN, await uidNow(volume, tools))
}

/** Sets the reclaim policy back; keeps Retain if the claim is gone or terminating: the storage would go with it. */
export async function restorePolicy(volume: Saved, tools: Tools): Promise<Edit> {
  const wanted = volumeSpecOf(volume.object).persistentVolumeReclaimPolicy ?? RETAIN
  const hindrance = (now: KubeObject) => (wanted === RETAIN ? undefined : claimGone(now, wanted, tools))
  return policy(volume, 'RestorePolicy', wanted, await uidNow(volume, tools), hindrance)
}

async function claimGone(now: KubeObject, wanted: string, { transport }: Tools): Promise<ChangeResult | undefined> {
  const { claimRef, persistentVolumeReclaimPolicy: policy } = volumeSpecOf(now)
  // One without a uid waits for a claim, and is not reclaimed; one that has the policy is as it was before.
  if (claimRef?.uid === undefined || policy === wanted) return undefined
  const claim = await readWhole(transport, CLAIMS, claimRef)
  if (claim?.metadata.uid === claimRef.uid && claim.metadata.deletionTimestamp === undefined) return undefined
  const isDeleted = claim?.metadata.uid === claimRef.uid
  const args = { claim: `${claimRef.namespace}/${claimRef.name}`, isDeleted, policy: wanted, kept: RETAIN }
  return { result: 'changed', guard: 'Changed', message: message('ClaimOfVolumeGone', args) }
}

function policy(
  volume: Saved,
  action: 'Retain' | 'RestorePolicy',
  wanted: string,
  uid: string,
  hindrance?: Edit['hindrance'],
): Edit {
  return {
    ...volume,
    uid,
    action,
    isSo: now => volumeSpecOf(now).persistentVolumeReclaimPolicy === wanted,
    fields: () => ({ spec: { persistentVolumeReclaimPolicy: wanted } }),
    hindrance,
    said: message('HasReclaimPolicy', { policy: wanted }),
  }
}

/**
 * Removes the uid of a gone claim from a volume, which then waits for a claim of just that name. With the uid the new
 * claim would stay Pending: the volume counts as another one's.
 */
export async function rebind(volume: Saved, claimUid: string, tools: Tools): Promise<Edit> {
  const { name, namespace } = volumeSpecOf(volume.object).claimRef ?? {}
  return {
    ...volume,
    uid: await uidNow(volume, tools),
    action: 'Rebind',
    isSo: now => volumeSpecOf(now).claimRef !== undefined && volumeSpecOf(now).claimRef!.uid !== claimUid,
    fields: () => ({ spec: { claimRef: { uid: null, resourceVersion: null } } }),
    hindrance(now) {
      const other = volumeSpecOf(now).claimRef
      if (other?.name === name && other?.namespace === namespace) return undefined
      const whose = other === undefined ? {} : { claim: `${other.namespace}/${other.name}` }
      return { result: 'changed', guard: 'Changed', message: message('BoundByOther', whose) }
    },
    said: message('WaitsForClaim', { claim: name, namespace }),
  }
}

/** The volume may have been recreated meanwhile. Where it cannot be read, the step that follows fails and says so. */
async function uidNow({ type, object }: Saved, { transport }: Tools): Promise<string> {
  const now = await readWhole(transport, type, object.metadata).catch(() => undefined)
  return now?.metadata.uid ?? object.metadata.uid
}
