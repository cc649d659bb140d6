import type { ObjectMeta } from '../../api/object.ts'
import type { Discovery } from '../discovery/discovered.ts'
import type { WatchRun } from '../metrics/look.ts'
import type { Transport } from '../transport/transport.ts'
import type { LogRun } from './log-run.ts'

/** Where facts are read, and how. */
export interface FactSource {
  readonly transport: Transport
  readonly discovery: Discovery
  readonly pageSize: number
  readonly signal?: AbortSignal | undefined
  /** Absent: no log is read. */
  readonly logs?: { readonly run: LogRun; readonly since: Date } | undefined
  /** Between two looks at what moves; without it there is one. */
  readonly sleep?: ((seconds: number, signal?: AbortSignal) => Promise<void>) | undefined
  /** What an earlier look at the same cluster counted of watches and requests; absent: there was none. */
  readonly watched?: WatchRun | undefined
  /** The same metadata where it is in memory already. */
  readonly known?: ((read: ObjectMeta) => ObjectMeta) | undefined
}

/** The scan's own metadata where the resourceVersion is still the same, else what is given: none is in memory twice. */
export function knownMetadata(
  scanned: ReadonlyMap<string, { readonly meta: ObjectMeta }>,
): (read: ObjectMeta) => ObjectMeta {
  return read => {
    const known = scanned.get(read.uid)?.meta
    return known?.resourceVersion !== undefined && known.resourceVersion === read.resourceVersion ? known : read
  }
}
