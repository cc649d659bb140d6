import type { Fact, Query } from '../../api/fact.ts'
import { ApiFailure, garbled } from '../../api/failure.ts'
import { objectPath } from '../../api/path.ts'
import { POD_LOG, type PodLog, reachesBackTo, timeOfLine } from '../../api/pod-log.ts'
import { serverWords } from '../../api/terminating.ts'
import { redactedLines, redactedText } from '../../statements/credentials.ts'
import { anyOf, limitOf } from '../transport/aborted.ts'
import { expectOk } from '../transport/read.ts'
import type { ApiRequest } from '../transport/transport.ts'
import { unreadable } from '../unreadable.ts'
import type { FactSource } from './fact-source.ts'
import type { Share } from './log-run.ts'

const PODS = { group: '', version: 'v1', plural: 'pods' } as const
/** The last lines alone: what a controller has against an object it says again and again. */
const TAIL_LINES = 2000
/** So long before the first deletion lines are asked for: one of them proves that the log reaches back to it. */
const SECONDS_BEFORE = 3600
/** Longer lines are dumps of whole objects, which say what they say at their beginning. */
const MAX_LINE = 8192

export type OfLog = Extract<Query, { readonly about: 'log' }>

interface Read {
  readonly fact: Fact<PodLog>
  /** How much of the answer was read. */
  readonly bytes: number
}

/**
 * The last lines of one container, without what looks like a secret, within `share`. Never rejects: a log that fails,
 * breaks off, is cut short or has a line without a time is unreadable, with the lines that arrived.
 */
export async function readLog(source: FactSource, query: OfLog, since: Date, share: Share): Promise<Read> {
  const chunks: Uint8Array[] = []
  const failure = await arrive(source, requestOf(query, since, share), share, chunks)
  const bytes = Buffer.concat(chunks)
  const { lines, flaw } = linesOf(bytes)
  const { pod, container, previous = false } = query
  const log = { pod, container, previous, since: since.toISOString(), lines }
  const value: PodLog = { ...log, whole: reachesBackTo(log, since.getTime()) }
  const wrong = failure ?? flaw
  if (wrong === undefined) return { fact: { state: 'known', value }, bytes: bytes.length }
  const why = unreadable(POD_LOG, wrong, query.namespace)
  // What a kubelet says of a failure may quote the log.
  const told = { ...why, message: redactedText(serverWords(why)) }
  const part = lines.length === 0 ? undefined : { ...value, whole: false }
  return { fact: { state: 'unreadable', why: told, part }, bytes: bytes.length }
}

function requestOf({ namespace, pod, container, previous }: OfLog, since: Date, { bytes }: Share): ApiRequest {
  const from = new Date(since.getTime() - SECONDS_BEFORE * 1000)
  return {
    method: 'GET',
    path: `${objectPath(PODS, pod, namespace)}/log`,
    query: {
      container,
      ...(previous && { previous: 'true' }),
      sinceTime: `${from.toISOString().slice(0, 19)}Z`,
      tailLines: String(TAIL_LINES),
      limitBytes: String(bytes),
      timestamps: 'true',
    },
    headers: { accept: '*/*' },
  }
}

/** Reads an answer into `chunks`; what went wrong, the limit of bytes included, is what it returns. */
async function arrive(
  { transport, signal }: FactSource,
  request: ApiRequest,
  share: Share,
  chunks: Uint8Array[],
): Promise<ApiFailure | undefined> {
  using limit = limitOf(share.seconds)
  try {
    const response = await expectOk(await transport.send({ ...request, signal: anyOf(signal, limit.signal) }))
    if (response.status === 204) return garbled('the Pod has no node yet: nothing of it has run')
    let length = 0
    for await (const chunk of response.body) {
      const room = share.bytes - length
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
      length += chunk.length
      // The server stops there too, and what it leaves out is the newest.
      if (length >= share.bytes)
        return new ApiFailure({
          kind: 'oversized',
          message: `the log is longer than ${share.bytes} bytes: its newest lines are missing`,
        })
    }
    return undefined
  } catch (error) {
    if (error instanceof ApiFailure) return error
    throw error
  }
}

/** The whole lines of a log, and its flaw. If a kubelet breaks off, the answer ends well: only the cut line tells. */
function linesOf(bytes: Uint8Array): { readonly lines: readonly string[]; readonly flaw?: ApiFailure } {
  if (bytes.includes(0)) return { lines: [], flaw: garbled('the log is binary') }
  const all = new TextDecoder().decode(bytes).split('\n')
  const broken = all.pop()!
  const timed = all.filter(line => !Number.isNaN(timeOfLine(line)))
  const lines = redactedLines(timed).map(line => line.slice(0, MAX_LINE))
  const isForeign = lines.length === 0 && broken !== '' && Number.isNaN(timeOfLine(broken))
  if (timed.length < all.length || isForeign)
    return { lines, flaw: garbled('the answer is no log: not every line of it has a time') }
  if (broken === '') return { lines }
  return { lines, flaw: new ApiFailure({ kind: 'cut', message: 'the log breaks off within a line' }) }
}
