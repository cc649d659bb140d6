import type { Fact } from '../../api/fact.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { ExplainedObject } from '../../diagnosis/explanation.ts'
import { type Arranged, askedOf, type Cascade } from '../../diagnosis/preflight/foresee.ts'
import type { Preflight, Unchecked } from '../../diagnosis/preflight/foreseen.ts'
import { type Answer, preflight, verdictOn } from '../../diagnosis/preflight/preflight.ts'
import type { StuckObject } from '../../diagnosis/stuck-object.ts'
import { message } from '../../messages/sentence.ts'
import { reachedCause } from '../../plan/reach.ts'
import { askUntilKnown } from '../inspect/ask-until-known.ts'
import {
  type Cluster,
  type DiagnosisRequest,
  gapKey,
  readCluster,
  UNASKED,
  unanswered,
} from '../inspect/diagnose-cluster.ts'
import type { InspectionTools } from '../inspect/inspect-cluster.ts'
import { heldOfLive } from '../inspect/named-objects.ts'
import type { Session } from '../ports.ts'
import type { ScanReport } from '../scan-progress.ts'
import { type Kept, namespacesOf, surroundingsOf, typesOf } from './kept.ts'
import type { Sparing } from './sparing.ts'

export interface PreflightRequest {
  readonly found: readonly Finding[]
  /** Of the names that could not be read, though they may be there. */
  readonly unread: readonly Unreadable[]
  readonly discovery: Discovery
  readonly version: string
  readonly cascade: Cascade
  readonly arranged?: Arranged | undefined
  readonly pageSize: number
  /** A recording or a dump is looked at, in place of a cluster. */
  readonly isRecorded?: boolean | undefined
  /** Who asks wants to know what is stuck, of much and often. */
  readonly sparing?: Sparing | undefined
}

export interface PreflightResult {
  readonly preflight: Preflight
  /** What would be left, for the chains of the causes. */
  readonly objects: readonly ExplainedObject[]
  /** What the deletion comes to as it is today, by uid. */
  readonly seen: ReadonlyMap<string, StuckObject>
  /** Not every question was asked. */
  readonly interrupted: boolean
  readonly reading: { readonly objects: number; readonly types: number }
}

/** What deleting these objects would do; reads and dry runs only. Rejects with ApiFailure if nothing can be read. */
export async function preflightCluster(
  { found, ...request }: PreflightRequest,
  session: Pick<Session, 'transport' | 'namespace'>,
  context: InspectionTools,
  report: ScanReport,
): Promise<PreflightResult> {
  const { signal, clock } = context
  const { discovery } = request
  const { held, unreadable } = await heldOfLive(session.transport, found, { discovery, signal }, clock.now())
  const all = { ...request, unread: [...request.unread, ...unreadable] }
  const [flown] = await preflightEach([held], all, session, context, report)
  return flown!
}

/**
 * What the deletion of each group of objects would do by itself. A survey keeps the content of the targets' namespaces;
 * another one follows where the deletions reach more namespaces. An interrupt leaves groups out, never the first.
 */
