/** Whose deletion is preceded by a drain of its node, by its finalizer. */
export interface Drainer {
  readonly finalizer: string
  /** `plural.group` of what has it. */
  readonly on: string
  /** Where the object has the name of its node; absent: it is the Node. */
  readonly node?: string
  /** An annotation of Pods that it respects beside their budgets. */
  readonly spares?: string
  /** A label of Pods that it does not drain, with its value. */
  readonly leaves?: readonly [string, string]
  /** Where a time is set after which it ends the Pods all the same. */
  readonly deadlines?: readonly string[]
  /** An annotation of the object by which nothing is drained, or by a deadline. */
  readonly unless?: string
  readonly source: string
}

/** A contributor adds a line. */
// biome-ignore format: a table is read by its columns
export const DRAINERS: readonly Drainer[] = [
  { finalizer: 'karpenter.sh/termination', on: 'nodes', spares: 'karpenter.sh/do-not-disrupt', unless: 'karpenter.sh/nodeclaim-termination-timestamp', source: 'kubernetes-sigs/karpenter#1392, pkg/apis/v1/labels.go' },
  { finalizer: 'karpenter.sh/termination', on: 'nodeclaims.karpenter.sh', node: 'status.nodeName', spares: 'karpenter.sh/do-not-disrupt', deadlines: ['spec.terminationGracePeriod'], unless: 'karpenter.sh/nodeclaim-termination-timestamp', source: 'kubernetes-sigs/karpenter#2802, pkg/apis/v1/labels.go' },
  { finalizer: 'machine.cluster.x-k8s.io', on: 'machines.cluster.x-k8s.io', node: 'status.nodeRef.name', leaves: ['cluster.x-k8s.io/drain', 'skip'], deadlines: ['spec.nodeDrainTimeout', 'spec.deletion.nodeDrainTimeoutSeconds'], unless: 'machine.cluster.x-k8s.io/exclude-node-draining', source: 'kubernetes-sigs/cluster-api#2331, api/core/v1beta2/machine_types.go' },
  { finalizer: 'machine.machine.openshift.io', on: 'machines.machine.openshift.io', node: 'status.nodeRef.name', unless: 'machine.openshift.io/exclude-node-draining', source: 'openshift/machine-api-operator: pkg/controller/machine/drain_controller.go' },
]

/** Where objects of other products have the name of their node. */
export const NODE_FIELDS = ['status.nodeRef.name', 'status.nodeName', 'spec.nodeName', 'spec.nodeRef.name'] as const
