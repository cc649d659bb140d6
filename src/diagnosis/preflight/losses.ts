import type { V1Service } from '@kubernetes/client-node'
import { OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { seenOf } from '../../api/fact.ts'
import { eachTogether } from '../answered.ts'
import { knownOf } from '../catalogue/known.ts'
import { once } from '../facts.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import type { Loss } from './foreseen.ts'
import { reclaimedVolume } from './reclaimed-volume.ts'

export type LossContext = Pick<RuleContext, 'facts' | 'catalogue' | 'terminating'>

/** What is lost with these objects: data of volumes, load balancers, Secrets, and what controllers clean up outside. */
export function lossesOf(objects: readonly StuckObject[], context: LossContext): readonly Loss[] {
  const losing = objects.filter(({ ref, meta }) => LOSING.has(ref.resource) || (meta.finalizers?.length ?? 0) > 0)
  return eachTogether(losing, held => [ownLosses(held, context), cleanedOutside(held, context)]).flat(2)
}

const LOSING: ReadonlySet<string> = new Set(['secrets', 'services', 'persistentvolumeclaims'])

function ownLosses(held: StuckObject, context: LossContext): readonly Loss[] {
  const { ref } = held
  switch (ref.resource) {
    case 'secrets':
      return [{ ref, what: 'Secret' }]
    case 'services':
      return isLoadBalancer(held, context) ? [{ ref, what: 'LoadBalancer' }] : []
    case 'persistentvolumeclaims': {
      const volume = reclaimedVolume(held, context, true)
      return volume === undefined ? [] : [{ ref: volume.ref, what: 'VolumeData' }]
    }
    default:
      return []
  }
}

function isLoadBalancer({ ref }: StuckObject, { facts }: LossContext): boolean {
  const { namespace = '' } = ref
  const services = facts.read({ about: 'list', resource: 'services', namespace })
  const balanced = once(facts, `load balancers of ${namespace}`, () => {
    const all = (seenOf(services) ?? []) as unknown as readonly (V1Service & { metadata: { uid: string } })[]
    return new Set(all.filter(({ spec }) => spec?.type === 'LoadBalancer').map(({ metadata }) => metadata.uid))
  })
  return balanced.has(ref.uid)
}

/** How the catalogue begins `cleans` for a finalizer that cleans up nothing outside of the cluster. */
const CLEANS_NOTHING = 'Nothing'

/** By the catalogue: whoever removes the finalizer first destroys something that is no object of the cluster. */
function cleanedOutside(held: StuckObject, context: LossContext): readonly Loss[] {
  const names = (held.meta.finalizers ?? []).filter(name => !OF_KUBERNETES.has(name))
  return eachTogether(names, name => ({ name, known: knownOf(held, name, context) })).flatMap(({ name, known }) =>
    known.entry === undefined || known.entry.cleans.startsWith(CLEANS_NOTHING)
      ? []
      : [{ ref: held.ref, what: 'Outside', cleans: { text: known.entry.cleans, finalizer: name } } as const],
  )
}
