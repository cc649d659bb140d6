import { withoutLongTexts } from '../../api/cut-text.ts'
import { type Dependent, type Fact, type Query, queryKey } from '../../api/fact.ts'
import { ApiFailure, garbled } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { oncePer } from '../../api/once-per.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { METRICS_PATH } from '../../api/watchers.ts'
import type { Discovery } from '../discovery/discovered.ts'
import { preferredTypes } from '../discovery/discovery.ts'
import { isGone } from '../is-gone.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { readVersion } from '../read-version.ts'
import { unreadable } from '../unreadable.ts'
import type { FactSource } from './fact-source.ts'
import { readAccess } from './read-access.ts'
import { annotatedBy, readAnnotated } from './read-annotated.ts'
import { readDependents } from './read-dependents.ts'
import { readDeletion, readFinalization, readRemoval, readUpdate } from './read-dry-runs.ts'
import { readEvents } from './read-events.ts'
import { readExistence, readMetadata } from './read-existence.ts'
import type { OfLog } from './read-log.ts'
import { readLogs } from './read-logs.ts'
import { readList, readListsAtOnce, readObject } from './read-objects.ts'
import { readWatchers } from './read-watchers.ts'

/** Requests under way at once, beside what one answer takes (pages of a list, a sweep for dependents). */
const CONCURRENT_QUERIES = 8

/** From so many namespaces on, one list of the whole type is tried in place of one each. */
const MIN_AT_ONCE = 10

/**
 * Asks the cluster every question once. A failing answer makes only its own fact unreadable; absent is only what is
 * proven gone (`isGone`).
 */
export async function readFacts(source: FactSource, queries: Iterable<Query>): Promise<Map<string, Fact<unknown>>> {
  const facts = new Map<string, Fact<unknown>>()
  const all = [...queries]
  const lists = await readManyLists(source, all)
  const wholes = new Set(all.filter(({ about }) => about === 'object').map(queryKey))
  const isShared = (query: Query): query is OfAnnotation =>
    query.about === 'annotated' && wholes.has(queryKey(wholeOf(query)))
  const sweeps = new Set(all.filter((query): query is OfDependents => query.about === 'dependents'))
  const counts = all.filter(query => query.about === 'watchers')
  for (const [query, fact] of await readSweeps(source, [...sweeps])) facts.set(queryKey(query), fact)
  const logs = readLogs(source, all.filter(isOfLog))
  await mapConcurrently(CONCURRENT_QUERIES, all, async query => {
    if (isShared(query) || sweeps.has(query as OfDependents) || isOfLog(query) || query.about === 'watchers') return
    facts.set(queryKey(query), lists.get(query) ?? (await readFact(source, query)))
  })
  for (const [key, fact] of await logs) facts.set(key, fact)
  // Our own requests count too: none is under way meanwhile.
  for (const query of counts) facts.set(queryKey(query), await readFact(source, query))
  // What an object says in an annotation comes with it, where it is asked for whole.
  for (const query of all.filter(isShared)) {
    const whole = facts.get(queryKey(wholeOf(query))) as Fact<KubeObject>
    facts.set(
      queryKey(query),
      whole.state === 'known'
        ? { state: 'known', value: await annotatedBy(whole.value) }
        : await readFact(source, query),
    )
  }
  return facts
}

function isOfLog(query: Query): query is OfLog {
  return query.about === 'log'
}

type OfAnnotation = Extract<Query, { readonly about: 'annotated' }>

function wholeOf({ resource, name }: OfAnnotation): Query {
  return { about: 'object', resource, name }
}

/** The answers to the questions for lists of one type in many namespaces, where one list of the type can give them. */
async function readManyLists(
  source: FactSource,
  queries: readonly Query[],
): Promise<ReadonlyMap<Query, Fact<unknown>>> {
  const facts = new Map<Query, Fact<unknown>>()
  const inNamespaces = queries.filter(query => query.about === 'list' && query.namespace !== undefined)
  const byType = Map.groupBy(inNamespaces as readonly InNamespace[], ({ resource }) => resource)
  await mapConcurrently(CONCURRENT_QUERIES, [...byType], async ([resource, same]) => {
    const type = findType(source, resource)
    if (same.length < MIN_AT_ONCE || !type?.namespaced) return
    const lists = await readListsAtOnce(source, type, new Set(same.map(({ namespace }) => namespace)))
    for (const query of lists === undefined ? [] : same)
      facts.set(query, { state: 'known', value: lists!.get(query.namespace)!.map(withoutLongTexts) })
  })
  return facts
}

