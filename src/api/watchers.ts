/** Where an API server counts what it does, for who may `get` this non-resource URL. */
export const METRICS_PATH = '/metrics'

/** Seconds by which the start of one process may move: it is computed from the host's clock, which may be set. */
const START_MOVES = 2

/** Whether these are starts of one process, in seconds since 1970. */
export function isSameStart(start: number, other: number): boolean {
  return Math.abs(start - other) <= START_MOVES
}

/** What was read of the metrics of API servers, about one type. */
export interface Watchers {
  /** One for each API server that lives, or did a while ago; undefined: they could not be read. */
  readonly identities?: readonly Identity[] | undefined
  /** Oldest first, a quarter of a second apart; more than one only where that costs little. */
  readonly looks: readonly WatchLook[]
  /** That of an earlier reading in the same run, and so many seconds before the last of these. */
  readonly earlier?: { readonly look: WatchLook; readonly seconds: number } | undefined
}

/** The Lease by which an API server says that it lives. */
export interface Identity {
  readonly name: string
  readonly renewedAt: string
  readonly seconds: number
}

/** What the servers counted at one moment, added up: watches of the type, and requests about it that ended. */
export interface WatchLook {
  /** When each process started, in seconds since 1970. */
  readonly servers: readonly number[]
  /** Watches that are open, of all versions, in every scope. */
  readonly open: number
  /**
   * Of PodTemplates, which kube-controller-manager watches only as it watches every type (garbage collector, quota).
   * Undefined in what was recorded before it was read.
   */
  readonly podTemplates?: number | undefined
  /** What types of other domains have at least, where they have any, and of how many API groups these are. */
  readonly others?: { readonly least: number; readonly groups: number } | undefined
  /** By `VERB code`, dry runs left out; since the servers started. */
  readonly ended: Readonly<Record<string, number>>
}
