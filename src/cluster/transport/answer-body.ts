import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ApiFailure } from '../../api/failure.ts'
import { abortedFailure } from './aborted.ts'

export interface Answer {
  readonly stream: Readable
  readonly encoding: string | undefined
  readonly signal: AbortSignal | undefined
  /** Asked at the end of the stream: whether the server ended it. */
  readonly isWhole: () => boolean
  /** Told of each piece, before it is read. */
  readonly onPiece?: (() => void) | undefined
}

/**
 * The body of an answer, decompressed. It ends only where the server ended it: an answer shorter than announced, a
 * missing last chunk and a broken compression are ApiFailure `cut`. Leaving it early ends the request.
 */
export function answerBody(answer: Answer): AsyncGenerator<Uint8Array> {
  const { stream, encoding } = answer
  const isCompressed = encoding?.toLowerCase() === 'gzip'
  const chunks = (isCompressed ? pipeline(stream, createGunzip(), () => {}) : stream)[Symbol.asyncIterator]()
  // Reading begins at once: Node takes an answer of HTTP/2 that is whole before reading began for one that broke off.
  const first = chunks.next()
  first.catch(() => {})
  return read(first, chunks, answer)
}

async function* read(
  first: Promise<IteratorResult<Uint8Array>>,
  chunks: AsyncIterator<Uint8Array>,
  { signal, isWhole, onPiece }: Answer,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = await first; !next.done; next = await chunks.next()) {
      onPiece?.()
      yield next.value
    }
    if (isWhole()) return
  } catch (error) {
    if (signal?.aborted) throw abortedFailure(signal)
    throw truncated(error)
  } finally {
    await chunks.return?.()
  }
  throw signal?.aborted ? abortedFailure(signal) : truncated()
}

function truncated(cause?: unknown): ApiFailure {
  return new ApiFailure({ kind: 'cut', message: `unexpected EOF: the server's answer is truncated` }, { cause })
}