type InNamespace = Extract<Query, { readonly about: 'list' }> & { readonly namespace: string }

/** A question that is answered by itself. */
type Single = Exclude<Query, OfLog>

async function readFact(source: FactSource, query: Single): Promise<Fact<unknown>> {
  const seen: Seen = []
  try {
    const value = await answer(source, query, seen)
    return value === undefined ? { state: 'absent' } : { state: 'known', value }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    if (await isProof(error, source, query)) return { state: 'absent' }
    const namespace = 'namespace' in query ? query.namespace : undefined
    const part = seen.length === 0 ? undefined : seen.map(each => withoutLongTexts(each as object))
    return { state: 'unreadable', why: unreadable(subjectOf(query), error, namespace), part }
  }
}

/** What a question is about, as a gap in the answer names it. */
function subjectOf(query: Single): string {
  if (query.about === 'watchers') return METRICS_PATH
  if (query.about === 'dependents') return '*'
  return 'resource' in query ? query.resource : query.about
}

/** What of a list, or of a sweep, was read before it failed. */
type Seen = unknown[]

type OfDependents = Extract<Query, { about: 'dependents' }>

/** Each sweep reads the metadata of everything: what is asked for in one round is sought in one. */
async function readSweeps(
  source: FactSource,
  queries: readonly OfDependents[],
): Promise<readonly (readonly [OfDependents, Fact<unknown>])[]> {
  if (queries.length === 0) return []
  const uids = [...new Set(queries.flatMap(query => query.uids))].toSorted()
  const swept = (await readFact(source, { about: 'dependents', uids })) as Fact<readonly Dependent[]>
  return queries.map(query => {
    const own = new Set(query.uids)
    const of = (all: readonly Dependent[]) =>
      all.filter(({ meta }) => meta.ownerReferences?.some(({ uid }) => own.has(uid)))
    if (swept.state === 'known') return [query, { state: 'known', value: of(swept.value) }]
    return [query, swept.state === 'unreadable' ? { ...swept, part: swept.part && of(swept.part) } : swept]
  })
}

/** Whether the failure is proof that the object is not there. */
async function isProof(error: ApiFailure, source: FactSource, query: Single): Promise<boolean> {
  if (!('name' in query)) return false
  const type = findType(source, query.resource)
  return type !== undefined && isGone(error, source.transport, type, query.name, source.signal)
}

async function answer(source: FactSource, query: Single, seen: Seen): Promise<unknown> {
  switch (query.about) {
    case 'object':
      return withoutLongTexts(await readObject(source, typeOf(source, query.resource), query.name, query.namespace))
    case 'list':
      return (await readList(source, typeOf(source, query.resource), query.namespace, seen as KubeObject[])).map(
        withoutLongTexts,
      )
    case 'existence':
      return readExistence(source, typeOf(source, query.resource), query.name, query.namespace)
    case 'annotated':
      return readAnnotated(source, typeOf(source, query.resource), query.name)
    case 'metadata':
      return readMetadata(source, typeOf(source, query.resource), query.namespace)
    case 'dependents':
      return readDependents(source, query.uids, seen as Dependent[])
    case 'events':
      return (await readEvents(source, query.uid, query.namespace)).map(withoutLongTexts)
    case 'access':
      return readAccess(source, query)
    case 'version':
      return readVersion(source.transport, source.signal)
    case 'watchers':
      return readWatchers(source, query.resource)
    case 'removal':
      return readRemoval(source, typeOf(source, query.resource), query)
    case 'finalization':
      return readFinalization(source, query)
    case 'deletion':
      return readDeletion(source, typeOf(source, query.resource), query)
    case 'update':
      return readUpdate(source, typeOf(source, query.resource), query)
  }
}

/** A type that discovery does not know cannot be asked for: that is no proof that its objects are not there. */
function typeOf(source: FactSource, resource: string): ResourceType {
  const type = findType(source, resource)
  if (type !== undefined) return type
  throw garbled(`the server does not serve ${resource}`)
}

function findType({ discovery }: FactSource, resource: string): ResourceType | undefined {
  return typesByName(discovery).get(resource)
}

/** Thousands of questions are about the same few hundred types. */
const typesByName = oncePer(
  ({ types }: Discovery) => new Map(preferredTypes(types).map(type => [resourceName(type), type])),
)
