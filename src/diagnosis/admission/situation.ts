import { type Fact, type Query, seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { together } from '../answered.ts'
import { type Facts, once } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'
import { boundPolicies } from './mutators.ts'
import { allWebhooks, matches } from './webhook.ts'

export interface Situation {
  /** The same for objects of one type that the same webhooks and policies are asked about. */
  readonly key: string
  /** Some webhook or policy is, or may be: not all could be read, say. */
  readonly watched: boolean
}

/** By which webhooks and policies the update of an object has to pass, as far as they can be read. */
export function situationOf(held: StuckObject, facts: Facts): Situation {
  const listed = withListedNamespaces(facts)
  const [webhooks, ...policies] = once(facts, 'admission/webhooks and policies', () =>
    together(
      () => allWebhooks(facts),
      () => boundPolicies(facts, 'mutatingadmissionpolicies'),
      () => boundPolicies(facts, 'validatingadmissionpolicies'),
    ),
  )
  const found = [
    ...webhooks.webhooks.map(({ webhook, configuration }) => ({
      name: `${configuration.name}/${webhook.name}`,
      match: matches(webhook, held, 'UPDATE', listed),
    })),
    ...policies
      .flatMap(each => each.policies)
      .flatMap(({ ref, matching, bindings }) =>
        bindings.map(binding => {
          const both = [matching, binding].map(each => matches(each, held, 'UPDATE', listed))
          const match = (['no', 'unknown'] as const).find(each => both.includes(each)) ?? 'yes'
          return { name: `${ref.kind}/${ref.name}`, match }
        }),
      ),
  ]
  const names = found.filter(({ match }) => match !== 'no').map(({ name }) => name)
  const isWhole = [webhooks, ...policies].every(({ state }) => state === 'known')
  const key = JSON.stringify([held.ref.resource, [...new Set(names)].toSorted()])
  return { key, watched: names.length > 0 || !isWhole }
}

/** The same facts, with Namespaces from one list: objects in many of them are not a request for each. */
function withListedNamespaces(facts: Facts): Facts {
  return once(facts, 'facts with listed namespaces', () => {
    const list = facts.read({ about: 'list', resource: 'namespaces' })
    let byName: ReadonlyMap<string, KubeObject> | undefined
    const namespaceFact = (name: string): Fact<KubeObject> => {
      byName ??= new Map((seenOf(list) ?? []).map(each => [each.metadata.name, each]))
      const value = byName.get(name)
      if (value !== undefined) return { state: 'known', value }
      if (list.state === 'known') return { state: 'absent' }
      return list.state === 'unreadable' ? { ...list, part: undefined } : list
    }
    const { now, types, unknownGroups, unanswered } = facts
    const read = (query: Query): Fact<unknown> =>
      query.about === 'object' && query.resource === 'namespaces' ? namespaceFact(query.name) : facts.read(query)
    return { now, types, unknownGroups, unanswered, read: read as Facts['read'] }
  })
}
