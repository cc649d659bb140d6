import { DEFINITIONS } from '../../../api/definitions.ts'
import { IMMORTAL } from '../../../api/namespace-type.ts'
import { resourceName } from '../../../api/resource-type.ts'
import { rfc3339 } from '../../../api/rfc3339.ts'
import type { Discovery } from '../../../cluster/discovery/discovered.ts'
import { preferredTypes } from '../../../cluster/discovery/discovery.ts'
import { listMetadata } from '../../../cluster/read-metadata.ts'
import { DEFAULT_PAGE_SIZE, type Finding } from '../../../cluster/scan/scan.ts'
import { type Survey, survey } from '../../../cluster/survey.ts'
import type { Transport } from '../../../cluster/transport/transport.ts'
import type { StuckObject } from '../../../diagnosis/stuck-object.ts'
import type { InspectionTools } from '../../inspect/inspect-cluster.ts'
import { heldOfLive } from '../../inspect/named-objects.ts'
import { type PreflightResult, preflightEach } from '../../preflight/preflight-cluster.ts'
import type { Sparing } from '../../preflight/sparing.ts'
import { QUIET } from '../../scan-progress.ts'
import type { TerminatingObjects } from '../kept-objects.ts'
import { MOST_TEXTS, type Texts } from './advice-objects.ts'
import { insideOf, stuckIn, type TextOf, textsOf } from './stuck.ts'

/** After so many seconds of a look no further object is begun, so that texts are renewed before they expire. */
const MOST_SECONDS = 40

export interface FoundStuck {
  readonly texts: Texts
  /** How many objects might get stuck, and were not come to. */
  readonly left: number
  /** Some are known by this look alone, and wait for the next. */
  readonly isOpen: boolean
}

export interface Scope {
  readonly session: { readonly transport: Transport; readonly namespace: string }
  readonly kept: TerminatingObjects
  readonly namespace: string | undefined
  readonly context: InspectionTools
  readonly textOf: TextOf
}

/**
 * Finds live objects whose deletion is proven to get stuck, by one look after another: Namespaces and CRDs whose
 * content has a finalizer, and the objects in it that block them. Each look surveys the cluster once, the first one
 * twice. Rejects with ApiFailure where nothing can be read.
 */
export function stuckFinder(scope: Scope): () => Promise<FoundStuck> {
  const { clock } = scope.context
  const turns = new Turns()
  let candidates: Candidates | undefined
  let inside: readonly StuckObject[] = []

  return async () => {
    const [now, started] = [clock.now(), clock.elapsed()]
    candidates ??= candidatesIn(await surveyed(scope, now), scope.kept.discovery)
    const all = turns.inTurn([...(await live(candidates, scope, now)), ...inside])
    let found: Survey | undefined
    const results = await preflightOf(all.slice(0, MOST_TEXTS), scope, {
      watched: { own: scope.kept.watches },
      onSurvey(survey) {
        found = survey
      },
      mayGoOn: () => clock.elapsed() - started < MOST_SECONDS,
    })
    candidates = found && candidatesIn(found, scope.kept.discovery)
    const stuck = results.flatMap(result => stuckIn(result, found!))
    inside = insideOf(stuck)
    const known = new Set(all.map(({ ref }) => ref.uid))
    const isOpen = inside.some(({ ref }) => !known.has(ref.uid))
    turns.cameTo(all.slice(0, results.length), all, new Set(stuck.map(({ target }) => target.uid)))
    return { texts: textsOf(stuck, rfc3339(now), scope.textOf), left: all.length - results.length, isOpen }
  }
}

function surveyed({ session, kept, context }: Scope, now: Date): Promise<Survey> {
  const { transport, namespace } = session
  const { discovery } = kept
  const { signal } = context
  const request = { discovery, finalized: true, pageSize: DEFAULT_PAGE_SIZE, signal, fallbackNamespace: namespace }
  return survey(transport, request, now)
}

