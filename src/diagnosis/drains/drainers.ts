/** Whose deletion is preceded by a drain of its node, by its finalizer. */
export interface Drainer {
  readonly finalizer: string
  /** `plural.group` of what has it. */
  readonly on: string
  /** Where the object has the name of its node; absent: it is the Node. */
  readonly node?: string
  /** An annotation of Pods that it respects beside their budgets. */
  readonly spares?: string
  /** Where a time is set after which it ends the Pods all the same. */
  readonly deadline?: string
  readonly source: string
}

/** A contributor adds a line. */
// biome-ignore format: a table is read by its columns
export const DRAINERS: readonly Drainer[] = [
  { finalizer: 'karpenter.sh/termination', on: 'nodes', spares: 'karpenter.sh/do-not-disrupt', source: 'kubernetes-sigs/karpenter#1392' },
  { finalizer: 'karpenter.sh/termination', on: 'nodeclaims.karpenter.sh', node: 'status.nodeName', spares: 'karpenter.sh/do-not-disrupt', deadline: 'spec.terminationGracePeriod', source: 'kubernetes-sigs/karpenter#2802' },
  { finalizer: 'machine.cluster.x-k8s.io', on: 'machines.cluster.x-k8s.io', node: 'status.nodeRef.name', deadline: 'spec.nodeDrainTimeout', source: 'kubernetes-sigs/cluster-api#2331' },
  { finalizer: 'machine.machine.openshift.io', on: 'machines.machine.openshift.io', node: 'status.nodeRef.name', source: 'openshift/machine-api-operator: pkg/controller/machine/drain_controller.go' },
]
