import { NOT_RECORDED, type ReadSummary, type Snapshot, type Unreadable } from '../../api/terminating.ts'
import type { Ports } from '../ports.ts'

/** Whether a read failed for which there is more to do than to be content with it: contract.md 2. */
export function isFailure({ reason }: Unreadable): boolean {
  return reason !== 'Forbidden' && reason !== NOT_RECORDED
}

/** Not one type could be read, and nothing was found in another way: that is no answer, but an error. */
export function isNothingRead(
  { typesRead, objects, unreadable }: Snapshot,
  { signal }: Pick<Ports, 'signal'>,
): boolean {
  const isPartOfDump = unreadable.some(({ reason }) => reason === NOT_RECORDED)
  return typesRead === 0 && objects.length === 0 && unreadable.length > 0 && !isPartOfDump && !signal.aborted
}

/** What has to be said beside an answer, as of now; `own`: what the answer has otherwise than the snapshot. */
export function readSummary(snapshot: Snapshot, ports: Pick<Ports, 'signal'>, own: Partial<ReadSummary>): ReadSummary {
  const { empty = snapshot.objects.length === 0, interrupted = ports.signal.aborted } = own
  return { ...snapshot, ...own, empty, interrupted, nothingRead: empty && isNothingRead(snapshot, ports) }
}
