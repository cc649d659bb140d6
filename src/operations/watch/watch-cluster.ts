import { ApiFailure } from '../../api/failure.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { LogRun } from '../../cluster/facts/log-run.ts'
import { type CauseSnapshot, type Change, changesBetween } from '../../diagnosis/changes.ts'
import type { Cause, ExplainedObject } from '../../diagnosis/explanation.ts'
import { EVERYTHING, look } from '../inspect/look.ts'
import type { Ports, Session } from '../ports.ts'
import { dueObjects } from './due.ts'
import { keepTerminating } from './keep-terminating.ts'
import type { TerminatingObjects } from './kept-objects.ts'
import { scanOfKept } from './scan-of-kept.ts'

/**
 * Seconds after which causes are diagnosed again though no object changed: young objects prove nothing yet, and a
 * controller may have come back. Doubled each time.
 */
const FIRST_REFRESH_SECONDS = 60
const LONGEST_REFRESH_SECONDS = 600
const TICK_SECONDS = 1

export interface WatchRequest {
  readonly namespace: string | undefined
  /** Types left out on purpose: neither their objects nor what needs them is known; that makes nothing incomplete. */
  readonly skipped: ReadonlySet<string>
  /** What terminates for longer than this, in seconds, is diagnosed. */
  readonly after: number
  /** Least seconds between two diagnoses. */
  readonly every: number
}

/** What the last diagnosis came to. */
export interface Diagnosed {
  readonly objects: readonly ExplainedObject[]
  readonly causes: readonly Cause[]
  readonly unreadable: readonly Unreadable[]
}

/** What is known at this moment, for whoever asks. */
export interface Watched {
  readonly kept: TerminatingObjects
  /** undefined: nothing was diagnosed yet. */
  readonly diagnosed: Diagnosed | undefined
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
  const { kept } = keeper
  let diagnosed: Diagnosed | undefined
  let failed: Unreadable | undefined
  let isBegun = false
  let completeAt: Date | undefined
  let standing: readonly Cause[] = []
  let told: CauseSnapshot = { causes: [], unreadable: unread }
  let at = Number.NEGATIVE_INFINITY
  let lookedAt = clock.elapsed()
  let due = ''
  let diagnosedDue = ''
  let refresh = FIRST_REFRESH_SECONDS
  const dueAt = dueObjects(request.after, kept)

  const now: Watched = {
    kept,
    skipped: skipped.size,
    get diagnosed() {
      return diagnosed
    },
    get standing() {
      return standing
    },
    get unreadable() {
      return failed === undefined ? blindness() : [...blindness(), failed]
    },
    get lookedAt() {
      return lookedAt
    },
    get isBegun() {
      return isBegun
    },
    get isComplete() {
      const isDiagnosed = due === '' || diagnosedDue !== ''
      return isBegun && isDiagnosed && failed === undefined && blindness().length === 0
    },
    get completeAt() {
      return completeAt
    },
  }
  const blindness = (): readonly Unreadable[] =>
    [...kept.blind.values(), ...(diagnosed?.unreadable ?? [])].filter(({ resource }) => !skipped.has(resource))

  async function diagnose(): Promise<void> {
    const { transport } = session
    const scope = {
      transport,
      discovery: kept.discovery,
      namespace,
      fallbackNamespace: session.namespace,
      named: undefined,
      scanned: scanOfKept(kept, skipped),
    }
    const options = { ...EVERYTHING, keeps: ({ ageSeconds = 0 }) => ageSeconds >= request.after }
    // What was read of logs counts for one diagnosis, and so does how much may be read.
    const own = { ...ports, logs: ports.logs && new LogRun() }
    const report = { onType: () => {}, say: () => {} }
    try {
      const { objects, causes, unreadable } = await look(scope, options, own, report, { own: kept.watches })
      if (signal.aborted) return
      // And nothing of what was read for it: the next diagnosis would be made beside that.
      diagnosed = { objects, causes, unreadable }
      failed = undefined
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      failed = { resource: '*', reason: error.fault.kind, message: error.message }
    }
  }

  async function tick(): Promise<void> {
    due = dueAt(clock.now())
    const since = clock.elapsed() - at
    if (due === '') {
      diagnosed = undefined
      failed = undefined
      diagnosedDue = ''
    } else if (since >= (due === diagnosedDue ? Math.max(refresh, request.every) : request.every)) {
      refresh = due === diagnosedDue ? Math.min(2 * refresh, LONGEST_REFRESH_SECONDS) : FIRST_REFRESH_SECONDS
      await diagnose()
      // So little garbage is made between two of them that V8 would leave what this one leaves behind for an hour. A
      // collection of the usual kind keeps the emptied pages: the memory of the process stays at its highest.
      globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
      at = clock.elapsed()
      // One that failed is tried again as soon as it may be.
      diagnosedDue = failed === undefined ? due : ''
    }
    if (now.isComplete) completeAt = clock.now()
    standing = standingOf(diagnosed?.causes ?? [], kept)
    const next = { causes: standing, unreadable: now.unreadable }
    for (const change of changesBetween(told, next)) await tell(change)
    told = next
  }

  async function run(): Promise<void> {
    await keeper.begun
    isBegun = !signal.aborted
    while (!signal.aborted) {
      await tick()
      lookedAt = clock.elapsed()
      await clock.sleep(TICK_SECONDS, signal)
    }
    await keeper.ended
  }
  // It ends with the run, which says why; a failure of its own ends the run.
  const ended = Promise.all([run(), keeper.ended]).then(() => {})
  return { now, ended }
}

function standingOf(causes: readonly Cause[], { findings }: TerminatingObjects): readonly Cause[] {
  return causes
    .map(cause => ({ ...cause, blocks: cause.blocks.filter(({ uid }) => findings.has(uid)) }))
    .filter(({ blocks }) => blocks.length > 0)
}
