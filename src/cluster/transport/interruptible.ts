import { anyOf, lapseOf, limitOf } from './aborted.ts'
import { type ApiRequest, type ApiResponse, type Transport, withSend } from './transport.ts'

/** What a change that is under way still has after an interrupt, and what the look has that tells what became of it. */
const GRACE_SECONDS = 0.3
const LOOK_SECONDS = 0.4
/**
 * The time limits of a read once something was changed, since the account of it must not wait for a silent server:
 * `silent` after a read that got no answer within the limit, until another one does.
 */
const READ_SECONDS = { first: 15, silent: 1 }

/**
 * The same transport, whose requests end when the user interrupts: what only reads at once, what changes something a
 * moment later, since its answer tells what was done. Once the run `wrote`, reads have a time limit too.
 */
export function interruptible(
  transport: Transport,
  interrupt: AbortSignal,
  wrote: () => boolean,
  readSeconds = READ_SECONDS,
): Transport {
  const late = new AbortController()
  const end = (): void => void setTimeout(() => late.abort(interrupt.reason), GRACE_SECONDS * 1000).unref()
  if (interrupt.aborted) late.abort(interrupt.reason)
  else interrupt.addEventListener('abort', end, { once: true })
  let isSilent = false

  const sendWithin = async (request: ApiRequest, ...limits: readonly AbortSignal[]): Promise<ApiResponse> => {
    const signal = anyOf(request.signal, ...limits)
    return transport.send({ ...request, signal })
  }
  const read = async (request: ApiRequest): Promise<ApiResponse> => {
    const limit = limitOf(isSilent ? readSeconds.silent : readSeconds.first)
    const noted = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work
      } catch (error) {
        isSilent ||= limit.signal.aborted
        limit[Symbol.dispose]()
        throw error
      }
    }
    const response = await noted(sendWithin(request, interrupt, limit.signal))
    const chunks = response.body[Symbol.asyncIterator]()
    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        for (let next = await noted(chunks.next()); !next.done; next = await noted(chunks.next())) yield next.value
        isSilent = false
      } finally {
        limit[Symbol.dispose]()
        await chunks.return?.()
      }
    }
    return { ...response, body: body() }
  }
  return withSend(transport, request => {
    if (interrupt.aborted && request.afterInterrupt) return sendWithin(request, lapseOf(lateSeconds(request)))
    // The wish for a dry run of a DELETE stands in its body: that one is given a moment too.
    if (request.method !== 'GET' && request.query?.dryRun === undefined) return sendWithin(request, late.signal)
    return wrote() && !request.query?.watch ? read(request) : sendWithin(request, interrupt)
  })
}

/** What a request may take that is sent after the interrupt. */
function lateSeconds({ afterInterrupt }: ApiRequest): number {
  return typeof afterInterrupt === 'number' ? afterInterrupt : LOOK_SECONDS
}
