import { ApiFailure } from '../../api/failure.ts'
import { abortedFailure } from './aborted.ts'
import { changesNothing } from './changes-nothing.ts'
import { once } from './collect.ts'
import { retryAfter } from './error-answer.ts'
import { type ApiRequest, type ApiResponse, type Transport, withSend } from './transport.ts'

export interface RetryOptions {
  /** Resolves after so many seconds, or at once when the signal aborts. */
  readonly sleep: (seconds: number, signal?: AbortSignal) => Promise<void>
  /** Resolves when a request that has waited may be sent again; by default at once. */
  readonly turn?: (request: ApiRequest) => Promise<void>
  /** Seconds of a clock that never goes back; by default the system's. */
  readonly now?: () => number
}

/**
 * What the API server says of a list with an object that it can neither decode nor convert: seldom because a webhook
 * restarts. No field of the answer tells it from a busy server.
 */
const CANNOT_LIST = 'storage is (re)initializing: failed to list'
const RETRIES_OF_THESE = 2

/** Attempts after the first: client-go's. */
const RETRIES = 10
/** What one request may spend waiting in all. A longer wait is not begun. */
const WAIT_SECONDS = 60

/** Of a refusal; a Status that names why a list fails is about this long. */
const MAX_BYTES = 16_384

/**
 * Sends again what changes nothing: where the server asks for it (429 and 5xx with a Retry-After of whole seconds), and
 * a GET whose connection broke before its answer began. The last answer, or failure, is handed on as it is. A list that
 * fails on what is stored is sent again twice, not ten times. Once every connection of a request broke, the next ones
 * are sent again just once, until one is answered: a server that is gone, or has refused everything for as long as one
 * request may wait, is not waited for type by type. A change is never repeated here, whatever its answer: a gateway may
 * answer 503 or 429 after it passed it on. Its sender reads the object first.
 */
export function retrying(transport: Transport, options: RetryOptions): Transport {
  const state: State = { isGone: false, refusedSince: undefined }
  return withSend(transport, request => sendAgain(transport, options, request, state))
}

interface State {
  /** Every connection of a request broke. */
  isGone: boolean
  /** Since when the server has refused everything, in seconds: after long, it is not waited for type by type. */
  refusedSince: number | undefined
}

async function sendAgain(
  transport: Transport,
  options: RetryOptions,
  request: ApiRequest,
  state: State,
): Promise<ApiResponse> {
  const { sleep, turn, now = () => performance.now() / 1000 } = options
  let waited = 0
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await transport.send(request).catch((error: unknown) => error as Error)
    const isCut = outcome instanceof ApiFailure && outcome.fault.kind === 'cut'
    if (!(outcome instanceof Error)) {
      state.isGone = false
      state.refusedSince = isRefusal(outcome) ? (state.refusedSince ?? now()) : undefined
    }
    const inVain = state.refusedSince === undefined ? 0 : now() - state.refusedSince
    const most = isCut && state.isGone ? 1 : RETRIES
    const wait =
      outcome instanceof Error ? waitAfterFailure(outcome, request, attempt) : waitAfterAnswer(outcome, request)
    if (wait === undefined || attempt >= most || Math.max(waited, inVain) + wait > WAIT_SECONDS) {
      if (isCut && request.method === 'GET') state.isGone = true
      if (outcome instanceof Error) throw outcome
      return outcome
    }
    if (!(outcome instanceof Error)) {
      const body = await beginning(outcome)
      if (attempt >= RETRIES_OF_THESE && body.includes(CANNOT_LIST)) return { ...outcome, body: once(body) }
    }
    waited += wait
    await sleep(wait, request.signal)
    await turn?.(request)
    if (request.signal?.aborted) throw abortedFailure(request.signal)
  }
}

function isRefusal({ status }: ApiResponse): boolean {
  return status === 429 || status >= 500
}

function waitAfterAnswer(response: ApiResponse, request: ApiRequest): number | undefined {
  if (!changesNothing(request)) return undefined
  return isRefusal(response) ? retryAfter(response) : undefined
}

/** The first time at once: most often it was a connection kept alive that the server had closed meanwhile. */
function waitAfterFailure(error: Error, request: ApiRequest, attempt: number): number | undefined {
  const broken = error instanceof ApiFailure && error.fault.kind === 'cut'
  return broken && request.method === 'GET' ? Math.min(attempt, 1) : undefined
}

/** Reads the few bytes of a refusal so that its connection can be used again; a long or broken body is given up. */
async function beginning(response: ApiResponse): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of response.body) {
      chunks.push(chunk)
      length += chunk.length
      if (length > MAX_BYTES) break
    }
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.fault.kind === 'aborted') throw error
  }
  return Buffer.concat(chunks)
}
