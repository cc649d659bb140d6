import type { V1PodSpec } from '@kubernetes/client-node'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { wholePod } from './whole-pod.ts'

/** What may come to harm when the Pods of a lost node are replaced while their processes still run there. */
export interface AtStake {
  /** `namespace/name` of StatefulSets: they start a second Pod of the same name. */
  readonly statefulSets: readonly string[]
  /** `namespace/name` of claims whose volumes may be written from two nodes. */
  readonly claims: readonly string[]
}

/** Looks at Pods that were read already; what could not be read is not named. */
export function atStakeOn(pods: readonly StuckObject[], context: RuleContext): AtStake {
  const sets = pods.flatMap(({ ref, meta }) =>
    (meta.ownerReferences ?? [])
      .filter(({ kind, controller }) => controller && kind === 'StatefulSet')
      .map(({ name }) => `${ref.namespace}/${name}`),
  )
  const claims = pods.flatMap(held => {
    const pod = wholePod(held, context)
    const { volumes } = ((pod.state === 'known' ? pod.value.spec : undefined) ?? {}) as Partial<V1PodSpec>
    const names = (volumes ?? []).flatMap(volume => volume.persistentVolumeClaim?.claimName ?? [])
    return names.map(name => `${held.ref.namespace}/${name}`)
  })
  return { statefulSets: [...new Set(sets)], claims: [...new Set(claims)] }
}
