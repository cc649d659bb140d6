import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ApiFailure } from '../../api/failure.ts'
import { abortedFailure } from './aborted.ts'

/**
 * The body of an answer, decompressed. It ends only where the server ended it: an answer shorter than announced, a
 * missing last chunk and a broken compression are ApiFailure `cut`. Leaving it early closes the connection.
 */
export async function* readBody(incoming: IncomingMessage, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* isCompressed(incoming) ? pipeline(incoming, createGunzip(), () => {}) : incoming
  } catch (error) {
    if (signal?.aborted) throw abortedFailure(signal)
    throw new ApiFailure({ kind: 'cut', message: `unexpected EOF: the server's answer broke off` }, { cause: error })
  }
}

function isCompressed(incoming: IncomingMessage): boolean {
  return incoming.headers['content-encoding']?.toLowerCase() === 'gzip'
}
