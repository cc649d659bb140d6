import type { V1PodSpec } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import { type Facts, once } from '../facts.ts'
import { nodeNameOf } from '../pods/ending.ts'
import type { StuckObject } from '../stuck-object.ts'

/**
 * The Pods that keep kubernetes.io/pvc-protection on a claim, by the rule of its controller: they name it and have a
 * node, in any phase (Completed ones count until they are deleted). The claim of a generic ephemeral volume belongs
 * only to its own Pod, and is free once that got its last DELETE.
 */
export function consumersOf(claim: StuckObject, pods: readonly KubeObject[], facts: Facts): readonly KubeObject[] {
  const byClaim = once(facts, `consumers in ${claim.ref.namespace}`, () => consumersByClaim(pods))
  return (byClaim.get(claim.ref.name) ?? [])
    .filter(({ pod, ephemeral }) => !ephemeral || (isControlledBy(claim, pod) && !isShutDown(pod)))
    .map(({ pod }) => pod)
}

type Consumer = { readonly pod: KubeObject; readonly ephemeral: boolean }

function consumersByClaim(pods: readonly KubeObject[]): ReadonlyMap<string, readonly Consumer[]> {
  const byClaim = new Map<string, Consumer[]>()
  for (const pod of pods) {
    if (nodeNameOf(pod) === undefined) continue
    for (const [claim, ephemeral] of claimsNamedBy(pod)) {
      const consumers = byClaim.get(claim)
      if (consumers === undefined) byClaim.set(claim, [{ pod, ephemeral }])
      else consumers.push({ pod, ephemeral })
    }
  }
  return byClaim
}

/** Each claim once, with whether it is that of an ephemeral volume. */
function claimsNamedBy(pod: KubeObject): ReadonlyMap<string, boolean> {
  const { volumes } = (pod.spec ?? {}) as Partial<V1PodSpec>
  const claims = new Map<string, boolean>()
  for (const { name, ephemeral, persistentVolumeClaim } of volumes ?? []) {
    // A claim that is named outright counts, whatever else names it.
    if (persistentVolumeClaim?.claimName !== undefined) claims.set(persistentVolumeClaim.claimName, false)
    const own = `${pod.metadata.name}-${name}`
    if (ephemeral && !claims.has(own)) claims.set(own, true)
  }
  return claims
}

function isControlledBy(claim: StuckObject, pod: KubeObject): boolean {
  return (claim.meta.ownerReferences ?? []).some(({ uid, controller }) => controller && uid === pod.metadata.uid)
}

/** The last DELETE of a Pod sets its grace to 0: it has run through its end, and only finalizers keep the object. */
function isShutDown({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === 0
}
