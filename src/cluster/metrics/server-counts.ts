import { type ApiFailure, garbled } from '../../api/failure.ts'
import { METRICS_PATH } from '../../api/watchers.ts'
import { anyOf, limitOf } from '../transport/aborted.ts'
import { tooLong } from '../transport/collect.ts'
import { expectOk } from '../transport/read.ts'
import type { Transport } from '../transport/transport.ts'

const WATCHES = 'apiserver_longrunning_requests'
const REQUESTS = 'apiserver_request_total'
const START = 'process_start_time_seconds'

/** In the order of the text, which is sorted: what follows the last is not read. */
const FAMILIES = [WATCHES, REQUESTS, START] as const

/** So long, in seconds, may one server take. */
const LIMIT_SECONDS = 10

/** What one API server process counts, of each type that is not in a group of Kubernetes itself: by `plural.group`. */
export interface ServerCounts {
  /** Seconds since 1970. */
  readonly startedAt: number
  /** Watches that are open, of all versions, in every scope. */
  readonly open: ReadonlyMap<string, number>
  /** Those of PodTemplates, which only who watches every type has a reason to watch. */
  readonly podTemplates: number
  /** Requests that ended, by `VERB code`; dry runs left out. */
  readonly ended: ReadonlyMap<string, Readonly<Record<string, number>>>
}

interface CountsOptions {
  readonly signal?: AbortSignal | undefined
  /** Over a connection of its own. */
  readonly apart?: boolean
  readonly limitSeconds?: number
}

/**
 * Reads the metrics of the API server that answers, as a stream. Rejects with ApiFailure where they cannot be read
 * whole, or are not those of an API server.
 */
export async function readCounts(transport: Transport, options: CountsOptions): Promise<ServerCounts> {
  const { signal, apart = false, limitSeconds = LIMIT_SECONDS } = options
  using limit = limitOf(limitSeconds)
  const request = {
    method: 'GET',
    path: METRICS_PATH,
    headers: { accept: 'text/plain;version=0.0.4' },
    signal: anyOf(signal, limit.signal),
    ...(apart && { apart }),
  } as const
  const { body } = await expectOk(await transport.send(request))
  const open = new Map<string, number>()
  const ended = new Map<string, Record<string, number>>()
  let startedAt = Number.NaN
  let podTemplates = 0
  await readFamilies(body, FAMILIES, (line, family) => {
    const sample = sampleOf(line, family)
    if (sample === undefined) return
    const { labels, value } = sample
    if (family === START) startedAt = value
    const isWatch = family === WATCHES && labels.verb?.startsWith('WATCH')
    if (isWatch && labels.group === '' && labels.resource === 'podtemplates') podTemplates += value
    const resource = resourceOf(labels)
    if (resource === undefined) return
    if (isWatch) open.set(resource, (open.get(resource) ?? 0) + value)
    if (family !== REQUESTS || labels.dry_run) return
    const counts = ended.get(resource) ?? {}
    const key = `${verbOf(labels)} ${labels.code}`
    counts[key] = (counts[key] ?? 0) + value
    ended.set(resource, counts)
  })
  if (Number.isNaN(startedAt)) throw garbled(`the answer to GET ${METRICS_PATH} does not say when the process started`)
  return { startedAt, open, podTemplates, ended }
}

/** The same text with the lines of watches and the start alone, and one of requests; rejects as `readCounts` does. */
export async function countsText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const lines: string[] = []
  let last = ''
  await readFamilies(body, FAMILIES, (line, family) => {
    if (family !== REQUESTS || last !== REQUESTS) lines.push(line)
    last = family
  })
  return `${lines.join('\n')}\n`
}

/** Of a group with a dot: those of a CRD have one, and few of Kubernetes itself do. */
function resourceOf({ group = '', resource = '' }: Readonly<Record<string, string>>): string | undefined {
  return group.includes('.') && resource !== '' ? `${resource}.${group}` : undefined
}

/** The server counts the deletion of a collection as a DELETE, of which the scope alone tells (seen on 1.36). */
function verbOf({ verb = '', scope = '' }: Readonly<Record<string, string>>): string {
  return verb === 'DELETE' && (scope === 'namespace' || scope === 'cluster') ? 'DELETECOLLECTION' : verb
}

/** A sample of this family, `name{label="value",…} number`, of Prometheus; undefined for a line that is none of it. */
function sampleOf(line: string, family: string) {
  const rest = line.slice(family.length)
  const labelled = rest.startsWith('{')
  const end = labelled ? rest.lastIndexOf('}') : 0
  if (!line.startsWith(family) || end < 0 || (!labelled && !rest.startsWith(' '))) return undefined
  const [number = ''] = rest
    .slice(labelled ? end + 1 : 0)
    .trim()
    .split(' ')
  const value = number === '' ? Number.NaN : Number(number)
  if (!Number.isFinite(value)) return undefined
  const labels: Record<string, string> = {}
  for (const [, name, text] of rest.slice(1, end).matchAll(/(?<![a-z_])([a-z_]+)="((?:[^"\\]|\\.)*)"/g))
    labels[name!] = text!
  return { labels, value }
}

/** Decompressed. A server of 360 types has some 10 MB, one of 2,000 some 50; only the wanted lines are kept. */
const MAX_BYTES = 256 << 20
/** No line of an API server is nearly as long. */
const MAX_LINE = 1 << 16

const NEWLINE = 10

/**
 * Hands on the lines of these families, the last of which is the last in the text: the rest is not read. Rejects with
 * ApiFailure `garbled` where one is missing or this is no such text, `oversized` where it is too long, and as `body`.
 */
async function readFamilies(
  body: AsyncIterable<Uint8Array>,
  families: readonly string[],
  onLine: (line: string, family: string) => void,
): Promise<void> {
  const starts = families.map(family => Buffer.from(`\n${family}`))
  const seen = new Set<string>()
  const last = families.at(-1)!
  let length = 0
  let open: Buffer = Buffer.from('\n')
  for await (const chunk of body) {
    length += chunk.length
    if (length > MAX_BYTES) throw tooLong(MAX_BYTES)
    const text = Buffer.concat([open, chunk])
    const end = text.lastIndexOf(NEWLINE)
    if (text.length - end > MAX_LINE) throw noMetrics('a line of it has no end')
    for (const [at, start] of starts.entries()) {
      const family = families[at]!
      for (const line of linesWith(text.subarray(0, end + 1), start)) {
        // A longer name may begin alike.
        if (!/^[ {]/.test(line.slice(family.length))) continue
        seen.add(family)
        onLine(line, family)
      }
    }
    if (seen.size === families.length && seen.has(last)) return
    open = text.subarray(end)
  }
  const missing = families.find(family => !seen.has(family))
  if (missing !== undefined) throw noMetrics(`${missing} is not in it`)
}

/** Whole lines that begin so; each line of the text has the end of the one before at its beginning. */
function* linesWith(text: Buffer, start: Buffer): Generator<string> {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    const end = text.indexOf(NEWLINE, at + 1)
    if (end < 0) return
    yield text.toString('utf8', at + 1, end)
  }
}

function noMetrics(why: string): ApiFailure {
  return garbled(`the answer to GET ${METRICS_PATH} is not that of an API server: ${why}`)
}
