import type { V1Deployment } from '@kubernetes/client-node'
import type { Facts } from '../facts.ts'
import { once } from '../once.ts'

/** A workload whose Pods a Service selects. */
export interface WorkloadBehind {
  /** `deployment/NAME`, as kubectl takes it. */
  readonly name: string
  /** Replicas that are wanted. */
  readonly replicas: number
}

const KINDS = { 'deployments.apps': 'deployment', 'statefulsets.apps': 'statefulset' } as const

/** Deployments and StatefulSets whose Pods have all labels of a Service's selector; none when they cannot be read. */
export function workloadsBehind(
  namespace: string,
  selector: Readonly<Record<string, string>> | undefined,
  facts: Facts,
): readonly WorkloadBehind[] {
  const wanted = Object.entries(selector ?? {})
  if (wanted.length === 0) return []
  return once(facts, `workloads-behind/${namespace}/${JSON.stringify(wanted)}`, () =>
    (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap(resource => {
      const list = facts.read({ about: 'list', resource, namespace })
      if (list.state !== 'known') return []
      return (list.value as unknown as readonly V1Deployment[])
        .filter(({ spec }) => wanted.every(([key, value]) => spec?.template?.metadata?.labels?.[key] === value))
        .map(({ metadata, spec }) => ({ name: `${KINDS[resource]}/${metadata?.name}`, replicas: spec?.replicas ?? 1 }))
    }),
  )
}
