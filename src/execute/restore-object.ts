import { isDeepStrictEqual } from 'node:util'
import type { KubeObject } from '../api/object.ts'
import { FIELD_MANAGER } from '../api/removal-patch.ts'
import { readWhole } from '../cluster/read-whole.ts'
import { message } from '../messages/sentence.ts'
import type { ChangeResult, Step } from '../plan/outcome.ts'
import type { Restoration } from '../plan/plan.ts'
import { lostCreation } from './answer.ts'
import { attempt } from './attempt.ts'
import { lastLook } from './last-look.ts'
import { createObject } from './requests.ts'
import type { Tools } from './tools.ts'

/**
 * Creates the object where none of its name is there, and reads it back: the step then has its new uid. Never rejects: what
 * went wrong is in the step. In a dry run the server is asked, without effect.
 */
export async function restoreObject({ ref, type, object }: Restoration, tools: Tools): Promise<Step> {
  const sentAt = tools.clock.now().getTime()
  let uid = ref.uid
  const [step] = await attempt(
    {
      ref,
      type,
      changes: () => [{ ref, action: 'Create' }],
      isMade: now => now !== undefined && isOurs(now, sentAt),
      hindrance(now, wasSent): ChangeResult | undefined {
        if (now === undefined) return undefined
        const message = `an object with its name already exists, with uid ${now.metadata.uid}${lostCreation(wasSent)}`
        return { result: 'refused', message }
      },
      send: (_, transport) => createObject(type, object, { transport, dryRun: tools.dryRun }),
      async proof(created): Promise<ChangeResult> {
        if (tools.dryRun) return { result: 'planned', message: 'the server accepts it' }
        uid = created!.metadata.uid
        const { result, message: proof = '' } = await proofOf(uid, { ref, type }, tools)
        const status = statusText(object, created!)
        return { result, message: status === '' ? proof : message('Continued', { sentence: proof, by: status }) }
      },
    },
    tools,
  )
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
function statusText({ status }: KubeObject, created: KubeObject): string {
  const taken = status === undefined || isDeepStrictEqual(status, created.status)
  return taken ? '' : '; its status is not restored: its controller writes it'
}

async function proofOf(uid: string, place: Pick<Restoration, 'ref' | 'type'>, tools: Tools): Promise<ChangeResult> {
  const read = (): ReturnType<typeof lastLook> =>
    readWhole(tools.transport, place.type, place.ref).catch(() => 'unread')
  const first = await read()
  const now = first === 'unread' ? await lastLook(place, tools) : first
  if (now === 'unread') return { result: 'done', message: `it has uid ${uid}; it could not be read back` }
  if (now?.metadata.uid === uid) {
    const going = now.metadata.deletionTimestamp === undefined ? '' : ', and another client is deleting it again'
    return { result: 'done', message: `it exists, with uid ${uid}${going}` }
  }
  return { result: 'failed', message: `it was created with uid ${uid}, and another client deleted it again at once` }
}
