import { formatExactJson } from '../../api/exact-json.ts'
import { append } from '../../api/long-lists.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { afterInterrupt } from '../../cluster/transport/aborted.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { carryOutTask } from '../../execute/carry-out.ts'
import type { Tools } from '../../execute/tools.ts'
import { message } from '../../messages/sentence.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import { howToResume, isSuspended, type Syncer } from '../../plan/syncer.ts'
import type { Ports } from '../ports.ts'
import { suspendedBefore } from './suspended-before.ts'

/** Limit of a resumption, even after an interrupt; and of each after one failed: a silent server delays only once. */
const RESUME_SECONDS = 5
const AFTER_FAILED_SECONDS = 1

interface Ended {
  readonly steps: readonly Step[]
  /** Everything that was to go is gone. */
  readonly isDone: boolean
}

/**
 * Runs a deletion while these are suspended. They stay so once everything is gone, since they would recreate it; else
 * they are resumed. Reports each that stays suspended, with the command that resumes it.
 */
export async function withSuspended(
  syncers: readonly Syncer[],
  tools: Tools,
  run: () => Promise<Ended>,
  skipped: () => readonly Step[],
  ports: Pick<Ports, 'say'>,
): Promise<readonly Step[]> {
  if (syncers.length === 0) return (await run()).steps
  const before = await suspend(syncers, tools)
  const sent = before.filter(({ result }) => result === 'done' || result === 'failed').map(({ ref }) => ref.uid)
  const suspended = syncers.filter(({ object }) => sent.includes(object.metadata.uid))
  const setBack = async (): Promise<readonly Step[]> => {
    if (tools.dryRun) return []
    const after = await resume(suspended, tools)
    const running = new Set(after.filter(isFinished).map(({ ref }) => ref.uid))
    for (const syncer of suspended)
      if (!running.has(syncer.object.metadata.uid)) await tell(syncer, 'StillSuspended', tools, ports)
    return after
  }
  if (before.length < syncers.length || !before.every(isFinished))
    return [...before, ...skipped(), ...(await setBack())]
  let ended: Ended
  try {
    ended = await run()
  } catch (error) {
    await setBack()
    throw error
  }
  if (!ended.isDone) return [...before, ...ended.steps, ...(await setBack())]
  if (!tools.dryRun) for (const syncer of suspended) await tell(syncer, 'StaysSuspended', tools, ports)
  return [...before, ...ended.steps]
}

/** Suspends them in sequence, parents first, until one cannot be; the journal has each state before. Never rejects. */
async function suspend(syncers: readonly Syncer[], tools: Tools): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const { type, object } of syncers) {
    if (!tools.dryRun)
      tools.journal.record({ event: 'suspending', uid: object.metadata.uid, object: formatExactJson({ type, object }) })
    append(steps, await carryOutTask({ action: 'Suspend', saved: { type, object } }, tools))
    if (!steps.every(isFinished)) break
  }
  return steps
}

/** Resumes these as they were, last first, even after an interrupt; leaves one resumed meanwhile. Never rejects. */
async function resume(syncers: readonly Syncer[], tools: Tools): Promise<readonly Step[]> {
  const transport = afterInterrupt(tools.transport)
  const late: Tools = { ...tools, transport, signal: new AbortController().signal }
  const steps: Step[] = []
  for (const { type, object } of syncers.toReversed()) {
    const waitSeconds = steps.some(({ result }) => result === 'failed') ? AFTER_FAILED_SECONDS : RESUME_SECONDS
    append(steps, await carryOutTask({ action: 'Resume', saved: { type, object } }, { ...late, waitSeconds }))
  }
  return steps
}

/** Tells of what an earlier run left suspended, since it was ended before. One that cannot be read is told of, too. */
export async function tellLeftSuspended(
  directory: string | undefined,
  transport: Transport,
  ports: Pick<Ports, 'isAlive' | 'signal' | 'aim' | 'say' | 'words'>,
): Promise<void> {
  const { signal, aim } = ports
  for (const { type, object } of (await suspendedBefore(directory, ports)).values()) {
    const now = await readWhole(transport, type, object.metadata, signal).catch(() => object)
    const isOther = now?.metadata.uid !== object.metadata.uid
    if (isOther || (now !== object && !isSuspended({ type, object: now! }))) continue
    await tell({ type, object }, 'SuspendedByEarlierRun', { reach: aim }, ports)
  }
}

function tell(
  { type, object }: Pick<Syncer, 'type' | 'object'>,
  code: 'StillSuspended' | 'StaysSuspended' | 'SuspendedByEarlierRun',
  { reach }: Pick<Tools, 'reach'>,
  ports: Pick<Ports, 'say'>,
): Promise<void> {
  const { what, commands } = howToResume({ type, object }, reach)
  const syncer = `${type.kind} ${object.metadata.namespace}/${object.metadata.name}`
  return ports.say({ part: 'advice', advice: { what: message(code, { syncer, resume: what }), commands } })
}
