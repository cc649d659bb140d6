import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { readWhole } from '../cluster/read-whole.ts'
import type { Tools } from './tools.ts'

/** The first look comes at once, the next ones ever later, up to this, in seconds. */
const LONGEST_PAUSE = 2

/**
 * Looks until the object is gone (`isGone`, or another uid under its name) and then answers undefined; else, at the end of the
 * time or when the user interrupts, the object as it was last seen. Rejects with ApiFailure when it cannot look.
 */
export async function waitUntilGone(
  ref: ObjectRef,
  type: ResourceType,
  { transport, clock, signal, waitSeconds }: Pick<Tools, 'transport' | 'clock' | 'signal' | 'waitSeconds'>,
): Promise<KubeObject | undefined> {
  const end = clock.now().getTime() + waitSeconds * 1000
  for (let pause = 0.1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const now = await readWhole(transport, type, ref)
    if (now === undefined || now.metadata.uid !== ref.uid) return undefined
    const left = (end - clock.now().getTime()) / 1000
    if (left <= 0 || signal.aborted) return now
    await clock.sleep(Math.min(pause, left), signal)
  }
}
