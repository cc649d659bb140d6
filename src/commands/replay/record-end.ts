import { randomBytes } from 'node:crypto'
import type { KubeObject } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import { FIELD_MANAGER } from '../../api/removal-patch.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import type { Ran } from '../../change/ordered/run-groups.ts'
import type { Step } from '../../change/outcome.ts'
import { lapseOf, limitedBy } from '../../cluster/transport/aborted.ts'
import { readJson } from '../../cluster/transport/read.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { printable } from '../../render/printable.ts'
import type { CommandContext } from '../command.ts'

/** What the server takes in a note, in bytes. */
const MOST_BYTES = 1024
/** What recording it may take. */
const MAX_SECONDS = 5

/**
 * Leaves a Warning Event on the custom resource when its groups did not end, as the operator would have. In a terminating
 * namespace no Event can be made: then it stands in `default`, which events.k8s.io/v1 allows
 * (kubernetes-deletion.md 9.9). Best effort: when it cannot be made, that is said and ends nothing.
 */
export async function recordEnd(
  transport: Transport,
  type: ResourceType,
  { metadata }: KubeObject,
  { group, reason }: NonNullable<Ran['stopped']>,
  steps: readonly Step[],
  { clock, terminal }: CommandContext,
): Promise<void> {
  const note = noteOf(group, reason, steps)
  const { apiVersion, kind, name, namespace, uid } = refOf(type, metadata)
  const event = (place: string): object => ({
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: `${name.slice(0, 200)}.${randomBytes(8).toString('hex')}`, namespace: place },
    eventTime: clock.now().toISOString().replace('Z', '000Z'),
    reportingController: FIELD_MANAGER,
    reportingInstance: FIELD_MANAGER,
    action: 'Replay',
    reason: `${kind}DeleteError`.slice(0, 128),
    type: 'Warning',
    note,
    regarding: { apiVersion, kind, name, uid, ...(namespace !== undefined && { namespace }) },
  })
  let why = ''
  const limited = limitedBy(transport, lapseOf(MAX_SECONDS))
  for (const place of new Set([namespace ?? 'default', 'default'])) {
    try {
      await readJson(limited, {
        method: 'POST',
        path: `/apis/events.k8s.io/v1/namespaces/${encodeURIComponent(place)}/events`,
        query: { fieldManager: FIELD_MANAGER },
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(event(place)),
      })
      return
    } catch (error) {
      why = (error as Error).message
    }
  }
  terminal.stderr.write(`note: no Event could be recorded on the resource: ${printable(why)}\n`)
}

/** `ordered deletion stopped in group 2 (timeout): services/c1-svc: held by …`, as long as the server takes. */
export function noteOf(group: number, reason: string, steps: readonly Step[]): string {
  const left = steps
    .filter(({ result }) => result === 'timeout' || result === 'failed' || result === 'changed')
    .map(({ ref, message = '' }) => `${ref.resource}/${ref.name}: ${message}`)
  const text = [`ordered deletion stopped in group ${group} (${reason})`, left.join('; ')]
  const bytes = Buffer.from(text.filter(part => part !== '').join(': '))
  // A character that is cut in two has no text: it is left out.
  return new TextDecoder().decode(bytes.subarray(0, MOST_BYTES - 3)).replace(/\uFFFD+$/, '')
}
