import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { readWhole } from '../cluster/read-whole.ts'
import { anyOf, limitedBy, limitOf } from '../cluster/transport/aborted.ts'
import type { Transport } from '../cluster/transport/transport.ts'
import { message, type Sentence, sentenceOf } from '../messages/sentence.ts'
import { type Change, type ChangeResult, type Step, stepOf } from '../plan/outcome.ts'
import { isOtherState, isPassing, isTurnedAway, isUnheard, isWithoutRoom, retryAfterOf } from './answer.ts'
import { howToLook, lastLook } from './last-look.ts'
import type { Tools } from './tools.ts'

/** How often a request is sent again because the object changed in ways that decide nothing, or no answer came. */
const MAX_TRIES = 5
/** The same for a server that has no room: until it has, or the time is over. */
const MAX_TURNED_AWAY = 20
/** Between tries that no answer came to, in seconds; each is twice as long as the one before. */
const FIRST_PAUSE = 0.5
/** However often: a server that has room again is not kept waiting, in seconds. */
const LONGEST_PAUSE = 8
/** What one change may take where nothing is waited for. */
const LONGEST_SECONDS = 60

/** One request that changes one object, or creates it. */
export interface Attempt {
  readonly ref: ObjectRef
  readonly type: ResourceType
  /** A step for each thing that it does to what was last read. */
  changes(): readonly Change[]
  /**
   * The whole object as it was read a moment ago. The first try is for just that state, which the server compares
   * (resourceVersion), so that it is not read again: what was backed up is what was changed, or nothing was.
   */
  readonly asRead?: KubeObject | undefined
  /** Only this run knows its name: what is there is not read before. */
  readonly isNew?: true
  /** Whether it shows in what is there now that the change was made. undefined: nothing is there. */
  isMade(now: KubeObject | undefined): boolean
  /**
   * Why it is not to be sent to what is there now; undefined: it is. May reject with ApiFailure. `wasSent`: it was sent
   * before, and no answer tells what became of that.
   */
  hindrance(now: KubeObject | undefined, wasSent: boolean): ChangeResult | undefined | Promise<ChangeResult | undefined>
  /** Keeps what the backup of the object does not have. Rejects with an Error: then nothing is sent. */
  keep?(): Promise<void>
  /** Sends it for just this state, and answers the object as it then is. Rejects with ApiFailure. */
  send(now: KubeObject | undefined, transport: Transport): Promise<KubeObject | undefined>
  /** Nothing more is asked for its proof: what came of it is noted once. */
  readonly isProvenLater?: boolean
  /** What came of it; `answer` is the object as the server answered, or as it was seen. */
  proof(answer: KubeObject | undefined): Promise<ChangeResult>
  readonly maxTries?: number
}

/**
 * Reads the object, asks what hinders the change, keeps a backup, sends the change for just that state, and proves the
 * result; again, within bounds, after a conflict, or when the answer was lost and the object does not show the change.
 * A change with unknown outcome is `failed`, with the way to look; the journal has it all the while. Never rejects, and
 * ends with the time of `--timeout` or an interrupt, whatever the server does.
 */
export async function attempt(it: Attempt, tools: Tools): Promise<readonly Step[]> {
  const { journal, dryRun } = tools
  const came = await tryOut(it, tools).catch(
    (error: unknown): ChangeResult => ({ result: 'failed', message: sentenceOf(error) }),
  )
  const steps = it.changes().map(change => stepOf(change, came))
  if (!dryRun) journal.note(steps)
  return steps
}

