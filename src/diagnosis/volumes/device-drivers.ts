import type { V1PodSpec, V1PodStatus, V1ResourceClaimStatus, V1ResourceSliceSpec } from '@kubernetes/client-node'
import { seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { eachTogether } from '../answered.ts'
import type { Facts } from '../facts.ts'
import { type LostOnNode, lostOn } from './lost-driver.ts'

const CLAIMS = 'resourceclaims.resource.k8s.io'
const SLICES = 'resourceslices.resource.k8s.io'

/**
 * The DRA drivers that a Pod's claims have devices of, and that do not run on its node: before a Pod ends, its kubelet
 * has each driver release them (kubernetes/kubernetes:pkg/kubelet/cm/dra/manager.go, UnprepareResources).
 */
export function lostDeviceDrivers(pod: KubeObject, node: KubeObject, facts: Facts): readonly LostOnNode[] {
  const { name } = node.metadata
  const used = eachTogether(claimsOf(pod), claim => driversOf(claim, pod, facts).map(driver => ({ claim, driver })))
  return [...Map.groupBy(used.flat(), ({ driver }) => driver)].flatMap(([driver, uses]) => {
    const slices = facts.read({ about: 'list', resource: SLICES })
    if (slices.state !== 'known') return []
    const specs = slices.value.map(({ spec }) => spec as Partial<V1ResourceSliceSpec> | undefined)
    const own = specs.filter(spec => spec?.driver === driver)
    // Without a node its devices are those of several.
    if (own.some(spec => spec?.nodeName === undefined)) return []
    const isRegistered = own.some(spec => spec?.nodeName === name)
    const fact = message('SlicesOfDriver', { driver, node: name, isRegistered })
    const lost = lostOn(node, { of: 'dra', driver }, isRegistered, { fact, source: SLICES }, facts)
    const of = { pod: pod.metadata.name, driver, node: name }
    const volumes = uses.map(({ claim }) => factFrom(CLAIMS, 'DevicesOfDriver', { ...of, claim }))
    return lost === undefined ? [] : [{ driver: lost, volumes }]
  })
}

/** The ResourceClaims of a Pod: that of a template has its name in the status. */
function claimsOf({ spec, status }: KubeObject): readonly string[] {
  const { resourceClaims = [] } = (spec ?? {}) as Partial<V1PodSpec>
  const { resourceClaimStatuses = [] } = (status ?? {}) as V1PodStatus
  const made = new Map(resourceClaimStatuses.map(({ name, resourceClaimName }) => [name, resourceClaimName]))
  return resourceClaims.flatMap(({ name, resourceClaimName }) => resourceClaimName ?? made.get(name) ?? [])
}

/** Whose devices a claim has for this Pod. */
function driversOf(name: string, { metadata: { namespace, uid } }: KubeObject, facts: Facts): readonly string[] {
  const claim = seenOf(facts.read({ about: 'object', resource: CLAIMS, namespace, name }))
  const { allocation, reservedFor = [] } = (claim?.status ?? {}) as V1ResourceClaimStatus
  if (!reservedFor.some(each => each.uid === uid)) return []
  return [...new Set((allocation?.devices?.results ?? []).map(({ driver }) => driver))]
}
