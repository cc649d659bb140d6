import { type ApiRequest, type ApiResponse, type Transport, withSend } from './transport.ts'

/** Requests at once to a server that bears them: its fair queuing gives one user 8 to 16 without waiting. */
const MAX_AT_ONCE = 16
/** A server that refuses gets down to one request at a time; one that is only slow may be so without our load. */
const MIN_AT_ONCE = { refused: 1, slow: 4 }
/** From the request to the beginning of the answer. A page of a list is begun within a tenth of it. */
const SLOW_SECONDS = 2
/** Between one more request at once and the next. */
const GROWS_AFTER_SECONDS = 1

/**
 * How many requests a server is sent at once: half as many after each refusal for want of room (429, or 503 with a
 * Retry-After) or slow answer, and one more for each second without. What was sent before it was halved does not halve
 * it again. Times are seconds of any clock.
 */
export class Pace {
  #limit = MAX_AT_ONCE
  #underWay = 0
  #changedAt = Number.NEGATIVE_INFINITY
  readonly #waiting: (() => void)[] = []

  /** How many may be under way by now. */
  get limit(): number {
    return this.#limit
  }

  /** Resolves when one more may go out; each is to `leave`. Aborted, it resolves at once: the request ends itself. */
  async enter(signal?: AbortSignal): Promise<void> {
    if (this.#underWay < this.#limit || signal?.aborted) this.#underWay++
    else await this.#wait(signal, go => this.#waiting.push(go))
  }

  /**
   * Resolves when what was refused may go out again: at once, unless the limit has fallen. It held its place while it
   * waited for the server, so that a server that refuses everything is not asked for the next thing meanwhile.
   */
  async reenter(signal?: AbortSignal): Promise<void> {
    if (this.#underWay <= this.#limit || signal?.aborted) return
    this.#underWay--
    await this.#wait(signal, go => this.#waiting.unshift(go))
  }

  #wait(signal: AbortSignal | undefined, queue: (go: () => void) => void): Promise<void> {
    return new Promise(resolve => {
      const go = (): void => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      const abort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1)
        this.#underWay++
        resolve()
      }
      queue(go)
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

  leave(): void {
    this.#underWay--
    this.#admit()
  }

  /** One attempt was answered, or refused, that was sent at `sentAt`. */
  answered(sentAt: number, now: number, refused: boolean): void {
    const isSlow = now - sentAt > SLOW_SECONDS
    if (refused || isSlow) {
      if (sentAt < this.#changedAt) return
      const least = refused ? MIN_AT_ONCE.refused : MIN_AT_ONCE.slow
      this.#limit = Math.min(this.#limit, Math.max(least, Math.floor(this.#limit / 2)))
      this.#changedAt = now
    } else if (this.#limit < MAX_AT_ONCE && now - this.#changedAt >= GROWS_AFTER_SECONDS) {
      this.#limit++
      this.#changedAt = now
      this.#admit()
    }
  }

  #admit(): void {
    while (this.#underWay < this.#limit && this.#waiting.length > 0) {
      this.#underWay++
      this.#waiting.shift()!()
    }
  }
}

/** The same transport, which tells the pace how each attempt is answered. */
export function timing(transport: Transport, pace: Pace, now: () => number): Transport {
  return withSend(transport, async request => {
    const sentAt = now()
    const response = await transport.send(request)
    const answeredAt = now()
    // A change waits for webhooks, and a watch for something to happen: how long says nothing of the server.
    const isTelling = request.method === 'GET' && !request.query?.watch
    pace.answered(isTelling ? sentAt : answeredAt, answeredAt, isRefused(response))
    return response
  })
}

/**
 * The same transport at this pace. It stands above the time limits: waiting here does not count for them. A list is
 * under way until its page is read, anything else until its answer begins; a watch, or what is sent after an interrupt,
 * is not counted.
 */
export function paced(transport: Transport, pace: Pace): Transport {
  return withSend(transport, async request => {
    if (!takesPlace(request)) return transport.send(request)
    await pace.enter(request.signal)
    let isRead = false
    try {
      const response = await transport.send(request)
      // Its reader reads it to its end, or leaves it by `break`.
      if (request.query?.limit === undefined || response.status !== 200) return response
      isRead = true
      return { ...response, body: readAtPace(response.body, pace) }
    } finally {
      if (!isRead) pace.leave()
    }
  })
}

/** Resolves when a request that `paced` let out may be sent again. */
export async function nextTurn(request: ApiRequest, pace: Pace): Promise<void> {
  if (takesPlace(request)) await pace.reenter(request.signal)
}

function takesPlace({ query, afterInterrupt }: ApiRequest): boolean {
  return !query?.watch && !afterInterrupt
}

async function* readAtPace(body: AsyncIterable<Uint8Array>, pace: Pace): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } finally {
    pace.leave()
  }
}

function isRefused({ status, headers }: ApiResponse): boolean {
  return status === 429 || (status === 503 && headers['retry-after'] !== undefined)
}
