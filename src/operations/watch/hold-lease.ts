import { randomBytes } from 'node:crypto'
import type { KubeObject } from '../../api/object.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { afterInterrupt, limitedBy, limitOf } from '../../cluster/transport/aborted.ts'
import { carryOutTask } from '../../execute/carry-out.ts'
import type { Tools } from '../../execute/tools.ts'
import { message, type Sentence, sentenceKey, sentenceOf, Trouble } from '../../messages/sentence.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import { LEASE_TYPE } from '../../plan/own-types.ts'
import {
  HOLDER,
  holderOf,
  type LeaseName,
  leaseObject,
  RELEASED,
  RENEW_SECONDS,
  RETRY_SECONDS,
  type Seen,
  turnOf,
} from './lease.ts'

export interface Held {
  /** Whether this process has renewed the Lease so lately that no other can have it. */
  isHolder(): boolean
  /** Resolves when the signal has aborted and the Lease was given back, as far as that could be done. */
  readonly ended: Promise<void>
}

/** What one look may take: less than the holder has left. */
const LOOK_SECONDS = 4

/**
 * Holds a Lease, or waits for it, until the signal aborts. Only one process is the holder at a time: one that cannot
 * renew it stops being the holder after ten seconds, and another takes it five seconds later.
 */
export function holdLease(
  lease: LeaseName,
  tools: () => Tools,
  host: string,
  signal: AbortSignal,
  say: (sentence: Sentence) => void,
): Held {
  const { clock } = tools()
  const identity = `${HOLDER}${host}_${randomBytes(6).toString('hex')}`
  const name = `${lease.namespace}/${lease.name}`
  let renewedAt = Number.NEGATIVE_INFINITY
  let seen: Seen = { version: undefined, since: clock.elapsed() }
  let told = ''
  const isHolder = (): boolean => !signal.aborted && clock.elapsed() - renewedAt < RENEW_SECONDS
  const tell = (sentence: Sentence): void => {
    if (sentenceKey(sentence) !== told) say(sentence)
    told = sentenceKey(sentence)
  }

  async function look(): Promise<void> {
    using limit = limitOf(LOOK_SECONDS)
    const found = await readWhole(limitedBy(tools().transport, limit.signal), LEASE_TYPE, lease, signal)
    const version = found?.metadata.resourceVersion
    const before = clock.elapsed()
    if (version !== seen.version) seen = { version, since: before }
    const turn = turnOf(found, seen, identity, before, clock.now())
    if (typeof turn === 'string') {
      renewedAt = Number.NEGATIVE_INFINITY
      return tell(message('LeaseHeldByOther', { lease: name, holder: holderOf(found), isForeign: turn === 'foreign' }))
    }
    const { result, message: why = result } = await write(found, lease, turn.spec, tools())
    if (result === 'changed') return // Another was quicker: the next look tells which.
    if (!isFinished({ result })) throw new Trouble(why)
    renewedAt = before
    tell(message('LeaseHeldByThis', { lease: name }))
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await look()
      } catch (error) {
        if (!signal.aborted && !isHolder()) tell(message('LeaseCannotBeHeld', { lease: name, why: sentenceOf(error) }))
      }
      await clock.sleep(RETRY_SECONDS, signal)
    }
    if (clock.elapsed() - renewedAt < RENEW_SECONDS) await release(lease, identity, tools())
  }
  return { isHolder, ended: run() }
}

async function write(found: KubeObject | undefined, lease: LeaseName, spec: object, tools: Tools): Promise<Step> {
  const own = { type: LEASE_TYPE, object: found ?? leaseObject(lease, spec), sets: found && { spec } }
  const [step] = await carryOutTask({ action: 'Record', own }, tools)
  return step!
}

/** Gives it back after the interrupt, where the server is quick; else it runs out. */
async function release(lease: LeaseName, identity: string, tools: Tools): Promise<void> {
  const late = afterInterrupt(tools.transport)
  try {
    const found = await readWhole(late, LEASE_TYPE, lease)
    if (holderOf(found) !== identity) return
    await write(found, lease, RELEASED, { ...tools, transport: late, signal: new AbortController().signal })
  } catch {}
}
