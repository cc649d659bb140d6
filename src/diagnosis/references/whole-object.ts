import { seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import type { Held, RuleContext } from '../held.ts'
import { once } from '../once.ts'

/** An object with its spec and status, from the one list of its type and namespace that tells of its reports too. */
export function wholeOf({ ref }: Pick<Held, 'ref'>, { facts }: Pick<RuleContext, 'facts'>): KubeObject | undefined {
  const { resource, namespace } = ref
  const list = facts.read({ about: 'list', resource, ...(namespace !== undefined && { namespace }) })
  const seen = seenOf(list)
  if (seen === undefined) return undefined
  const key = `whole ${resource} ${namespace ?? ''}`
  return once(facts, key, () => new Map(seen.map(each => [each.metadata.uid, each]))).get(ref.uid)
}
