import { attempt } from '../attempt.ts'
import type { Step } from '../outcome.ts'
import { deleteObject } from '../requests.ts'
import type { LiveObject } from './live-groups.ts'
import type { OrderedTools } from './ordered-tools.ts'

/** How often a DELETE is sent that the object's own changes, or a busy server, turn down. */
const MAX_TRIES = 10

/** What came of asking for the deletion of one object. */
export type Submitted =
  /** It is on its way, to be waited for. */
  | { readonly state: 'deleting'; readonly backup?: string }
  /** Nothing is left to be done, or (dry run) it was accepted. */
  | { readonly state: 'ended'; readonly step: Step }
  /** It was turned down, or is another object now: the run ends with this group. */
  | { readonly state: 'stopped'; readonly step: Step }

/**
 * Asks for the deletion of an object by uid and resourceVersion, with a backup before. One that is being deleted already
 * is left alone: a second DELETE in the foreground would add a finalizer to it (kubernetes-deletion.md 1.2). Too busy
 * servers and conflicts are tried again until the deadline; a refusal ends the run. Never rejects.
 */
export async function deleteLive(object: LiveObject, group: number, tools: OrderedTools): Promise<Submitted> {
  const { ref, type, cluster } = object
  let deleting = false
  const accepted = { result: 'timeout', message: 'deletion accepted; what became of the object is not known' } as const
  const seconds = (tools.deadline.getTime() - tools.clock.now().getTime()) / 1000
  const [step] = await attempt(
    {
      ref,
      type,
      changes: () => [{ ref, action: 'Delete', group }],
      maxTries: MAX_TRIES,
      isMade: now => now?.metadata.uid !== ref.uid || now.metadata.deletionTimestamp !== undefined,
      hindrance(now) {
        if (now === undefined) return { result: 'gone', message: 'it was gone already' }
        if (now.metadata.uid !== ref.uid) return { result: 'changed', guard: 'Changed', message: ANOTHER }
        deleting = now.metadata.deletionTimestamp !== undefined
        return deleting ? { result: 'timeout', message: 'it is being deleted already' } : undefined
      },
      async send(now, transport) {
        await deleteObject(type, now!, tools.propagation, { transport, dryRun: tools.dryRun })
        return now
      },
      async proof() {
        if (tools.dryRun) return { result: 'planned', message: 'the server accepts it' }
        deleting = true
        return accepted
      },
    },
    { ...tools, transport: cluster.transport, reach: cluster.reach ?? tools.reach, waitSeconds: limitOf(seconds) },
  )
  const { backup, result } = step!
  if (deleting) return { state: 'deleting', ...(backup !== undefined && { backup }) }
  return { state: result === 'planned' || result === 'gone' ? 'ended' : 'stopped', step: step! }
}

const ANOTHER = 'the object that was shown is gone, and another one of the same name is there: it is not touched'

/** What one DELETE may take of the time that is left, in seconds. */
function limitOf(seconds: number): number {
  return Math.min(Math.max(seconds, 1), 60)
}
