import { ApiFailure } from '../../api/failure.ts'
import { isSameStart } from '../../api/watchers.ts'
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
  /** Watches of this run that were open before it, by type, and those that were after it. */
  readonly own: readonly [OwnWatches, OwnWatches]
}

/** By type: since when this run has a watch of it open. */
type OwnWatches = ReadonlyMap<string, number>

/** What is kept of the metrics from one look at the cluster to the next. */
export interface WatchRun {
  last?: Look | undefined
  /** Absent: the run watches nothing. */
  readonly own?: OwnWatches
}

/** Where and how long servers are asked. */
interface Asking {
  readonly transport: Transport
  readonly signal?: AbortSignal | undefined
  readonly watched?: WatchRun | undefined
}

/**
 * Asks until `many` servers have answered, told apart by the start of their process, or as often as should lead a load
 * balancer to each. Rejects with ApiFailure where the first does not answer; a failure of a later one ends the look.
 */
export async function lookAtServers({ transport, signal, watched }: Asking, many: number): Promise<Look> {
  const servers: ServerCounts[] = []
  const add = (counts: ServerCounts) => {
    if (!servers.some(({ startedAt }) => isSameStart(startedAt, counts.startedAt))) servers.push(counts)
  }
  const begun = performance.now()
  const before = new Map(watched?.own)
  add(await readCounts(transport, { signal }))
  const tries = Math.min(MAX_TRIES, many * TRIES_PER_SERVER)
  for (let attempt = 1; attempt < tries && servers.length < many; attempt++) {
    if (performance.now() - begun > CHEAP_SECONDS * 1000) break
    const counts = await readCounts(transport, { signal, apart: true }).catch(unread)
    if (counts === undefined) break
    add(counts)
  }
  return { servers, at: performance.now(), own: [before, new Map(watched?.own)] }
}

/** For `catch`: what could not be read is undefined; an abort is passed on. */
export function unread(error: unknown): undefined {
  if (error instanceof ApiFailure && error.fault.kind !== 'aborted') return undefined
  throw error
}
