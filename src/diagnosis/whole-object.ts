import { itemsOf } from '../api/fact.ts'
import type { KubeObject } from '../api/object.ts'
import { once } from './once.ts'
import type { RuleContext, StuckObject } from './stuck-object.ts'

/** An object with its spec and status, from the one list of its type and namespace that tells of its reports too. */
export function wholeOf(
  { ref }: Pick<StuckObject, 'ref'>,
  { facts }: Pick<RuleContext, 'facts'>,
): KubeObject | undefined {
  const { resource, namespace } = ref
  const list = facts.read({ about: 'list', resource, namespace })
  // Not from a part of the list: what an object reports is judged beside all that its controller may do.
  if (list.state !== 'known') return undefined
  const key = `whole ${resource} ${namespace ?? ''}`
  return once(facts, key, () => new Map(list.value.map(each => [each.metadata.uid, each]))).get(ref.uid)
}

/** All objects of its type in its namespace, whole; none where they could not be read. */
export function siblingsOf(
  { ref: { resource, namespace } }: { readonly ref: Pick<StuckObject['ref'], 'resource' | 'namespace'> },
  { facts }: Pick<RuleContext, 'facts'>,
): readonly KubeObject[] {
  return itemsOf(facts.read({ about: 'list', resource, namespace }))
}
