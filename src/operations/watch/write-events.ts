import type { KubeObject } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import { carryOutTask } from '../../execute/carry-out.ts'
import type { Tools } from '../../execute/tools.ts'
import { message, type Sentence, sentenceOf } from '../../messages/sentence.ts'
import { isFinished } from '../../plan/outcome.ts'
import { EVENT_TYPE } from '../../plan/own-types.ts'
import { type Announcement, announcementsOf, eventOf, microTime, type NoteOf } from './announcements.ts'
import { SERVER, type TerminatingObjects } from './kept-objects.ts'
import type { Watch } from './watch-cluster.ts'

/** Seconds between two times that the same Event is said; the server forgets one after an hour by default. */
const REPEAT_SECONDS = 15 * 60
/** One that failed is tried again after so many. */
const RETRY_SECONDS = 60
/** Events of one moment: those of causes that hold the most come first. */
const MOST = 200

const TICK_SECONDS = 1

export interface EventRequest {
  readonly tools: () => Tools
  mayWrite(): boolean
  warn(sentence: Sentence): void
  readonly noteOf: NoteOf
}

/** Writes Events about what a watch sees as long as it goes on, and `mayWrite` says so. */
export async function writeEvents({ now }: Watch, request: EventRequest, signal: AbortSignal): Promise<void> {
  const { tools } = request
  const write = eventWriter(request)
  while (!signal.aborted) {
    await write(now.standing, namespace => isAlive(namespace, now.kept))
    await tools().clock.sleep(TICK_SECONDS, signal)
  }
}

/** Whether an Event in a namespace is accepted; not known is no. */
function isAlive(namespace: string, { findings, blind, discovery }: TerminatingObjects): boolean {
  const isRead = discovery.types.some(type => resourceName(type) === 'namespaces')
  if (!isRead || blind.has(SERVER) || blind.has('namespaces')) return false
  return !findings.values().some(({ type, meta }) => resourceName(type) === 'namespaces' && meta.name === namespace)
}

/**
 * Reports what holds objects by Events, each once and then as a series every 15 minutes, also where another process
 * wrote it last. A refused one is reported once per place, and ends nothing. `mayWrite` is asked before each.
 */
export function eventWriter({
  tools,
  mayWrite,
  warn,
  noteOf,
}: EventRequest): (causes: readonly Cause[], isAlive: (namespace: string) => boolean) => Promise<void> {
  /** By slot: when one was said last, in seconds of `elapsed`. */
  const said = new Map<string, number>()
  const warned = new Set<string>()

  async function say(it: Announcement): Promise<void> {
    const { clock } = tools()
    const known = said.get(it.slot)
    if (known !== undefined && clock.elapsed() - known < REPEAT_SECONDS) return
    said.set(it.slot, clock.elapsed())
    const failure = await write(it, noteOf, tools(), ago => said.set(it.slot, clock.elapsed() - ago))
    const place = it.namespace === 'default' ? 'default' : 'of objects'
    if (failure === undefined) return
    said.set(it.slot, clock.elapsed() - REPEAT_SECONDS + RETRY_SECONDS)
    if (warned.has(place)) return
    warned.add(place)
    warn(message('EventsNotWritten', { isDefault: place === 'default', why: failure }))
  }

  return async (causes, isAlive) => {
    const all = announcementsOf(causes, isAlive)
    if (all.length > MOST && !warned.has('*')) {
      warned.add('*')
      warn(message('EventsOfFirst', { first: MOST, of: all.length }))
    }
    const current = all.slice(0, MOST)
    // A cause that is over may be back in a moment.
    for (const [slot, at] of said) if (tools().clock.elapsed() - at >= REPEAT_SECONDS) said.delete(slot)
    for (const each of current) {
      if (!mayWrite()) return
      await say(each)
    }
  }
}

/** Why it could not be written; undefined: it exists. `saidAgo` gets the seconds since another process wrote it. */
async function write(
  it: Announcement,
  noteOf: NoteOf,
  tools: Tools,
  saidAgo: (seconds: number) => void,
): Promise<Sentence | undefined> {
  const now = tools.clock.now()
  let found: KubeObject | undefined
  try {
    found = await readWhole(tools.transport, EVENT_TYPE, it, tools.signal)
  } catch (error) {
    return sentenceOf(error)
  }
  const ago = found === undefined ? undefined : (now.getTime() - Date.parse(lastSaid(found))) / 1000
  if (ago !== undefined && ago < REPEAT_SECONDS) {
    saidAgo(Math.max(ago, 0))
    return undefined
  }
  const own = {
    type: EVENT_TYPE,
    object: found ?? eventOf(it, noteOf, now),
    sets: found && { series: { count: countOf(found) + 1, lastObservedTime: microTime(now) } },
  }
  const [step] = await carryOutTask({ action: 'Record', own }, tools)
  return isFinished(step!) ? undefined : (step!.message ?? step!.result)
}

type Series = { readonly count?: number; readonly lastObservedTime?: string }

function lastSaid({ series, eventTime }: KubeObject): string {
  return (series as Series | undefined)?.lastObservedTime ?? String(eventTime)
}

function countOf({ series }: KubeObject): number {
  return (series as Series | undefined)?.count ?? 1
}
