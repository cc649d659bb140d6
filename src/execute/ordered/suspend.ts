import { formatExactJson } from '../../api/exact-json.ts'
import { refOf } from '../../api/object-ref.ts'
import { afterInterrupt } from '../../cluster/transport/aborted.ts'
import { message } from '../../messages/sentence.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import { isSuspended, type Syncer, switchOf } from '../../plan/syncer.ts'
import { type Edit, edit } from '../rescue/edit.ts'
import type { Tools } from '../tools.ts'

/** Limit of a resumption, even after an interrupt; and of each after one failed: a silent server delays only once. */
const RESUME_SECONDS = 5
const AFTER_FAILED_SECONDS = 1

/** Suspends them in sequence, parents first, until one cannot be; the journal has each state before. Never rejects. */
export async function suspend(syncers: readonly Syncer[], tools: Tools): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const syncer of syncers) {
    const { type, object } = syncer
    if (!tools.dryRun)
      tools.journal.record({ event: 'suspending', uid: object.metadata.uid, object: formatExactJson({ type, object }) })
    const it: Edit = {
      type,
      object,
      action: 'Suspend',
      isSo: now => isSuspended({ type, object: now }),
      fields: () => ({ spec: switchOf(syncer).stopped }),
      said: message('CreatesNothingAgain'),
    }
    const step = await edit(it, tools)
    steps.push(step)
    if (!isFinished(step)) break
  }
  return steps
}

/** Resumes these as they were, last first, even after an interrupt; leaves one resumed meanwhile. Never rejects. */
export async function resume(syncers: readonly Syncer[], tools: Tools): Promise<readonly Step[]> {
  const transport = afterInterrupt(tools.transport)
  const late: Tools = { ...tools, transport, signal: new AbortController().signal }
  let waitSeconds = RESUME_SECONDS
  const steps: Step[] = []
  for (const syncer of syncers.toReversed()) {
    const { type, object } = syncer
    const it: Edit = {
      type,
      object,
      action: 'Resume',
      isSo: now => !isSuspended({ type, object: now }),
      fields: () => ({ spec: switchOf(syncer).was(object) }),
      said: message('RunsAsItDid'),
      other: { result: 'gone', message: message('GoneAndOtherKept') },
    }
    const step = await edit(it, { ...late, waitSeconds })
    steps.push(step)
    if (step.result === 'failed') waitSeconds = AFTER_FAILED_SECONDS
  }
  return steps
}

/** Those of these whose suspension may have been sent. */
export function suspendedBy(steps: readonly Step[], syncers: readonly Syncer[]): readonly Syncer[] {
  const sent = new Set(steps.filter(({ result }) => result === 'done' || result === 'failed').map(({ ref }) => ref.uid))
  return syncers.filter(({ type, object }) => sent.has(refOf(type, object.metadata).uid))
}
