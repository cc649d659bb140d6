import { deletionAgeSeconds } from '../../api/deletion-age.ts'
import type { Fact } from '../../api/fact.ts'
import { largest } from '../../api/long-lists.ts'
import { isNamespaces } from '../../api/namespace-type.ts'
import { POD_LOG } from '../../api/pod-log.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { METRICS_PATH } from '../../api/watchers.ts'
import { preferredTypes } from '../../cluster/discovery/discovery.ts'
import { type FactSource, knownMetadata } from '../../cluster/facts/fact-source.ts'
import type { LogRun } from '../../cluster/facts/log-run.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import { scanType } from '../../cluster/scan/scan-type.ts'
import { describeFindings, type Survey, type SurveyRequest, survey } from '../../cluster/survey.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { whenAnswered } from '../../diagnosis/answered.ts'
import type { Catalogue, CatalogueEntry } from '../../diagnosis/catalogue/catalogue.ts'
import { knownOf } from '../../diagnosis/catalogue/known.ts'
import { type Diagnosis, diagnoseInSteps } from '../../diagnosis/diagnose.ts'
import type { Explanation } from '../../diagnosis/explanation.ts'
import { heldOf, type RuleContext, type StuckObject } from '../../diagnosis/stuck-object.ts'
import { message } from '../../messages/sentence.ts'
import { askUntilKnown, type RoundProgress } from './ask-until-known.ts'
import { scannedBefore } from './scanned-before.ts'

export interface DiagnosisRequest extends SurveyRequest {
  /** What is known about finalizers; absent: what is shipped. */
  readonly catalogue?: Catalogue | undefined
  /** Objects that were asked for by name: they are explained also where their type cannot be listed. */
  readonly named?: readonly Finding[] | undefined
  /** What is read of logs; absent: none is. */
  readonly logs?: LogRun | undefined
  /** Between two looks at what moves; without it there is one. */
  readonly sleep?: FactSource['sleep']
  /** Carries over what was counted from one look to the next. */
  readonly watched?: FactSource['watched']
  /** Told before each round of questions. */
  readonly onRound?: ((progress: RoundProgress) => void) | undefined
}

/** What one look at a cluster, or the second of two, came to. */
export interface Inspection extends Diagnosis {
  readonly survey: Survey
  /** What was chosen to be explained for its own sake; the chains reach beyond it. */
  readonly asked: readonly StuckObject[]
  /** What the scan could not read, and what the rules asked for in vain. */
  readonly unreadable: readonly Unreadable[]
  /** Not every question was asked: the user interrupted. */
  readonly interrupted: boolean
  readonly observed?: Explanation['observed']
  /** What the catalogue, or the CRD itself, says of a finalizer of one of these objects, as far as it was asked for. */
  readonly knownOf: (held: StuckObject, finalizer: string) => CatalogueEntry | undefined
}

/** The questions that an interrupt left unasked. */
export const UNASKED: Unreadable = { resource: '*', reason: 'Interrupted', message: message('UserInterrupted') }

/**
 * Surveys the cluster and explains what is terminating: the rules are asked again and again, each time with the facts
 * that they missed before, until they miss none. `chosen` picks what is to be explained; the chains reach beyond it.
 */
export async function diagnoseCluster(
  transport: Transport,
  request: DiagnosisRequest,
  now: Date,
  chosen: (held: StuckObject) => boolean = () => true,
): Promise<Inspection> {
  const { found, held, context, source } = await readCluster(transport, request, now)
  const asked = held.filter(chosen)
  const { answer, facts, book, interrupted } = await askUntilKnown(
    source,
    now,
    facts => diagnoseInSteps(asked, { ...context, asked, facts }),
    request.onRound,
  )
  const entryOf = (held: StuckObject, finalizer: string): CatalogueEntry | undefined => {
    const known = whenAnswered(() => knownOf(held, finalizer, { ...context, facts: book }))
    return known === undefined ? context.catalogue.find(finalizer, held.ref.resource) : known.entry
  }
  const gaps = [...found.snapshot.unreadable, ...unanswered(facts), ...(interrupted ? [UNASKED] : [])]
  return { ...answer, asked, survey: found, unreadable: distinct(gaps), interrupted, knownOf: entryOf }
}

/** What is read before a rule is asked anything. */
export interface Cluster {
  readonly found: Survey
  /** What is terminating. */
  readonly held: readonly StuckObject[]
  /** What else was kept. */
  readonly content: readonly StuckObject[]
  readonly context: Omit<RuleContext, 'facts' | 'asked'>
  readonly source: FactSource
  /** Namespaces of which everything was kept: those of the request, and those that were terminating by then. */
  readonly contentOf: ReadonlySet<string>
}

