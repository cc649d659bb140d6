import type { ObjectRef } from '../api/object-ref.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { readNamespaceContent } from '../cluster/namespace-content.ts'
import { message, type Sentence } from '../messages/sentence.ts'
import { leftBecause, unexpectedIn } from '../plan/guards/deleted-with-it.ts'
import type { ChangeResult, Step } from '../plan/outcome.ts'
import type { Deletion } from '../plan/plan.ts'
import { type Attempt, attempt } from './attempt.ts'
import { holdsNow } from './proof.ts'
import { deleteObject } from './requests.ts'
import type { Tools } from './tools.ts'
import { waitUntilGone } from './wait-until-gone.ts'

/** How often a DELETE is sent that a busy server turns down; many objects of a group are asked for at once. */
const MAX_TRIES = 10

/**
 * Deletes just this object (uid and resourceVersion), with a backup before, and proves that it is gone; in a group only
 * that it is being deleted: `timeout`. One that is terminating is left alone: a second DELETE in the foreground would
 * add a finalizer (kubernetes-deletion.md 1.2). Nor is a Namespace in which more is by then. Never rejects.
 */
export async function deleteShown(deletion: Deletion, tools: Tools): Promise<Step> {
  const { ref, type, propagation, group, asRead, contents } = deletion
  let tries = 0
  // What was there a moment ago is in `contents`; a deletion that is sent again comes later than that.
  const keeps = async (): Promise<ChangeResult | undefined> => {
    if (contents === undefined || tries++ === 0) return undefined
    const why = unexpectedIn(await readNamespaceContent(tools.transport, ref.name, tools.signal), contents)
    return why === undefined ? undefined : leftBecause(why, ref.name, tools.reach)
  }
  const after = async (said: Sentence): Promise<ChangeResult> =>
    group === undefined ? proofOf(ref, type, tools) : { result: 'timeout', message: said }
  const it: Attempt = {
    ref,
    type,
    changes: () => [{ ref, action: 'Delete', group }],
    maxTries: MAX_TRIES,
    asRead,
    isProvenLater: group !== undefined,
    isMade: now => now?.metadata.uid !== ref.uid || now.metadata.deletionTimestamp !== undefined,
    hindrance(now) {
      if (now === undefined) return { result: 'gone', message: message('AlreadyGone') }
      if (now.metadata.uid !== ref.uid) return ANOTHER
      return now.metadata.deletionTimestamp === undefined ? keeps() : after(message('AlreadyBeingDeleted'))
    },
    async send(now, transport) {
      await deleteObject(type, now!, propagation, { transport, dryRun: tools.dryRun })
      return now
    },
    async proof() {
      if (tools.dryRun) return { result: 'planned', message: message('Accepted') }
      return after(message('DeletionAccepted'))
    },
  }
  const [step] = await attempt(it, tools)
  return step!
}

const ANOTHER: ChangeResult = { result: 'changed', guard: 'Changed', message: message('AnotherNotChanged') }

async function proofOf(ref: ObjectRef, type: ResourceType, tools: Tools): Promise<ChangeResult> {
  const { waitSeconds, signal } = tools
  const seen = await waitUntilGone(ref, type, tools)
  if (seen.state === 'gone') return { result: 'done', message: message('ItIsGone') }
  if (seen.state === 'unknown')
    return { result: signal.aborted ? 'timeout' : 'failed', message: message('DeletionAccepted', { why: seen.why }) }
  if (waitSeconds === 0) return { result: 'done', message: message('ByNamespaceController') }
  const after = signal.aborted ? 'interrupt' : waitSeconds
  return { result: 'timeout', message: message('StillExists', { holds: holdsNow(seen.object), after }) }
}
