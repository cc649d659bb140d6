import { type Annotated, FINALIZERS_ANNOTATION } from '../../src/api/annotated-finalizers.ts'
import { type Dependent, type Fact, type Query, queryKey } from '../../src/api/fact.ts'
import type { KubeObject } from '../../src/api/object.ts'
import { POD_LOG } from '../../src/api/pod-log.ts'
import { resourceName } from '../../src/api/resource-type.ts'
import { isLeftOutOfSurvey } from '../../src/api/skipped-groups.ts'
import { NOT_RECORDED } from '../../src/api/terminating.ts'
import { METRICS_PATH } from '../../src/api/watchers.ts'
import { derivedAccess } from './derived-access.ts'
import type { Input } from './input.ts'

/**
 * The answer to a question that was not asked when this was recorded, from what was there beside; undefined where that does not tell. A
 * list that could not be read tells nothing: what is not in it may be there, and who may not list may still get.
 */
export function derived(query: Query, input: Input): Fact<unknown> | undefined {
  const beside = input.beside.find(each => queryKey(each.query) === queryKey(query))
  if (beside !== undefined) return beside.fact
  switch (query.about) {
    case 'list':
      return listOf(query, input)
    case 'metadata':
      return of(listOf(query, input), all => all.map(({ metadata }) => metadata))
    case 'object':
      return objectOf(query, input)
    case 'existence':
      return of(objectOf(query, input), ({ metadata }) => metadata)
    case 'annotated':
      return annotatedOf(query, input)
    case 'dependents':
      return dependentsOf(new Set(query.uids), input)
    case 'events':
      return eventsOf(query.uid, query.namespace ?? 'default', input)
    // Which would have been asked for then.
    case 'log':
      return { state: 'unreadable', why: { resource: POD_LOG, reason: NOT_RECORDED, message: 'not recorded' } }
    case 'access':
      return derivedAccess(query, resource => known(input.cluster[resource]))
    case 'watchers':
      return {
        state: 'unreadable',
        why: { resource: METRICS_PATH, reason: NOT_RECORDED, message: 'the corpus has none' },
      }
    default:
      return undefined
  }
}

type Objects = Fact<readonly KubeObject[]>
type Named = { readonly resource: string; readonly namespace?: string | undefined; readonly name: string }

function known(fact: Fact<unknown> | undefined): readonly KubeObject[] | undefined {
  return fact?.state === 'known' ? (fact.value as readonly KubeObject[]) : undefined
}

/** From one that was asked for, or from what was there beside. */
function listOf({ resource, namespace }: Omit<Named, 'name'>, input: Input): Objects | undefined {
  const asked = input.facts.find(
    ({ query }) => query.about === 'list' && query.resource === resource && query.namespace === namespace,
  )
  const fact = (asked?.fact ?? input.cluster[resource]) as Objects | undefined
  if (asked !== undefined || namespace === undefined) return fact
  if (fact?.state === 'unreadable') return undefined
  return of(fact, all => all.filter(({ metadata }) => metadata.namespace === namespace))
}

function of<Whole, Value>(fact: Fact<Whole> | undefined, make: (whole: Whole) => Value): Fact<Value> | undefined {
  if (fact?.state === 'known') return { ...fact, value: make(fact.value) }
  if (fact?.state !== 'unreadable') return fact
  return fact.part === undefined ? { state: 'unreadable', why: fact.why } : { ...fact, part: make(fact.part) }
}

/** One object, which was asked for whole or is in a list. */
function objectOf({ resource, namespace, name }: Named, input: Input): Fact<KubeObject> | undefined {
  const asked = input.facts.find(
    ({ query }) =>
      query.about === 'object' && query.resource === resource && query.namespace === namespace && query.name === name,
  )
  if (asked !== undefined) return asked.fact as Fact<KubeObject>
  // Who may list may still not get.
  const isRefused = input.facts.some(
    ({ query, fact }) => query.about === 'object' && query.resource === resource && fact.state === 'unreadable',
  )
  if (isRefused) return undefined
  const all = listOf({ resource, namespace }, input)
  const part = all?.state === 'unreadable' ? all.part : known(all)
  const found = part?.find(({ metadata }) => metadata.name === name)
  if (found !== undefined) return { state: 'known', value: found }
  return all?.state === 'known' ? { state: 'absent' } : undefined
}

/** A text in the annotation is read by a parser that has to be waited for: it is not told. */
function annotatedOf(query: Named, input: Input): Fact<Annotated> | undefined {
  const crd = objectOf(query, input)
  if (crd?.state !== 'known') return crd as Fact<Annotated> | undefined
  const isSilent = crd.value.metadata.annotations?.[FINALIZERS_ANNOTATION] === undefined
  return isSilent ? { state: 'known', value: { finalizers: [] } } : undefined
}

/** Only where every type could be listed: a gap could hold more. */
function dependentsOf(uids: ReadonlySet<string>, { types, cluster }: Input): Fact<readonly Dependent[]> | undefined {
  const found: Dependent[] = []
  const sought = new Set<string>()
  for (const type of types) {
    const resource = resourceName(type)
    if (!type.verbs.includes('list') || sought.has(resource) || isLeftOutOfSurvey(resource)) continue
    sought.add(resource)
    const all = known(cluster[resource])
    if (all === undefined) return undefined
    for (const { metadata: meta } of all) {
      if (meta.ownerReferences?.some(({ uid }) => uids.has(uid))) found.push({ type, meta })
    }
  }
  return { state: 'known', value: found }
}

/** Oldest first. */
function eventsOf(uid: string, namespace: string, input: Input): Fact<readonly KubeObject[]> | undefined {
  return of(listOf({ resource: 'events', namespace }, input), events =>
    events
      .filter(event => (event.involvedObject as { uid?: string } | undefined)?.uid === uid)
      .toSorted((a, b) => timeOf(a).localeCompare(timeOf(b))),
  )
}

function timeOf(event: KubeObject): string {
  const { lastTimestamp, eventTime } = event as { lastTimestamp?: string; eventTime?: string }
  return lastTimestamp ?? eventTime ?? event.metadata.creationTimestamp ?? ''
}
