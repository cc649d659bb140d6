import { formatExactJson } from '../../api/exact-json.ts'
import type { KubeObject } from '../../api/object.ts'
import { afterInterrupt } from '../../cluster/transport/aborted.ts'
import { message } from '../../messages/sentence.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import type { Saved } from '../../plan/rescue/rescue.ts'
import { isSuspended, switchOf } from '../../plan/syncer.ts'
import { edit } from '../rescue/edit.ts'
import type { Before, Tools } from '../tools.ts'

/** Limit of a resumption, even after an interrupt; and of each after one failed: a silent server delays only once. */
const RESUME_SECONDS = 5
const AFTER_FAILED_SECONDS = 1

/**
 * Has a syncer leave alone what it makes; the journal has its state before. After one that could not be suspended none
 * is begun, or told. Never rejects.
 */
export async function suspend(syncer: Saved, before: Before, tools: Tools): Promise<readonly Step[]> {
  if (before.halt !== undefined) return []
  const { uid } = syncer.object.metadata
  if (!tools.dryRun) tools.journal.record({ event: 'suspending', uid, object: formatExactJson(syncer) })
  const suspension = {
    ...syncer,
    action: 'Suspend',
    isSo: (object: KubeObject) => isSuspended({ ...syncer, object }),
    fields: () => ({ spec: switchOf(syncer).stopped }),
    said: message('CreatesNothingAgain'),
  } as const
  const step = await edit(suspension, tools)
  if (!isFinished(step)) before.halt = message('SyncerNotSuspended')
  return [step]
}

/** Has it work as it did, even after an interrupt; one that was resumed meanwhile stays as it is. Never rejects. */
export async function resume(syncer: Saved, { steps }: Before, tools: Tools): Promise<readonly Step[]> {
  const waitSeconds = steps.some(({ result }) => result === 'failed') ? AFTER_FAILED_SECONDS : RESUME_SECONDS
  const transport = afterInterrupt(tools.transport)
  const late = { ...tools, transport, signal: new AbortController().signal, waitSeconds }
  const resumption = {
    ...syncer,
    action: 'Resume',
    isSo: (object: KubeObject) => !isSuspended({ ...syncer, object }),
    fields: () => ({ spec: switchOf(syncer).was(syncer.object) }),
    said: message('RunsAsItDid'),
    other: { result: 'gone', message: message('GoneAndOtherKept') },
  } as const
  return [await edit(resumption, late)]
}
