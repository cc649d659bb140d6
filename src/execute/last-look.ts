import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { readWhole } from '../cluster/read-whole.ts'
import { afterInterrupt, limitOf } from '../cluster/transport/aborted.ts'
import { message } from '../messages/sentence.ts'
import { type Advice, advised } from '../plan/reach.ts'
import type { Tools } from './tools.ts'

/** What the look may take that tells at the end what became of a change. */
const LAST_LOOK_SECONDS = 1

/** What is there, after an interrupt or the end of the time too. */
export async function lastLook(
  { ref, type }: { readonly ref: ObjectRef; readonly type: ResourceType },
  { transport }: Pick<Tools, 'transport'>,
): Promise<KubeObject | undefined | 'unread'> {
  using limit = limitOf(LAST_LOOK_SECONDS)
  return await readWhole(afterInterrupt(transport), type, ref, limit.signal).catch(() => 'unread')
}

/** The command by which a user sees what is there. */
export function howToLook({ resource, name, namespace }: ObjectRef, { reach }: Pick<Tools, 'reach'>): Advice {
  const where = namespace === undefined ? [] : ['-n', namespace]
  return advised(message('SeeStateNow'), reach, 'kubectl', 'get', `${resource}/${name}`, ...where)
}