/** The candidates, as they are. A type that may not be listed has none. */
async function live(candidates: Candidates, scope: Scope, now: Date): Promise<readonly StuckObject[]> {
  const { session, kept, namespace, context } = scope
  const { transport } = session
  const { discovery } = kept
  const { signal } = context
  const isWanted = (finding: Finding): boolean =>
    isCandidate(finding, candidates) && (namespace === undefined || finding.meta.name === namespace)
  const wanted = namespace === undefined ? ['namespaces', DEFINITIONS] : ['namespaces']
  const types = preferredTypes(discovery.types).filter(type => wanted.includes(resourceName(type)))
  const lists = types.map(type => listMetadata(transport, type, undefined, { pageSize: DEFAULT_PAGE_SIZE, signal }))
  const findings = (await Promise.all(lists)).flat().filter(isWanted)
  return (await heldOfLive(transport, findings, { discovery, signal }, now)).held
}

async function preflightOf(
  objects: readonly StuckObject[],
  { session, kept, context }: Scope,
  sparing: Sparing,
): Promise<readonly PreflightResult[]> {
  if (objects.length === 0) return []
  const { discovery } = kept
  const request = {
    discovery,
    unread: [],
    version: '',
    cascade: 'background',
    pageSize: DEFAULT_PAGE_SIZE,
    sparing,
  } as const
  const groups = objects.map(object => [object])
  const results = await preflightEach(groups, request, session, { ...context, logs: undefined }, QUIET)
  return results.filter(({ interrupted }) => !interrupted)
}

/** Names of what may get stuck, since something with a finalizer goes with it. */
interface Candidates {
  /** `all`: an API does not answer, and no namespace goes without it. */
  readonly namespaces: ReadonlySet<string> | 'all'
  /** Types, as their CustomResourceDefinition is called. */
  readonly definitions: ReadonlySet<string>
}

/** What of a cluster may get stuck by a deletion; `survey` kept all that has a finalizer. */
export function candidatesIn(
  { content, scan }: Pick<Survey, 'content' | 'scan'>,
  { unreadable }: Discovery,
): Candidates {
  const namespaces = new Set<string>()
  const definitions = new Set<string>()
  for (const { type, meta } of [...content, ...scan.findings].filter(isFinalized)) {
    const resource = resourceName(type)
    definitions.add(resource === DEFINITIONS ? meta.name : resource)
    if (meta.namespace !== undefined) namespaces.add(meta.namespace)
    else if (resource === 'namespaces') namespaces.add(meta.name)
  }
  return { namespaces: unreadable.length > 0 ? 'all' : namespaces, definitions }
}

/** Whether a Namespace or CustomResourceDefinition is one of them, is not being deleted, and can be. */
export function isCandidate({ type, meta }: Finding, { namespaces, definitions }: Candidates): boolean {
  if (meta.deletionTimestamp !== undefined) return false
  if (resourceName(type) === DEFINITIONS) return definitions.has(meta.name)
  return (namespaces === 'all' || namespaces.has(meta.name)) && !IMMORTAL.has(meta.name)
}

function isFinalized({ meta }: Finding): boolean {
  return (meta.finalizers?.length ?? 0) > 0
}

/** The order where not all can be looked at: what was stuck first, to renew its text, then what waited the longest. */
export class Turns {
  /** By uid: in which look it was come to last. */
  #cameTo = new Map<string, number>()
  #stuck: ReadonlySet<string> = new Set()
  #look = 0

  /** Each once, the next of them first. */
  inTurn(all: readonly StuckObject[]): readonly StuckObject[] {
    const placeOf = ({ ref: { uid } }: StuckObject): number =>
      this.#stuck.has(uid) ? -1 : (this.#cameTo.get(uid) ?? 0)
    const distinct = [...new Map(all.map(held => [held.ref.uid, held])).values()]
    return distinct.toSorted((a, b) => placeOf(a) - placeOf(b))
  }

  /** These were come to, and those of them are stuck. What was not among them and is no more in turn is forgotten. */
  cameTo(come: readonly StuckObject[], inTurn: readonly StuckObject[], stuck: ReadonlySet<string>): void {
    this.#look++
    this.#stuck = stuck
    for (const { ref } of come) this.#cameTo.set(ref.uid, this.#look)
    const known = new Set(inTurn.map(({ ref }) => ref.uid))
    for (const uid of this.#cameTo.keys()) if (!known.has(uid)) this.#cameTo.delete(uid)
  }
}
