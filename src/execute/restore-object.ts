import { isDeepStrictEqual } from 'node:util'
import type { KubeObject } from '../api/object.ts'
import { FIELD_MANAGER } from '../api/removal-patch.ts'
import { readWhole } from '../cluster/read-whole.ts'
import { message } from '../messages/sentence.ts'
import type { ChangeResult, Step } from '../plan/outcome.ts'
import type { Restoration } from '../plan/plan.ts'
import { type Attempt, attempt } from './attempt.ts'
import { lastLook } from './last-look.ts'
import { createObject } from './requests.ts'
import type { Tools } from './tools.ts'

/**
 * Creates the object where its name is free, and reads it back: the step then has its new uid. Never rejects: what went
 * wrong is in the step. In a dry run the server is asked, without effect.
 */
export async function restoreObject({ ref, type, object }: Restoration, tools: Tools): Promise<Step> {
  const sentAt = tools.clock.now().getTime()
  let uid = ref.uid
  const it: Attempt = {
    ref,
    type,
    changes: () => [{ ref, action: 'Create' }],
    isMade: now => now !== undefined && isOurs(now, sentAt),
    hindrance(now, wasSent): ChangeResult | undefined {
      if (now === undefined) return undefined
      return { result: 'refused', message: message('UidExists', { uid: now.metadata.uid, wasSent }) }
    },
    send: (_, transport) => createObject(type, object, { transport, dryRun: tools.dryRun }),
    async proof(created): Promise<ChangeResult> {
      if (tools.dryRun) return { result: 'planned', message: message('Accepted') }
      uid = created!.metadata.uid
      const { result, message: proof = '' } = await proofOf(uid, { ref, type }, tools)
      const { volumeName } = ((object.kind === 'PersistentVolumeClaim' && object.spec) || {}) as { volumeName?: string }
      if (volumeName) return { result, message: message('ClaimToBeBound', { proof, volume: volumeName }) }
      return { result, message: isStatusTaken(object, created!) ? proof : message('StatusNotRestored', { proof }) }
    },
  }
  const [step] = await attempt(it, tools)
  return { ...step!, ref: { ...ref, uid } }
}

/** Times in managedFields are whole seconds, and those of another clock. */
const CLOCK_SECONDS = 60

/** Whether this program created an object, a moment ago: for who asks because the answer to the creation was lost. */
function isOurs({ metadata }: KubeObject, since: number): boolean {
  const created = Date.parse(metadata.creationTimestamp ?? '')
  return (
    created >= since - CLOCK_SECONDS * 1000 &&
    (metadata.managedFields ?? []).some(({ manager, operation }) => manager === FIELD_MANAGER && operation === 'Update')
  )
}

/** The server takes no status from whoever creates an object of most types. */
function isStatusTaken({ status }: KubeObject, created: KubeObject): boolean {
  return status === undefined || isDeepStrictEqual(status, created.status)
}

async function proofOf(uid: string, place: Pick<Restoration, 'ref' | 'type'>, tools: Tools): Promise<ChangeResult> {
  const read = (): ReturnType<typeof lastLook> =>
    readWhole(tools.transport, place.type, place.ref).catch(() => 'unread')
  const first = await read()
  const now = first === 'unread' ? await lastLook(place, tools) : first
  if (now === 'unread') return { result: 'done', message: message('CreatedUnread', { uid }) }
  if (now?.metadata.uid !== uid) return { result: 'failed', message: message('CreatedAndDeleted', { uid }) }
  const isGoing = now.metadata.deletionTimestamp !== undefined
  return { result: 'done', message: message('CreatedAndThere', { uid, isGoing }) }
}
