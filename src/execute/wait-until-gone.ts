import { ApiFailure, messageOf } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { readWhole } from '../cluster/read-whole.ts'
import { limitOf } from '../cluster/transport/aborted.ts'
import { message, type Sentence } from '../messages/sentence.ts'
import { isPassing } from './answer.ts'
import { lastLook } from './last-look.ts'
import type { Tools } from './tools.ts'

/** The first look comes at once, the next ones ever later, up to this, in seconds. */
const LONGEST_PAUSE = 2
/** What the looks may take where nothing is waited for, in seconds. */
const LEAST_SECONDS = 5
/** How often it is looked again at the end of the time when the server did not answer. */
const MORE_LOOKS = 2

/** What is known of an object at the end: `unknown` when the last look failed, whatever was seen before. */
export type LastState =
  | { readonly state: 'gone' }
  | { readonly state: 'there'; readonly object: KubeObject }
  | { readonly state: 'unknown'; readonly why: Sentence }

/**
 * Looks until the object is gone (`isGone`, or another uid under its name), time is up, or an interrupt. A look that
 * fails is tried again; after an interrupt, or when the server stays silent, there is a last one. Never rejects.
 */
export async function waitUntilGone(
  ref: ObjectRef,
  type: ResourceType,
  tools: Pick<Tools, 'transport' | 'clock' | 'signal' | 'waitSeconds'>,
): Promise<LastState> {
  const { transport, clock, signal, waitSeconds } = tools
  const end = clock.elapsed() + waitSeconds
  using limit = limitOf(Math.max(waitSeconds, LEAST_SECONDS))
  let looksLeft = MORE_LOOKS
  for (let pause = 0.1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const now = await readWhole(transport, type, ref, limit.signal).catch((error: unknown) => error as Error)
    const left = end - clock.elapsed()
    if (!(now instanceof Error)) {
      if (now?.metadata.uid !== ref.uid) return { state: 'gone' }
      if (left <= 0 || signal.aborted) return { state: 'there', object: now }
    } else {
      if (!(now instanceof ApiFailure) || !isPassing(now)) return { state: 'unknown', why: messageOf(now) }
      if (signal.aborted || limit.signal.aborted) return seenLast(ref, type, tools, now)
      if (left <= 0 && looksLeft-- === 0) return { state: 'unknown', why: messageOf(now) }
    }
    await clock.sleep(left > 0 ? Math.min(pause, left) : pause, signal)
  }
}

async function seenLast(
  ref: ObjectRef,
  type: ResourceType,
  tools: Pick<Tools, 'transport' | 'signal'>,
  error: Error,
): Promise<LastState> {
  const last = await lastLook({ ref, type }, tools)
  if (last === 'unread') {
    return { state: 'unknown', why: tools.signal.aborted ? message('InterruptedUnread') : messageOf(error) }
  }
  return last?.metadata.uid === ref.uid ? { state: 'there', object: last } : { state: 'gone' }
}
