import { parseExactJson } from '../../api/exact-json.ts'
import { append } from '../../api/long-lists.ts'
import { resourceName } from '../../api/resource-type.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { accountsOf } from '../../execute/account.ts'
import { carryOut } from '../../execute/carry-out.ts'
import type { Tools } from '../../execute/tools.ts'
import { message } from '../../messages/sentence.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import type { Saved } from '../../plan/rescue/rescue.ts'
import { howToResume, isSuspended, SWITCHES, type Syncer } from '../../plan/syncer.ts'
import { readRuns, runNames } from '../log/read-runs.ts'
import type { Ports } from '../ports.ts'

/**
 * Has a deletion carried out that suspends these before. They stay so once everything is gone, since they would
 * recreate it; else they are resumed, last first. Reports each that stays suspended, with the command that resumes it.
 */
export async function withSuspended(
  syncers: readonly Syncer[],
  tools: Tools,
  carriedOut: () => Promise<readonly Step[]>,
  ports: Pick<Ports, 'say'>,
): Promise<readonly Step[]> {
  const steps: Step[] = []
  let isDone = false
  try {
    append(steps, await carriedOut())
    isDone = steps.every(isFinished)
  } finally {
    const suspended = tools.dryRun ? [] : syncers.filter(isSuspendedBy(tools))
    const tasks = suspended.toReversed().map(saved => [{ action: 'Resume', saved } as const])
    const resumed = isDone ? [] : await carryOut(tasks, tools)
    const running = new Set(resumed.filter(isFinished).map(({ ref }) => ref.uid))
    for (const syncer of suspended)
      if (!running.has(syncer.object.metadata.uid))
        await tell(syncer, isDone ? 'StaysSuspended' : 'StillSuspended', tools, ports)
    append(steps, resumed)
  }
  return steps
}

/** Whether this run suspended it, or may have, or an earlier one of ours: what others suspended takes no request. */
function isSuspendedBy({ journal }: Tools): (syncer: Syncer) => boolean {
  const asked = accountsOf(journal.events).filter(
    ({ step: { action, result } }) => action === 'Suspend' && (result === 'done' || result === 'failed'),
  )
  return ({ object, isLeft }) =>
    asked.some(({ step: { ref }, sends }) => ref.uid === object.metadata.uid && (isLeft || sends > 0))
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

/** Of older runs it is not read what they left suspended. */
const LAST_RUNS = 50

/** What earlier runs suspended and, being killed, neither resumed nor left so on purpose: by uid, as it was. */
export async function suspendedBefore(
  directory: string | undefined,
  context: Pick<Ports, 'isAlive' | 'words'>,
): Promise<ReadonlyMap<string, Saved>> {
  if (directory === undefined) return new Map()
  const names = (await runNames(directory)).slice(0, LAST_RUNS)
  const { runs } = await readRuns(directory, names, context)
  const left = new Map<string, Saved>()
  // From the oldest on: a later run may have left it suspended on purpose, or have resumed it.
  for (const { suspended, steps, exitCode } of runs.filter(({ result }) => result !== 'running').toReversed()) {
    for (const each of suspended.flatMap(saved)) left.set(each.object.metadata.uid, each)
    for (const { action, result, ref } of steps) {
      const isResumed = action === 'Resume' && isFinished({ result })
      if (isResumed || (action === 'Suspend' && exitCode === 0)) left.delete(ref.uid)
    }
  }
  return left
}

/** A journal can have been written by anybody. */
function saved(text: string): readonly Saved[] {
  try {
    const { type, object } = parseExactJson(text) as Partial<Saved>
    if (type === undefined || typeof object?.metadata?.uid !== 'string') return []
    return resourceName(type) in SWITCHES ? [{ type, object }] : []
  } catch {
    return []
  }
}
