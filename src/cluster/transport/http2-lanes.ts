import type { TLSSocket } from 'node:tls'
import type { HttpRoute } from './http1-transport.ts'
import { type Connected, dial } from './http2-session.ts'
import type { WireRequest } from './wire.ts'

/** Watches of one connection, if the server allows as many streams: at least 100 are recommended (RFC 9113, 6.5.2). */
const WATCHES = 100

/** One connection, which is opened when it is needed, and again when it broke. */
export interface Lane {
  connected?: Connected | undefined
  dialing?: Promise<Connected | undefined> | undefined
  /** Requests that go over it. */
  open: number
}

/** The connections to one server: one for every hundred watches, and one for everything else. */
export function lanesOf(route: HttpRoute) {
  const main: Lane = { open: 0 }
  const lanes: Lane[] = []
  let isHttp1 = false
  const closing = new AbortController()

  async function open(lane: Lane): Promise<Connected | undefined> {
    try {
      const dialed = await dial(route, closing.signal)
      isHttp1 = 'http1' in dialed
      if ('http1' in dialed) handOver(route, dialed.http1)
      else lane.connected = dialed
      return lane.connected
    } finally {
      lane.dialing = undefined
    }
  }

  async function usable(lane: Lane): Promise<Connected | undefined> {
    if (isHttp1) return undefined
    // One that is closed ends what was sent over it, and takes no more.
    const { connected } = lane
    if (connected !== undefined && !connected.session.closed && !connected.session.destroyed) return connected
    lane.dialing ??= open(lane)
    return lane.dialing
  }

  function laneOf({ query }: WireRequest): Lane {
    if (!query?.watch) return main
    // A stream above what the server allows would wait, without a word, until another ends: a watch that is never open.
    const { maxConcurrentStreams = WATCHES } = main.connected?.session.remoteSettings ?? {}
    const most = Math.max(1, Math.min(WATCHES, maxConcurrentStreams))
    const free = lanes.find(lane => lane.open < most)
    if (free !== undefined) return free
    const lane = { open: 0 }
    lanes.push(lane)
    return lane
  }

  function close(): void {
    closing.abort()
    for (const { connected } of [main, ...lanes]) connected?.session.destroy()
  }

  return { laneOf, usable, close }
}

/** The connection that was opened to find out is the first of the pool. */
function handOver({ agent }: HttpRoute, socket: TLSSocket): void {
  const { createConnection } = agent
  agent.createConnection = () => {
    agent.createConnection = createConnection
    return socket
  }
}