export async function preflightEach(
  groups: Groups,
  request: Omit<PreflightRequest, 'found'>,
  { transport, namespace }: Pick<Session, 'transport' | 'namespace'>,
  context: InspectionTools,
  report: ScanReport,
): Promise<readonly PreflightResult[]> {
  const { discovery, pageSize, sparing } = request
  const { clock, signal } = context
  const now = clock.now()
  const targets = groups.flat()
  const diagnosis: DiagnosisRequest = {
    discovery,
    pageSize,
    signal,
    sleep: (seconds, until) => clock.sleep(seconds, until),
    watched: sparing?.watched ?? {},
    catalogue: await context.catalogue(),
    logs: context.logs,
    onType: report.onType,
    onRound: progress => report.say(message('FactsToRead', { ...progress, isForeseen: true })),
    fallbackNamespace: namespace,
    finalized: true,
    ownedBy: new Set(targets.map(({ ref }) => ref.uid)),
  }
  const namespaces = namespacesOf(targets)
  const types = typesOf(targets)
  const source = { transport, discovery, pageSize, signal }
  // What every preflight asks of its targets, whatever else there is, is asked while the cluster is read.
  const ahead = sparing === undefined ? askUntilKnown(source, now, facts => askedOf(targets, facts)) : undefined
  for (;;) {
    const ownersSeen = new Set<string>()
    const survey = { ...diagnosis, contentOf: namespaces, allOf: types, ownersSeen }
    const [cluster, first] = await Promise.all([readCluster(transport, survey, now), ahead])
    sparing?.onSurvey(cluster.found)
    const { contentOf } = cluster
    const kept = { namespaces: contentOf, types, ownersSeen }
    const answers = await answersOn(groups, { cluster, kept, request, diagnosis, now }, first?.facts)
    const more = answers.flatMap(({ answer }) =>
      answer.reach.flatMap(({ ref }) => (ref.resource === 'namespaces' && !contentOf.has(ref.name) ? [ref.name] : [])),
    )
    if (more.length === 0 || answers.some(({ interrupted }) => interrupted))
      return answers.map(each => told(each, cluster, request, context))
    for (const name of more) namespaces.add(name)
  }
}

/** What the answers to all groups are made of. */
interface Grounds {
  readonly cluster: Cluster
  readonly kept: Kept
  readonly request: Omit<PreflightRequest, 'found'>
  readonly diagnosis: DiagnosisRequest
  readonly now: Date
}

type Groups = readonly (readonly StuckObject[])[]

async function answersOn(groups: Groups, grounds: Grounds, ahead?: ReadonlyMap<string, Fact<unknown>>) {
  const answers: Awaited<ReturnType<typeof answerOn>>[] = []
  const { cluster, request } = grounds
  const { sparing } = request
  const shared = (sparing || ahead) && new Map(ahead)
  for (const group of groups) {
    if (answers.length > 0 && sparing?.mayGoOn() === false) break
    const targets = group.map(target => cluster.context.terminating.get(target.ref.uid) ?? target)
    const known = await answerOn(targets, grounds, shared)
    answers.push(known)
    if (known.interrupted) break
  }
  return answers
}

async function answerOn(targets: readonly StuckObject[], grounds: Grounds, shared?: Map<string, Fact<unknown>>) {
  const { cluster, kept, request, diagnosis, now } = grounds
  const { cascade, arranged, sparing } = request
  const { context, source } = cluster
  const { instancesOf, ...surroundings } = surroundingsOf(targets, kept, cluster)
  const question = { targets, cascade, arranged, ...surroundings, onlyStuck: sparing !== undefined }
  const { answer, ...rest } = await askUntilKnown(
    source,
    now,
    facts => preflight(question, { ...context, asked: targets, facts, instancesOf }),
    diagnosis.onRound,
    shared,
  )
  if (answer === undefined) throw new Error('a preflight ended without an answer')
  return { ...rest, answer }
}

function told(
  { answer, facts, interrupted }: Awaited<ReturnType<typeof answerOn>> & { readonly answer: Answer },
  { found: { snapshot } }: Cluster,
  { unread, version, isRecorded = false }: Omit<PreflightRequest, 'found'>,
  { aim }: InspectionTools,
): PreflightResult {
  const all = [...snapshot.unreadable, ...unanswered(facts), ...unread, ...(interrupted ? [UNASKED] : [])]
  const unreadable = [...new Map(all.map(each => [gapKey(each), each])).values()]
  const { objects, seen, ...others } = answer
  const rest = isRecorded ? { ...others, unchecked: [...others.unchecked, RECORDED] } : others
  const causes = answer.causes.map(cause => reachedCause(cause, aim))
  return {
    preflight: {
      takenAt: snapshot.takenAt,
      server: { version },
      unreadable,
      verdict: verdictOn(rest, unreadable),
      ...rest,
      causes,
    },
    objects,
    seen,
    interrupted,
    reading: { objects: snapshot.objectsRead, types: snapshot.typesRead },
  }
}

/** What is not being deleted need not be in it, and its lists do not tell. */
const RECORDED: Unchecked = { what: 'Recording', why: message('LiveMayBeUnrecorded') }
