import type { CoreV1Event, EventsV1Event } from '@kubernetes/client-node'
import { cutText } from '../api/cut-text.ts'
import { largest } from '../api/long-lists.ts'
import type { KubeObject } from '../api/object.ts'
import type { Quote } from './quote.ts'
import { namesWork, says, saysWaiting } from './wording.ts'
import { english } from './words/english.ts'

export interface Report {
  /** Uid of the object. */
  readonly uid: string | undefined
  readonly reporter: string
  readonly reason: string
  /** When it was seen last, in ms; NaN when it does not say. */
  readonly at: number
  /** When it was seen first, in ms. */
  readonly firstAt: number
  readonly times: number
  readonly means: 'failing' | 'waiting' | 'working'
  readonly evidence: Quote
}

type Either = Partial<CoreV1Event> & Partial<EventsV1Event>

/** An Event as the core API or events.k8s.io has it: who reports what, and when it was seen last. */
export function readReport(object: KubeObject): Report {
  const event = object as unknown as Either
  const { involvedObject, regarding, reason = '', type, source, deprecatedSource } = event
  const message = cutText(event.message ?? event.note ?? '')
  const reporter =
    source?.component || event.reportingComponent || event.reportingController || deprecatedSource?.component || ''
  const count = event.series?.count ?? event.count ?? event.deprecatedCount ?? 1
  const often = count > 1 ? ` (${count} times)` : ''
  return {
    uid: (involvedObject ?? regarding)?.uid,
    reporter,
    reason,
    at: lastSeen(event),
    firstAt: firstSeen(event),
    times: count,
    means:
      (type === 'Warning' && !isWork(message)) || says('failure', reason, message)
        ? 'failing'
        : saysWaiting(reason, message)
          ? 'waiting'
          : 'working',
    evidence: { fact: `${reporter || 'its controller'} reports ${reason}${often}: ${message}`, source: 'events' },
  }
}

/** `Deleted load balancer a with id b`, after `Failed to delete load balancer a with id b: 409`. */
export function isMadeGood({ reporter, evidence: { fact } }: Report, since: readonly Report[]): boolean {
  return since.some(each => {
    const [, thing] = each.reporter === reporter ? english.find('has deleted', each.evidence.fact) : []
    return thing !== undefined && fact.includes(` delete ${thing}`)
  })
}

/** `Deleting node web-1`, of type Warning: that it is at it, and no error (longhorn/longhorn#6487). */
function isWork(message: string): boolean {
  const isPlain = !message.includes(':') && !says('error', message) && !saysWaiting(message)
  return isPlain && namesWork(message.split(' ')[0]!) && says('deletion', message)
}

function firstSeen(event: Either): number {
  const { firstTimestamp, deprecatedFirstTimestamp, eventTime, metadata } = event
  const times = [firstTimestamp, deprecatedFirstTimestamp, eventTime, metadata?.creationTimestamp]
  return times.map(time => Date.parse(String(time))).find(time => !Number.isNaN(time)) ?? lastSeen(event)
}

/** A series is dated by its first occurrence, and says apart when it was seen last. */
function lastSeen(event: Either): number {
  const { series, lastTimestamp, deprecatedLastTimestamp, eventTime, metadata } = event
  const times = [series?.lastObservedTime, lastTimestamp, deprecatedLastTimestamp, eventTime]
    .map(time => Date.parse(String(time)))
    .filter(time => !Number.isNaN(time))
  return times.length > 0 ? largest(times) : Date.parse(String(metadata?.creationTimestamp))
}
