import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { checkBuiltInFields } from '../../api/built-in-fields.ts'
import type { Fault } from '../../api/failure.ts'
import { type Fields, isFields, isMap } from '../../api/shape.ts'
import { endable, heedInterrupt } from '../../endable.ts'
import { streamOf } from './dump/start-of.ts'
import type { Exchange, Form } from './exchange.ts'
import type { Recording, RecordingHead } from './recording.ts'
import { resourcePath } from './resource-path.ts'

/** Of one answer: a list of a page's worth and more, as it was taken in. */
const MAX_LINE_CHARACTERS = 512 << 20
/** Of an answer, in characters: what is shorter is read in a fraction of a second. */
const LONG = 4 << 20
/** Of a whole recording, unpacked: far more than the largest cluster gives, and less than a bomb. */
const MAX_BYTES = 4 * 2 ** 30

/** The file of a recording: compressed lines of JSON: its head, then a line for each exchange, then their number. */
export async function recordingBytes({ head, exchanges }: Recording): Promise<Uint8Array> {
  function* lines(): Generator<string> {
    yield `${JSON.stringify(head)}\n`
    for (const exchange of exchanges) yield `${JSON.stringify(exchange)}\n`
    yield `${JSON.stringify({ end: exchanges.length })}\n`
  }
  const packed: Uint8Array[] = []
  for await (const chunk of Readable.from(lines()).pipe(createGzip())) packed.push(chunk as Uint8Array)
  return Buffer.concat(packed)
}

/** Whether these bytes, unpacked, begin a recording. */
export function beginsRecording(start: string): boolean {
  return /^\{"apiVersion":"kubectl-finalize\/v1","kind":"Recording"/.test(start)
}

/** Reads a recording. Rejects with an Error that says what is wrong with the file, also where it is truncated. */
export async function readRecording(path: string, piped?: Uint8Array): Promise<Recording> {
  let head: RecordingHead | undefined
  let end: number | undefined
  const exchanges: Exchange[] = []
  try {
    for await (const line of linesOf(path, piped)) {
      const parse = (): unknown => checked(JSON.parse(line))
      const value = line.length >= LONG ? await endable(parse) : parse()
      heedInterrupt()
      if (head === undefined) head = headIn(value)
      else if (isExchange(value)) exchanges.push(value)
      else end = (value as { end?: number } | null)?.end
    }
  } catch (error) {
    throw new Error(`${path} is corrupt: ${flawOf(error)}`, { cause: error })
  }
  if (head === undefined || end !== exchanges.length) throw new Error(`${path} is corrupt: it is truncated`)
  return { head, exchanges }
}

async function* linesOf(path: string, piped: Uint8Array | undefined): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let begun = ''
  let read = 0
  const unpacked = streamOf(path, piped).on('error', error => gunzip.destroy(error))
  const gunzip = createGunzip()
  for await (const chunk of unpacked.pipe(gunzip)) {
    read += (chunk as Uint8Array).length
    if (read > MAX_BYTES) throw new Error(`decompressed, it is larger than ${MAX_BYTES / 2 ** 30} GiB`)
    // A line that goes on for long is put together once, at its end.
    const lines = decoder.decode(chunk as Uint8Array, { stream: true }).split('\n')
    lines[0] = begun + lines[0]!
    begun = lines.pop()!
    if (begun.length > MAX_LINE_CHARACTERS) throw new Error('a line in it is too long')
    yield* lines
  }
  if (begun !== '') yield begun
}

function headIn(value: unknown): RecordingHead {
  const { apiVersion, kind, takenAt, contextNamespace } = (value ?? {}) as Partial<RecordingHead>
  if (apiVersion !== 'kubectl-finalize/v1' || kind !== 'Recording') throw new Error('it is not a recording')
  if (Number.isNaN(Date.parse(takenAt ?? '')) || typeof contextNamespace !== 'string') {
    throw new Error('its first line does not say when it was taken')
  }
  return value as RecordingHead
}

/** Throws where an object of Kubernetes' own types in it is of a form that no API server answers. */
function checked(value: unknown): unknown {
  if (!isExchange(value) || !('status' in value.answer) || value.request.form !== 'whole') return value
  const path = resourcePath(value.request.path)
  const { status, body } = value.answer
  if (path === undefined || path.subresource !== undefined || status !== 200 || !isFields(body)) return value
  for (const object of Array.isArray(body.items) ? body.items : [body]) checkBuiltInFields(path.group, object)
  return value
}

const FORMS: ReadonlySet<unknown> = new Set<Form>(['whole', 'metadata', 'scan', 'discovery'])

const FAULTS: ReadonlySet<unknown> = new Set<Fault['kind']>([
  'status',
  'refused',
  'unreachable',
  'cut',
  'garbled',
  'oversized',
  'configuration',
  'unrecorded',
])

function isExchange(value: unknown): value is Exchange {
  if (!isFields(value) || !isFields(value.request) || !isFields(value.answer)) return false
  const { method, path, query, form } = value.request
  const isRequest = typeof method === 'string' && typeof path === 'string' && FORMS.has(form) && isMap(query ?? {})
  return isRequest && isAnswer(value.answer)
}

function isAnswer({ status, headers, body, read, readIn, fault }: Fields): boolean {
  if (typeof status !== 'number') return isFault(fault)
  if (body === undefined || body === null) return false
  const isList = isFields(body) && Array.isArray(body.items)
  const counts = isFields(readIn ?? {}) && Object.values(readIn ?? {}).every(count => typeof count === 'number')
  return isMap(headers) && counts && (read === undefined || (typeof read === 'number' && isList))
}

function isFault(fault: unknown): boolean {
  if (!isFields(fault) || !FAULTS.has(fault.kind)) return false
  if (fault.kind !== 'status') return typeof (fault.kind === 'refused' ? fault.host : fault.message) === 'string'
  return typeof fault.code === 'number' && isFields(fault.status) && typeof (fault.status.message ?? '') === 'string'
}

function flawOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'a line in it is not valid JSON'
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return 'it is truncated'
  if (code?.startsWith('Z_')) return 'it cannot be decompressed'
  return code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8' : error.message
}
