import { randomBytes } from 'node:crypto'
import { eventNote } from '../../api/cut-text.ts'
import type { KubeObject, ObjectMeta } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import { FIELD_MANAGER } from '../../api/removal-patch.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { carryOutTask } from '../../execute/carry-out.ts'
import type { Stopped } from '../../execute/ordered/ordered-tools.ts'
import type { Tools } from '../../execute/tools.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import { EVENT_TYPE } from '../../plan/own-types.ts'
import type { Speech } from '../ports.ts'

/**
 * Leaves a Warning Event on the custom resource when its groups did not end, as the operator would. A terminating
 * namespace accepts no Event: then it stands in `default`, which events.k8s.io/v1 allows (kubernetes-deletion.md 9.9).
 * Best effort: a failure is reported and ends nothing.
 */
export async function recordEnd(
  tools: Tools,
  type: ResourceType,
  { metadata }: KubeObject,
  { group, reason }: Stopped,
  steps: readonly Step[],
  { words, say }: Pick<Speech, 'words' | 'say'>,
): Promise<void> {
  const note = eventNote((await words())(orderStopped(group, reason, steps)))
  const { apiVersion, kind, name, namespace, uid } = refOf(type, metadata)
  const event = (place: string): KubeObject => ({
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: `${name.slice(0, 200)}.${randomBytes(8).toString('hex')}`, namespace: place } as ObjectMeta,
    eventTime: tools.clock.now().toISOString().replace('Z', '000Z'),
    reportingController: FIELD_MANAGER,
    reportingInstance: FIELD_MANAGER,
    action: 'Replay',
    reason: `${kind}DeleteError`.slice(0, 128),
    type: 'Warning',
    note,
    regarding: { apiVersion, kind, name, uid, namespace },
  })
  let why: Sentence = ''
  for (const place of new Set([namespace ?? 'default', 'default'])) {
    const [step] = await carryOutTask({ action: 'Record', own: { type: EVENT_TYPE, object: event(place) } }, tools)
    if (isFinished(step!)) return
    why = step!.message ?? ''
  }
  await say(message('NoEventRecorded', { why }))
}

/** `ordered deletion stopped in group 2 (timeout): services/c1-svc: held by …`. */
export function orderStopped(group: number, reason: string, steps: readonly Step[]): Sentence {
  const left = steps
    .filter(({ result }) => result === 'timeout' || result === 'failed' || result === 'changed')
    .map(({ ref, message = '' }) => ({ name: `${ref.resource}/${ref.name}`, why: message }))
  return message('OrderStopped', { group, reason, left })
}