async function tryOut(it: Attempt, tools: Tools): Promise<ChangeResult> {
  const { ref, type, maxTries = MAX_TRIES } = it
  const { signal, clock, journal, dryRun } = tools
  using limit = limitOf(tools.waitSeconds || LONGEST_SECONDS)
  const transport = limitedBy(tools.transport, limit.signal)
  let kept: Pick<Step, 'backup'> = {}
  /** Why no answer is known to a request that may have been granted. */
  let unheard: Sentence | undefined
  /** What the last answer was that did not come of another state of the object. */
  let refusal: Sentence | undefined
  let pause = FIRST_PAUSE
  /** How often the server had no room. */
  let turnedAway = 0
  /** It said so last, perhaps of what a proxy had passed on: `unheard` until a look shows that it was not done. */
  let isOnlyTurnedAway = false
  let { asRead } = it
  const ended = (came: ChangeResult): ChangeResult => ({ ...came, ...kept })
  const unknown = (): ChangeResult =>
    ended({ result: 'failed', message: message('OutcomeUnknown', { why: unheard! }), advice: [howToLook(ref, tools)] })
  const rest = async (least = 0): Promise<void> => {
    await clock.sleep(Math.max(pause, least), anyOf(signal, limit.signal))
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }
  for (let tries = 0; ; ) {
    let now: KubeObject | undefined
    let hindrance: ChangeResult | undefined
    try {
      now = it.isNew ? undefined : (asRead ?? (await readWhole(transport, type, ref)))
      asRead = undefined
      if (unheard !== undefined && it.isMade(now)) return ended(await it.proof(now))
      hindrance = await it.hindrance(now, unheard !== undefined && !isOnlyTurnedAway)
      if (isOnlyTurnedAway) unheard = undefined
      isOnlyTurnedAway = false
    } catch (error) {
      if (unheard === undefined)
        return ended(signal.aborted ? NOT_SENT : { result: 'failed', message: sentenceOf(error) })
      if (isPassing(error) && !signal.aborted && !limit.signal.aborted) {
        await rest()
        continue
      }
      const last = await lastLook(it, tools)
      return last !== 'unread' && it.isMade(last) ? ended(await it.proof(last)) : unknown()
    }
    // What hinders may be no more than that an interrupt ended the reading.
    if (signal.aborted && unheard === undefined)
      return ended(turnedAway === 0 ? NOT_SENT : { result: 'failed', message: refusal! })
    if (signal.aborted) return unknown()
    if (hindrance !== undefined) return ended(hindrance)
    if (tries === maxTries) {
      if (unheard !== undefined) return unknown()
      return ended(refusal === undefined ? conflicting(maxTries) : { result: 'failed', message: refusal })
    }
    const sending = (): readonly Change[] => it.changes().map(change => ({ ...change, ...kept }))
    try {
      if (!dryRun && now !== undefined) kept = { backup: await tools.backups.keep(ref, now) }
      if (!dryRun) await it.keep?.()
      if (signal.aborted) continue
      if (!dryRun) await journal.sent(sending(), howToLook(ref, tools))
    } catch (error) {
      return unheard === undefined ? ended({ result: 'failed', message: sentenceOf(error) }) : unknown()
    }
    if (signal.aborted) {
      if (!dryRun) journal.record({ event: 'withheld', changes: sending() })
      continue
    }
    tries++
    try {
      const answer = await it.send(now, transport)
      if (!dryRun && !it.isProvenLater) journal.note(sending().map(change => stepOf(change, accepted(change))))
      return ended(await it.proof(answer))
    } catch (error) {
      const conflicts = isOtherState(error)
      refusal = conflicts ? undefined : sentenceOf(error)
      if (isUnheard(error) && !dryRun) unheard = refusal
      else if (isTurnedAway(error)) {
        turnedAway++
        isOnlyTurnedAway = unheard === undefined && !dryRun
        unheard ??= dryRun ? undefined : refusal
        if (turnedAway < MAX_TURNED_AWAY && isWithoutRoom(error)) tries--
      } else if (!conflicts) {
        return unheard === undefined ? ended({ result: 'failed', message: sentenceOf(error) }) : unknown()
      }
      if (!conflicts) await rest(retryAfterOf(error))
    }
  }
}

const NOT_SENT: ChangeResult = { result: 'skipped', message: message('InterruptedUnsent') }

function conflicting(tries: number): ChangeResult {
  return { result: 'changed', guard: 'Changed', message: message('StillConflicting', { attempts: tries }) }
}

/** What is known while the proof is still to come. */
function accepted({ action, finalizer }: Change): ChangeResult {
  if (action === 'Delete' && finalizer === undefined) return { result: 'timeout', message: message('DeletionAccepted') }
  return { result: 'done', message: message('AcceptedUnread') }
}
