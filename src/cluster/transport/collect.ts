import { ApiFailure } from '../../api/failure.ts'

const MIB = 1 << 20

/** Reads a body whole, or until it has reached `limit` bytes, and then leaves it. */
export async function collect(body: AsyncIterable<Uint8Array>, limit = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= limit) break
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)
}

/** Reads a body whole. Rejects with ApiFailure `oversized`, and leaves it, when it is longer than `limit` bytes. */
export async function collectWhole(body: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const bytes = await collect(body, limit + 1)
  if (bytes.length > limit) throw tooLong(limit)
  return bytes
}

/** The same as text, each piece decoded when it comes: its bytes go with the next young collection. */
export async function collectText(body: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  let text = ''
  let length = 0
  let pending: Uint8Array[] = []
  const decoded = (): string => DECODERS[text === '' ? 'first' : 'next'].decode(Buffer.concat(pending))
  for await (const chunk of body) {
    length += chunk.length
    if (length > limit) throw tooLong(limit)
    pending.push(chunk)
    // The last character may go on in the next piece.
    if (chunk.length === 0 || chunk.at(-1)! > LAST_OF_ASCII) continue
    text += decoded()
    pending = []
  }
  return text + decoded()
}

const LAST_OF_ASCII = 0x7f
/** Only the beginning of a text may have a mark that is not part of it. */
const DECODERS = { first: new TextDecoder(), next: new TextDecoder('utf-8', { ignoreBOM: true }) }

/** A body of these bytes. */
export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** An answer beyond the limit: a compressed one can grow a thousandfold, and one without a length may never end. */
export function tooLong(limit: number): ApiFailure {
  return new ApiFailure({ kind: 'oversized', message: `the server's answer is longer than ${limit / MIB} MiB` })
}
