import { deletionAgeSeconds } from '../../api/deletion-age.ts'
import { ApiFailure } from '../../api/failure.ts'
import { resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { LogRun } from '../../cluster/facts/log-run.ts'
import type { Scan } from '../../cluster/scan/scan.ts'
import { message } from '../../messages/sentence.ts'
import type { Inspection } from '../inspect/diagnose-cluster.ts'
import { EVERYTHING, inspectCluster } from '../inspect/inspect-cluster.ts'
import type { Ports, Session } from '../ports.ts'
import { QUIET } from '../scan-progress.ts'
import type { TerminatingObjects } from './kept-objects.ts'

/**
 * Seconds after which causes are looked at again though no object changed: what is young proves nothing yet, and a
 * controller may have come back. Doubled each time.
 */
const FIRST_REFRESH_SECONDS = 60
const LONGEST_REFRESH_SECONDS = 600

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
export type LastDiagnosis = Pick<Inspection, 'objects' | 'causes' | 'unreadable'>

/** What was diagnosed last of the objects that terminate for too long; `update` does it again where it is due. */
export function lastDiagnosis(session: Session, kept: TerminatingObjects, request: WatchRequest, ports: Ports) {
  const dueAt = dueObjects(request.after, kept)
  let at = Number.NEGATIVE_INFINITY
  let due = ''
  let diagnosedDue = ''
  let refresh = FIRST_REFRESH_SECONDS
  const last = {
    diagnosed: undefined as LastDiagnosis | undefined,
    failed: undefined as Unreadable | undefined,
    get isMade(): boolean {
      return due === '' || diagnosedDue !== ''
    },
    async update(): Promise<void> {
      due = dueAt(ports.clock.now())
      const since = ports.clock.elapsed() - at
      if (due === '') {
        last.diagnosed = undefined
        last.failed = undefined
        diagnosedDue = ''
      } else if (since >= (due === diagnosedDue ? Math.max(refresh, request.every) : request.every)) {
        refresh = due === diagnosedDue ? Math.min(2 * refresh, LONGEST_REFRESH_SECONDS) : FIRST_REFRESH_SECONDS
        Object.assign(last, await diagnose(session, kept, request, ports))
        // So little garbage is made between two of them that V8 would leave what this one leaves behind for an hour. A
        // collection of the usual kind keeps the emptied pages: the memory of the process stays at its highest.
        globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
        at = ports.clock.elapsed()
        // One that failed is tried again as soon as it may be.
        diagnosedDue = last.failed === undefined ? due : ''
      }
    },
  }
  return last
}

/** One that failed leaves what was diagnosed before, and one that was ended all. */
async function diagnose(
  { transport, namespace: fallbackNamespace }: Session,
  kept: TerminatingObjects,
  { namespace, skipped, after }: WatchRequest,
  ports: Ports,
): Promise<{ readonly diagnosed?: LastDiagnosis; readonly failed?: Unreadable | undefined }> {
  const { discovery } = kept
  const scanned = scanOfKept(kept, skipped)
  const scope = { transport, discovery, fallbackNamespace, scanned }
  const asked = { ...EVERYTHING, ...scope, namespace, keeps: ({ ageSeconds = 0 }) => ageSeconds >= after }
  // What was read of logs counts for one diagnosis, and so does how much may be read.
  const own = { ...ports, logs: ports.logs && new LogRun() }
  try {
    const { objects, causes, unreadable } = await inspectCluster(asked, own, QUIET, { own: kept.watches })
    // And nothing of what was read for it: the next diagnosis would be made beside that.
    return ports.signal.aborted ? {} : { diagnosed: { objects, causes, unreadable }, failed: undefined }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return { failed: { resource: '*', reason: error.fault.kind, message: error.message } }
  }
}

/**
 * Which objects terminate for at least `after` seconds, with their finalizers, as one text: a changed text calls for a
 * diagnosis, an empty one means none. Goes through all objects only when one changed or reached the threshold.
 */
function dueObjects(after: number, kept: TerminatingObjects): (now: Date) => string {
  let seen = -1
  let nextAt = Number.POSITIVE_INFINITY
  let due = ''
  return now => {
    if (kept.changes === seen && now.getTime() < nextAt) return due
    seen = kept.changes
    nextAt = Number.POSITIVE_INFINITY
    const lines: string[] = []
    for (const { meta } of kept.findings.values()) {
      const age = deletionAgeSeconds(meta, now)
      if (age >= after) lines.push(`${meta.uid} ${meta.finalizers?.join() ?? ''}`)
      else nextAt = Math.min(nextAt, now.getTime() + (after - age) * 1000)
    }
    due = lines.join('\n')
    return due
  }
}

/**
 * What terminates, as a scan would find it now; undefined where watches do not know all of it. Skipped types count as
 * unread: nothing may be concluded from them.
 */
function scanOfKept({ findings, blind, watches }: TerminatingObjects, skipped: ReadonlySet<string>): Scan | undefined {
  if (blind.size > 0) return undefined
  return {
    findings: [...findings.values()].toSorted((a, b) => resourceName(a.type).localeCompare(resourceName(b.type))),
    unreadable: [...skipped].map(resource => ({ resource, reason: 'Skipped', message: message('TypeSkipped') })),
    fellBack: [],
    objectsRead: findings.size,
    typesRead: watches.size,
    resourceVersions: new Map(),
  }
}
