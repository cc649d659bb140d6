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

/** A body of these bytes. */
export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** An answer beyond the limit: a compressed one can grow a thousandfold, and one without a length may never end. */
export function tooLong(limit: number): ApiFailure {
  return new ApiFailure({ kind: 'oversized', message: `the server's answer is longer than ${limit / MIB} MiB` })
}
