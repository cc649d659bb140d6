import type { ApiFailure } from '../../api/failure.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import type { Reading, ReadSummary, Unreadable } from '../../api/terminating.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { Survey } from '../../cluster/survey.ts'
import type { Explanation } from '../../diagnosis/explanation.ts'
import type { Outlook } from '../../diagnosis/preflight/foreseen.ts'
import { factFrom } from '../../messages/sentence.ts'
import type { Inspection } from '../inspect/diagnose-cluster.ts'
import { EVERYTHING, type InspectionRequest, type InspectionTools, inspectCluster } from '../inspect/inspect-cluster.ts'
import { type NamedObjects, readNamed } from '../inspect/named-objects.ts'
import { readSummary } from '../inspect/read-failures.ts'
import { serverVersion } from '../inspect/server-version.ts'
import { discoverFor, typeWords } from '../inspect/types-named.ts'
import type { Session } from '../ports.ts'
import type { ScanReport } from '../scan-progress.ts'
import { type NotTerminating, notTerminating } from './not-terminating.ts'

/** What was asked for, explained, in whatever form it is shown. */
export interface Explained {
  readonly explanation: Explanation
  readonly reading: Reading
  readonly notTerminating: readonly Outlook[]
  /** undefined: nothing that was named is terminating, so that nothing else was looked at. */
  readonly survey: Survey | undefined
  /** What has to be said beside the answer; undefined: nothing was scanned. */
  readonly read: ReadSummary | undefined
  readonly interrupted: boolean
  /** One for each name that could not be read. */
  readonly failures: readonly ApiFailure[]
  /** What of it is in the explanation's `unreadable` too. */
  readonly unread: readonly Unreadable[]
}

/** Explains what the options ask for. Rejects with ApiFailure where nothing can be read, or nothing that was named. */
export async function explainCluster(
  options: InspectionRequest,
  session: Session,
  context: InspectionTools,
  report: ScanReport,
): Promise<Explained> {
  const begun = await begin(typeWords(options.asked), session, context)
  const { transport, namespace } = session
  const { asked } = options
  const sought =
    asked.kind === 'names'
      ? await readNamed(asked.names, { transport, discovery: begun.discovery, namespace, signal: context.signal })
      : { found: undefined, failures: [], unread: [] }
  const { found, failures } = sought
  const [failure] = failures
  if (failure !== undefined && found?.length === 0 && failures.length === 1) throw failure
  return explainFound(options, { ...begun, ...sought }, session, context, report)
}

/** Explains these objects, as they were found, and no others. Rejects with ApiFailure where nothing can be read. */
export async function explainObjects(
  found: readonly Finding[],
  session: Session,
  context: InspectionTools,
  report: ScanReport,
): Promise<Explained> {
  const begun = await begin([], session, context)
  return explainFound(EVERYTHING, { ...begun, found, failures: [], unread: [] }, session, context, report)
}

/** `found` is undefined where nothing was named. */
type Sought = Omit<NamedObjects, 'found'> & { readonly found: readonly Finding[] | undefined }

/** What a server serves, its version, and since when it is looked at. */
interface Begun {
  readonly discovery: Discovery
  readonly version: string
  readonly started: Date
  readonly elapsed: number
}

async function begin(
  words: readonly string[],
  { transport }: Session,
  { clock, signal }: InspectionTools,
): Promise<Begun> {
  const [discovery, version] = await Promise.all([
    discoverFor(words, transport, signal),
    serverVersion(transport, signal),
  ])
  // From here on the clock goes by the server's time.
  return { discovery, version, started: clock.now(), elapsed: clock.elapsed() }
}

async function explainFound(
  options: InspectionRequest,
  { discovery, version, started, elapsed, found, failures, unread }: Begun & Sought,
  { transport, namespace, takenAt, isUndated = false }: Session,
  context: InspectionTools,
  report: ScanReport,
): Promise<Explained> {
  const terminating = found?.filter(({ meta }) => meta.deletionTimestamp !== undefined)
  const idle = found?.filter(({ meta }) => meta.deletionTimestamp === undefined) ?? []
  const scope = { transport, discovery, fallbackNamespace: namespace, named: terminating }
  const looked = terminating?.length === 0 ? undefined : await inspectCluster({ ...options, ...scope }, context, report)
  const cluster = {
    transport,
    namespace,
    discovery,
    version,
    pageSize: options.pageSize,
    isRecorded: takenAt !== undefined,
  }
  const others = await notTerminating(cluster, idle, context, report)
  const seconds = context.clock.elapsed() - elapsed - (options.observe ?? 0)
  const explanation = explanationOf(looked, others, unread, version, started)
  const snapshot = looked?.survey.snapshot
  const interrupted = context.signal.aborted
  const { objects, unreadable } = explanation
  const own = { unreadable, interrupted, namespace: options.namespace, empty: objects.length === 0 }
  return {
    explanation: isUndated ? undated(explanation) : explanation,
    reading: {
      objects: snapshot?.objectsRead ?? 0,
      types: snapshot?.typesRead ?? 0,
      seconds: Math.max(seconds, 0),
    },
    notTerminating: others.outlooks,
    survey: looked?.survey,
    read: snapshot && readSummary(snapshot, context, own),
    interrupted,
    failures,
    unread,
  }
}

function explanationOf(
  looked: Inspection | undefined,
  others: NotTerminating,
  unread: readonly Unreadable[],
  version: string,
  started: Date,
): Explanation {
  const known = new Set(looked?.objects.map(({ ref }) => ref.uid))
  return {
    takenAt: looked?.survey.snapshot.takenAt ?? rfc3339(started),
    server: { version },
    unreadable: [...(looked?.unreadable ?? []), ...others.unreadable, ...unread],
    objects: [...(looked?.objects ?? []), ...others.objects.filter(({ ref }) => !known.has(ref.uid))],
    causes: looked?.causes ?? [],
    observed: looked?.observed,
  }
}

const UNDATED = factFrom('dump', 'DumpIsUndated')

/**
 * A diagnosis of a cluster at an unknown time, no earlier than the one that ages count to: everything may be older, so
 * what is stuck still is, and whether something is still in progress is unknown.
 */
function undated(told: Explanation): Explanation {
  return {
    ...told,
    causes: told.causes.map(cause =>
      cause.verdict === 'progressing'
        ? { ...cause, verdict: 'unknown', evidence: [...cause.evidence, UNDATED] }
        : cause,
    ),
    objects: told.objects.map(object =>
      object.verdict === 'progressing' ? { ...object, verdict: 'unknown' } : object,
    ),
  }
}
