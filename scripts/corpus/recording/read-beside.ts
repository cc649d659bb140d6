import { type Fact, type Query, queryKey } from '../../../src/api/fact.ts'
import { resourceName } from '../../../src/api/resource-type.ts'
import { preferredTypes } from '../../../src/cluster/discovery/discovery.ts'
import type { FactSource } from '../../../src/cluster/facts/fact-source.ts'
import { readFacts } from '../../../src/cluster/facts/read-facts.ts'
import type { RuleContext, StuckObject } from '../../../src/diagnosis/stuck-object.ts'
import type { Input } from '../input.ts'

export type Beside = Pick<Input, 'beside' | 'cluster'>

/** Of so many objects it is asked what the server would say: each answer may wait for a webhook. */
const MAX_PROBED = 6

/**
 * What the rules did not ask for, and may ask for one day: all objects of every type, the version, and what the server would say to
 * a change of each object. By it a recording stays useful when the rules ask something else.
 */
export async function readBeside(
  source: FactSource,
  context: RuleContext,
  asked: ReadonlySet<string>,
): Promise<Beside> {
  const { signal: _, ...free } = source
  const resources = preferredTypes(source.discovery.types).map(resourceName)
  const lists = resources.map((resource): Query => ({ about: 'list', resource }))
  const probes = [...context.terminating.values()].slice(0, MAX_PROBED).flatMap(probesOf)
  const others = [{ about: 'version' } as const, ...probes].filter(query => !asked.has(queryKey(query)))
  const facts = await readFacts(free, [...lists, ...others])
  const answer = (query: Query): Fact<unknown> => facts.get(queryKey(query))!
  return {
    beside: others.map(query => ({ query, fact: answer(query) })),
    cluster: Object.fromEntries(lists.map((query, at) => [resources[at]!, answer(query)])),
  }
}

function probesOf({ ref, meta }: StuckObject): readonly Query[] {
  const { resource, namespace, name, uid } = ref
  const object = { resource, namespace, name, uid }
  const finalizers = meta.finalizers ?? []
  const sets = [...finalizers.map(each => [each]), ...(finalizers.length > 1 ? [finalizers] : [])]
  return [
    { about: 'deletion', ...object, now: true },
    { about: 'deletion', ...object, now: false },
    { about: 'update', ...object },
    { about: 'update', ...object, subresource: 'status' },
    ...sets.map((each): Query => ({ about: 'removal', ...object, finalizers: each })),
  ]
}
