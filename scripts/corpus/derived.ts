import type { Dependent, Fact, Query } from '../../src/api/fact.ts'
import type { KubeObject, ObjectMeta } from '../../src/api/object.ts'
import { resourceName } from '../../src/api/resource-type.ts'
import { isLeftOutOfSurvey } from '../../src/api/skipped-groups.ts'
import type { Input } from './input.ts'

/**
 * The answer to a question that was not asked when this was recorded, from the lists of all that was there; undefined where they do
 * not tell. A list that could not be read is no proof: who asks for one object of it gets its refusal, as the server gives it to both.
 */
export function derived(query: Query, input: Input): Fact<unknown> | undefined {
  switch (query.about) {
    case 'list':
      return of(listOf(query, input), all => all)
    case 'metadata':
      return of(listOf(query, input), all => all.map(({ metadata }) => metadata))
    case 'object':
      return one(query, input, object => object)
    case 'existence':
      return one(query, input, ({ metadata }) => metadata)
    case 'dependents':
      return dependentsOf(new Set(query.uids), input)
    case 'events':
      return eventsOf(query.uid, query.namespace ?? 'default', input)
    default:
      return undefined
  }
}

type Objects = Fact<readonly KubeObject[]>

/** From one that was asked for, or from what was there beside. */
function listOf({ resource, namespace }: { resource: string; namespace?: string | undefined }, input: Input) {
  const asked = input.facts.find(
    ({ query }) =>
      query.about === 'list' &&
      query.resource === resource &&
      (query.namespace === undefined || query.namespace === namespace),
  )
  const fact = (asked?.fact ?? input.cluster[resource]) as Objects | undefined
  if (fact?.state !== 'known' || namespace === undefined) return fact
  return of(fact, all => all.filter(({ metadata }) => metadata.namespace === namespace))
}

function of<Value>(fact: Objects | undefined, make: (all: readonly KubeObject[]) => Value): Fact<Value> | undefined {
  if (fact?.state === 'known') return { ...fact, value: make(fact.value) }
  if (fact?.state !== 'unreadable') return fact
  return fact.part === undefined ? { state: 'unreadable', why: fact.why } : { ...fact, part: make(fact.part) }
}

function one<Value>(
  query: { resource: string; namespace?: string | undefined; name: string },
  input: Input,
  make: (object: KubeObject) => Value,
): Fact<Value | ObjectMeta> | undefined {
  const { resource, namespace, name } = query
  const asked = input.facts.find(
    each =>
      each.query.about === 'object' &&
      each.query.resource === resource &&
      each.query.name === name &&
      each.query.namespace === namespace,
  )
  if (asked !== undefined)
    return asked.fact.state === 'known'
      ? { state: 'known', value: make(asked.fact.value as KubeObject) }
      : (asked.fact as Fact<Value>)
  const all = listOf({ resource, namespace }, input)
  if (all?.state === 'known') {
    const found = all.value.find(({ metadata }) => metadata.name === name)
    return found === undefined ? { state: 'absent' } : { state: 'known', value: make(found) }
  }
  return all?.state === 'unreadable' ? { state: 'unreadable', why: all.why } : undefined
}

/** Only where every type could be listed: a gap could hold more. */
function dependentsOf(uids: ReadonlySet<string>, { types, cluster }: Input): Fact<readonly Dependent[]> | undefined {
  const found: Dependent[] = []
  const sought = new Set<string>()
  for (const type of types) {
    const resource = resourceName(type)
    if (!type.verbs.includes('list') || sought.has(resource) || isLeftOutOfSurvey(type.group, resource)) continue
    sought.add(resource)
    const all = cluster[resource] as Objects | undefined
    if (all?.state !== 'known') return undefined
    for (const { metadata: meta } of all.value) {
      if (meta.ownerReferences?.some(({ uid }) => uids.has(uid))) found.push({ type, meta })
    }
  }
  return { state: 'known', value: found }
}

function eventsOf(uid: string, namespace: string, input: Input): Fact<readonly KubeObject[]> | undefined {
  const all = listOf({ resource: 'events', namespace }, input)
  return of(all, events =>
    events
      .filter(event => (event.involvedObject as { uid?: string } | undefined)?.uid === uid)
      .toSorted((a, b) => timeOf(a).localeCompare(timeOf(b))),
  )
}

function timeOf(event: KubeObject): string {
  const { lastTimestamp, eventTime } = event as { lastTimestamp?: string; eventTime?: string }
  return lastTimestamp ?? eventTime ?? event.metadata.creationTimestamp ?? ''
}
