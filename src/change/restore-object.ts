import { isDeepStrictEqual } from 'node:util'
import { ApiFailure, reasonOf } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { readWhole } from '../cluster/read-whole.ts'
import { isUnheard } from './carry-through.ts'
import { createObject } from './create-object.ts'
import type { Step } from './outcome.ts'
import type { Tools } from './tools.ts'

export interface Restoration {
  /** With the uid that the object had. */
  readonly ref: ObjectRef
  readonly type: ResourceType
  /** As it will be sent. */
  readonly object: KubeObject
}

/**
 * Creates the object and reads it back: the step then has its new uid. Never rejects: what went wrong is in the step.
 * In a dry run the server is asked, without effect.
 */
export async function restoreObject(
  { ref, type, object }: Restoration,
  tools: Pick<Tools, 'transport' | 'dryRun'>,
): Promise<Step> {
  const step = (rest: Pick<Step, 'result' | 'message'>, uid = ref.uid): Step => ({
    ref: { ...ref, uid },
    action: 'Create',
    ...rest,
  })
  try {
    const created = await createObject(type, object, tools)
    if (tools.dryRun) return step({ result: 'planned', message: 'the server accepts it' })
    const { uid } = created.metadata
    const { result, message } = await proofOf(uid, { ref, type }, tools)
    return step({ result, message: `${message}${statusText(object, created)}` }, uid)
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    if (reasonOf(error) === 'AlreadyExists') return step({ result: 'refused', message: error.message })
    const again = isUnheard(error) ? '; it may have been created: run it again, which refuses when it was' : ''
    return step({ result: 'failed', message: `${error.message}${again}` })
  }
}

/** The server takes no status from whoever creates an object of most types. */
function statusText({ status }: KubeObject, created: KubeObject): string {
  const taken = status === undefined || isDeepStrictEqual(status, created.status)
  return taken ? '' : '; its status is not restored: its controller writes it'
}

async function proofOf(
  uid: string,
  { ref, type }: Pick<Restoration, 'ref' | 'type'>,
  { transport }: Pick<Tools, 'transport'>,
): Promise<{ readonly result: Step['result']; readonly message: string }> {
  try {
    const now = await readWhole(transport, type, ref)
    if (now?.metadata.uid === uid) return { result: 'done', message: `it is there, with uid ${uid}` }
    return { result: 'failed', message: `it was created with uid ${uid}, and something deleted it again at once` }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return { result: 'done', message: `it has uid ${uid}; it could not be read back: ${error.message}` }
  }
}
