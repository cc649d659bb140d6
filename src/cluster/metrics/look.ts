import { ApiFailure } from '../../api/failure.ts'
import type { Transport } from '../transport/transport.ts'
import { readCounts, type ServerCounts } from './server-counts.ts'

/** So long, in seconds, may a look take for another to be taken after it. */
export const CHEAP_SECONDS = 4
/** Connections that are opened for each API server there is, until every one of them has answered. */
const TRIES_PER_SERVER = 3
const MAX_TRIES = 12

/** What the servers that answered counted at one moment. */
export interface Look {
  readonly servers: readonly ServerCounts[]
  /** By a clock that never goes back, in milliseconds. */
  readonly at: number
}

/** What is kept of the metrics from one look at the cluster to the next. */
export interface WatchRun {
  last?: Look | undefined
}

/** Where and how long servers are asked. */
interface Asking {
  readonly transport: Transport
  readonly signal?: AbortSignal | undefined
}

/**
 * Asks until `many` servers have answered, told apart by the start of their process, or as often as a load balancer can be expected to lead
 * to each. Rejects with ApiFailure where not even the first answers; what a later one refuses ends the look.
 */
export async function lookAtServers({ transport, signal }: Asking, many: number): Promise<Look> {
  const servers: ServerCounts[] = []
  const add = (counts: ServerCounts) => {
    if (!servers.some(({ startedAt }) => isSame(startedAt, counts.startedAt))) servers.push(counts)
  }
  const begun = performance.now()
  add(await readCounts(transport, { signal }))
  const tries = Math.min(MAX_TRIES, many * TRIES_PER_SERVER)
  for (let attempt = 1; attempt < tries && servers.length < many; attempt++) {
    if (performance.now() - begun > CHEAP_SECONDS * 1000) break
    const counts = await readCounts(transport, { signal, apart: true }).catch(unread)
    if (counts === undefined) break
    add(counts)
  }
  return { servers, at: performance.now() }
}

/** In seconds since 1970: a process works its start out of the host's clock, which may be set meanwhile. */
const START_MOVES = 2

function isSame(start: number, other: number): boolean {
  return Math.abs(start - other) <= START_MOVES
}

/** For `catch`: what could not be read is undefined; an abort is passed on. */
export function unread(error: unknown): undefined {
  if (error instanceof ApiFailure && error.fault.kind !== 'aborted') return undefined
  throw error
}
