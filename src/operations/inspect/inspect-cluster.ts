import type { Discovery } from '../../cluster/discovery/discovered.ts'
import type { WatchRun } from '../../cluster/metrics/look.ts'
import { DEFAULT_PAGE_SIZE, type Finding, type Scan } from '../../cluster/scan/scan.ts'
import { type SurveyRequest, survey } from '../../cluster/survey.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { Diagnosis } from '../../diagnosis/diagnose.ts'
import type { DirectCause } from '../../diagnosis/direct-causes.ts'
import { type Look, observed } from '../../diagnosis/observe.ts'
import type { StuckObject } from '../../diagnosis/stuck-object.ts'
import { message } from '../../messages/sentence.ts'
import { type Reach, reachedCause } from '../../plan/reach.ts'
import type { Ports } from '../ports.ts'
import type { ScanReport } from '../scan-progress.ts'
import type { Query } from './asked.ts'
import { type DiagnosisRequest, diagnoseCluster, type Inspection } from './diagnose-cluster.ts'
import { commonNamespace } from './named-objects.ts'
import { typesNamed } from './types-named.ts'

/** What is to be looked at. */
export interface InspectionRequest {
  readonly asked: Query
  /** Only this namespace; undefined: the whole cluster. Of names those count in which the objects are. */
  readonly namespace: string | undefined
  readonly keeps: (held: StuckObject) => boolean
  readonly selector: string | undefined
  readonly pageSize: number
  /** Seconds between two looks; undefined: one look. */
  readonly observe: number | undefined
}

/** All that a cluster holds, looked at once. */
export const EVERYTHING: InspectionRequest = {
  asked: { kind: 'everything' },
  namespace: undefined,
  keeps: () => true,
  selector: undefined,
  pageSize: DEFAULT_PAGE_SIZE,
  observe: undefined,
}

/** What a look uses of the process: nothing that a page in a browser has not got. */
export type InspectionTools = Pick<Ports, 'clock' | 'signal' | 'catalogue' | 'logs' | 'aim'>

/** Where it is looked at, and what is known of it already. */
export interface Scope {
  readonly transport: Transport
  readonly discovery: Discovery
  readonly fallbackNamespace: string
  /** Terminating objects that were asked for by name; undefined: no names were given. */
  readonly named?: readonly Finding[] | undefined
  /** What terminates, where that is known already. */
  readonly scanned?: Scan | undefined
  /** How the user gets to that cluster; absent: as this run did. */
  readonly reach?: Reach
}

/**
 * Looks at the cluster, twice with --observe, and explains what was asked for, with commands for that cluster.
 * `watched`: what this run itself watches there.
 */
export async function inspectCluster(
  request: Scope & InspectionRequest,
  ports: InspectionTools,
  report: ScanReport,
  watched: WatchRun = {},
): Promise<Inspection> {
  const { observe, reach = ports.aim } = request
  const reads = {
    ...readsOf(request, ports, report),
    catalogue: await ports.catalogue(),
    logs: ports.logs,
    watched,
  }
  const chosen = await choose(request, reads, ports)
  const inspectOnce = async (): Promise<Inspection> => {
    const found = await diagnoseCluster(request.transport, reads, ports.clock.now(), chosen)
    return { ...found, ...reached(found, reach) }
  }
  const first = await inspectOnce()
  if (observe === undefined || first.interrupted) return first
  report.say(message('ScanningAgain', { seconds: observe }))
  await ports.clock.sleep(observe, ports.signal)
  if (ports.signal.aborted) return { ...first, interrupted: true }
  const second = await inspectOnce()
  // An interrupted scan misses what it did not come to: nothing went.
  return second.interrupted ? second : { ...second, ...observed(seenIn(first), seenIn(second), observe) }
}

function seenIn(looked: Inspection): Look {
  return { ...looked, seen: new Set(looked.survey.snapshot.objects.map(({ ref }) => ref.uid)) }
}

function reached({ causes, direct }: Caused, reach: Reach): Caused {
  const known = new Map(causes.map(cause => [cause.id, reachedCause(cause, reach)]))
  const aimedAt = (each: DirectCause): DirectCause => ({ ...each, cause: known.get(each.cause.id)! })
  return { causes: [...known.values()], direct: new Map([...direct].map(([uid, each]) => [uid, each.map(aimedAt)])) }
}

type Caused = Pick<Diagnosis, 'causes' | 'direct'>

function readsOf(
  { discovery, fallbackNamespace, named, scanned, namespace: asked, pageSize }: Scope & InspectionRequest,
  { signal, clock }: InspectionTools,
  report: ScanReport,
): DiagnosisRequest {
  const namespace = named === undefined ? asked : commonNamespace(named)
  return {
    discovery,
    pageSize,
    ownedBy: named && new Set(named.map(({ meta }) => meta.uid)),
    signal,
    sleep: (seconds, until) => clock.sleep(seconds, until),
    onType: report.onType,
    onRound: progress => report.say(message('FactsToRead', { ...progress, isForeseen: false })),
    named,
    scanned,
    namespace,
    fallbackNamespace: namespace === undefined ? fallbackNamespace : undefined,
  }
}

/** Which objects are to be explained; the chains reach beyond them. */
async function choose(
  { transport, discovery, named, asked, keeps, selector }: Scope & InspectionRequest,
  reads: SurveyRequest,
  { clock }: InspectionTools,
): Promise<(held: StuckObject) => boolean> {
  if (named !== undefined) {
    const uids = new Set(named.map(({ meta }) => meta.uid))
    return ({ ref }) => uids.has(ref.uid)
  }
  const types = asked.kind === 'types' ? new Set(typesNamed(asked.types, discovery)!.map(nameOf)) : undefined
  const selected = selector === undefined ? undefined : await selectedUids(transport, reads, selector, clock.now())
  return held => keeps(held) && (types?.has(nameOf(held.type)) ?? true) && (selected?.has(held.ref.uid) ?? true)
}

/** The server alone judges selectors; what is explained needs the rest of the cluster too, which is read without it. */
async function selectedUids(
  transport: Transport,
  request: SurveyRequest,
  labelSelector: string,
  now: Date,
): Promise<ReadonlySet<string>> {
  const { snapshot } = await survey(transport, { ...request, labelSelector }, now)
  return new Set(snapshot.objects.map(({ ref }) => ref.uid))
}

function nameOf({ group, plural }: { readonly group: string; readonly plural: string }): string {
  return `${plural}.${group}`
}
