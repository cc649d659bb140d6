import type { Unreadable } from '../../api/terminating.ts'
import { type CauseSnapshot, type Change, changesBetween } from '../../diagnosis/changes.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import type { Ports, Session } from '../ports.ts'
import { keepTerminating } from './keep-terminating.ts'
import type { TerminatingObjects } from './kept-objects.ts'
import { type LastDiagnosis, lastDiagnosis, type WatchRequest } from './last-diagnosis.ts'

const TICK_SECONDS = 1

/** What is known at this moment, for whoever asks. */
export interface Watched {
  readonly kept: TerminatingObjects
  /** undefined: nothing was diagnosed yet. */
  readonly diagnosed: LastDiagnosis | undefined
  /** The causes that still hold something that terminates, with no more than that. */
  readonly standing: readonly Cause[]
  /** What could not be read, now or by the last diagnosis. */
  readonly unreadable: readonly Unreadable[]
  /** How many types are left out on purpose. */
  readonly skipped: number
  /** When it was last looked what there is to tell, in seconds of the clock's `elapsed`. */
  readonly lookedAt: number
  /** Everything was read once. */
  readonly isBegun: boolean
  /** Everything that has to be known for the answer is known. */
  readonly isComplete: boolean
  /** When that was so last; undefined: never. */
  readonly completeAt: Date | undefined
}

export interface Watch {
  readonly now: Watched
  /** Resolves when the signal has aborted. Rejects with ApiFailure where nothing can be read at the start. */
  readonly ended: Promise<void>
}

/**
 * Watches a cluster until the signal aborts, and reports each change of what holds objects for too long, and which of
 * `unread` can be read again. It writes nothing there.
 */
export function watchCluster(
  session: Session,
  request: WatchRequest,
  ports: Ports,
  tell: (change: Change) => Promise<void>,
  unread: readonly Unreadable[] = [],
): Watch {
  const { clock, signal } = ports
  const { namespace, skipped } = request
  const fallbackNamespace = namespace === undefined ? session.namespace : undefined
  const keeper = keepTerminating(session.transport, { namespace, fallbackNamespace, skipped, clock, signal })
  const last = lastDiagnosis(session, keeper.kept, request, ports)
  const now = watched(keeper.kept, last, skipped, clock.elapsed())
  let told: CauseSnapshot = { causes: [], unreadable: unread }

  async function tick(): Promise<void> {
    await last.update()
    if (now.isComplete) now.completeAt = clock.now()
    now.standing = (last.diagnosed?.causes ?? [])
      .map(cause => ({ ...cause, blocks: cause.blocks.filter(({ uid }) => keeper.kept.findings.has(uid)) }))
      .filter(({ blocks }) => blocks.length > 0)
    const next = { causes: now.standing, unreadable: now.unreadable }
    for (const change of changesBetween(told, next)) await tell(change)
    told = next
  }

  async function run(): Promise<void> {
    await keeper.begun
    now.isBegun = !signal.aborted
    while (!signal.aborted) {
      await tick()
      now.lookedAt = clock.elapsed()
      await clock.sleep(TICK_SECONDS, signal)
    }
    await keeper.ended
  }
  // It ends with the run, which says why; a failure of its own ends the run.
  const ended = Promise.all([run(), keeper.ended]).then(() => {})
  return { now, ended }
}

/** What is known at the start, and what follows from what is kept and diagnosed at any moment. */
function watched(
  kept: TerminatingObjects,
  last: ReturnType<typeof lastDiagnosis>,
  skipped: ReadonlySet<string>,
  lookedAt: number,
) {
  const blindness = (): readonly Unreadable[] =>
    [...kept.blind.values(), ...(last.diagnosed?.unreadable ?? [])].filter(({ resource }) => !skipped.has(resource))
  return {
    kept,
    skipped: skipped.size,
    lookedAt,
    standing: [] as readonly Cause[],
    isBegun: false,
    completeAt: undefined as Date | undefined,
    get diagnosed() {
      return last.diagnosed
    },
    get unreadable() {
      return last.failed === undefined ? blindness() : [...blindness(), last.failed]
    },
    get isComplete(): boolean {
      return this.isBegun && last.isMade && last.failed === undefined && blindness().length === 0
    },
  }
}
