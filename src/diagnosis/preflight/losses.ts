import type { V1Service } from '@kubernetes/client-node'
import { OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { seenOf } from '../../api/fact.ts'
import { eachTogether } from '../answered.ts'
import { knownOf } from '../catalogue/known.ts'
import type { Held, RuleContext } from '../held.ts'
import { once } from '../once.ts'
import type { Loss } from './foreseen.ts'
import type { Reached } from './reach.ts'

/** What is destroyed with what is in reach: data of volumes, load balancers, Secrets, and what controllers clean up outside. */
export function lossesOf(reach: ReadonlyMap<string, Reached>, context: RuleContext): readonly Loss[] {
  return eachTogether(reach.values(), ({ held, why }) => lossesWith(held, why, context)).flat()
}

function lossesWith(held: Held, why: Reached['why'], context: RuleContext): readonly Loss[] {
  const { ref } = held
  if (why === 'Volume') return [{ ref, what: 'VolumeData' }]
  if (ref.resource === 'secrets') return [{ ref, what: 'Secret' }]
  return [
    ...(ref.resource === 'services' && isLoadBalancer(held, context) ? [{ ref, what: 'LoadBalancer' } as const] : []),
    ...cleanedOutside(held, context),
  ]
}

function isLoadBalancer({ ref }: Held, { facts }: RuleContext): boolean {
  const { namespace = '' } = ref
  const services = facts.read({ about: 'list', resource: 'services', namespace })
  const balanced = once(facts, `load balancers of ${namespace}`, () => {
    const all = (seenOf(services) ?? []) as unknown as readonly (V1Service & { metadata: { uid: string } })[]
    return new Set(all.filter(({ spec }) => spec?.type === 'LoadBalancer').map(({ metadata }) => metadata.uid))
  })
  return balanced.has(ref.uid)
}

/** By the catalogue: whoever removes the finalizer first destroys something that is no object of the cluster. */
function cleanedOutside(held: Held, context: RuleContext): readonly Loss[] {
  const names = (held.meta.finalizers ?? []).filter(name => !OF_KUBERNETES.has(name))
  return eachTogether(names, name => ({ name, known: knownOf(held, name, context) })).flatMap(({ name, known }) =>
    known.entry === undefined
      ? []
      : [{ ref: held.ref, what: 'Outside', cleans: { text: known.entry.cleans, finalizer: name } } as const],
  )
}