/** Surveys the cluster: what terminates, and what else the request keeps. */
export async function readCluster(transport: Transport, request: DiagnosisRequest, now: Date): Promise<Cluster> {
  const contentOf = new Set([...(request.contentOf ?? []), ...(await terminatingNamespaces(transport, request))])
  const scanned = await scannedBefore(transport, request, contentOf)
  const found = await survey(transport, { ...request, contentOf, scanned }, now)
  const held = [...heldObjects(found), ...(await alsoNamed(transport, request, found, now))]
  const content = found.content.map(({ type, meta }) => heldOf(type, meta))
  const context = await ruleContext(found, held, content, request, contentOf)
  const source: FactSource = {
    transport,
    discovery: request.discovery,
    pageSize: request.pageSize,
    known: knownMetadata(context.terminating),
    ...signalOf(request),
    logs: request.logs && { run: request.logs, since: firstDeletion(held, now) },
    sleep: request.sleep,
    watched: request.watched,
  }
  return { found, held, content, context, source, contentOf }
}

function firstDeletion(held: readonly StuckObject[], now: Date): Date {
  const ages = held.map(({ meta }) => deletionAgeSeconds(meta, now))
  return new Date(now.getTime() - largest(ages, 0) * 1000)
}

function signalOf({ signal }: SurveyRequest): { signal?: AbortSignal | undefined } {
  return signal === undefined ? {} : { signal }
}

/** Asked before the survey, which then keeps all that is left in these namespaces. Unreadable: none are known. */
async function terminatingNamespaces(transport: Transport, request: SurveyRequest): Promise<ReadonlySet<string>> {
  if (request.namespace !== undefined) return new Set([request.namespace])
  const type = preferredTypes(request.discovery.types).find(isNamespaces)
  if (type === undefined) return new Set()
  try {
    const { kept } = await scanType(transport, { type, limit: request.pageSize, ...signalOf(request) })
    return new Set(kept.map(meta => meta.name))
  } catch {
    // The survey meets the same failure and reports it.
    return new Set(request.fallbackNamespace === undefined ? [] : [request.fallbackNamespace])
  }
}

function heldObjects({ snapshot, scan }: Survey): readonly StuckObject[] {
  const findings = new Map(scan.findings.map(finding => [finding.meta.uid, finding]))
  return snapshot.objects.map(object => {
    const { type, meta } = findings.get(object.ref.uid)!
    return heldOf(type, meta, object)
  })
}

/** Terminating objects that were named and that the survey did not come upon. */
async function alsoNamed(
  transport: Transport,
  request: DiagnosisRequest,
  { snapshot }: Survey,
  now: Date,
): Promise<readonly StuckObject[]> {
  const seen = new Set(snapshot.objects.map(({ ref }) => ref.uid))
  const unseen = (request.named ?? []).filter(({ meta }) => meta.deletionTimestamp !== undefined && !seen.has(meta.uid))
  const { objects } = await describeFindings(transport, unseen, request, now)
  return unseen.map(({ type, meta }, index) => heldOf(type, meta, objects[index]))
}

/** Facts that could not be read; without logs and metrics: a cause that needs one says itself that it is unreadable. */
export function unanswered(known: ReadonlyMap<string, Fact<unknown>>): readonly Unreadable[] {
  const all = [...known.values()].flatMap(fact =>
    fact.state === 'unreadable' && !APART.has(fact.why.resource) ? [fact.why] : [],
  )
  return [...new Map(all.map(why => [gapKey(why), why])).values()]
}

/** The first of each: what the scan says comes before what a single question met. */
function distinct(gaps: readonly Unreadable[]): readonly Unreadable[] {
  return [...new Map(gaps.toReversed().map(gap => [gapKey(gap), gap])).values()].toReversed()
}

export function gapKey({ resource, namespace = '', reason }: Unreadable): string {
  return `${resource} ${namespace} ${reason}`
}

async function ruleContext(
  { snapshot }: Survey,
  held: readonly StuckObject[],
  content: readonly StuckObject[],
  { discovery, catalogue }: DiagnosisRequest,
  contentOf: ReadonlySet<string>,
): Promise<Omit<RuleContext, 'facts' | 'asked'>> {
  const left = Map.groupBy(
    [...held, ...content].filter(({ ref }) => ref.namespace !== undefined),
    ({ ref }) => ref.namespace!,
  )
  // A type that could not be read may hold anything: then it is not known what is left.
  const gaps = snapshot.unreadable.length > 0 || discovery.unreadable.length > 0
  return {
    terminating: new Map(held.map(each => [each.ref.uid, each])),
    unreadable: snapshot.unreadable,
    contentOf: namespace => ({ held: left.get(namespace) ?? [], complete: !gaps && contentOf.has(namespace) }),
    catalogue: catalogue ?? (await import('../../diagnosis/catalogue/shipped.ts')).shippedCatalogue(),
  }
}

/** What few may read, and none needs. */
const APART: ReadonlySet<string> = new Set([POD_LOG, METRICS_PATH])
