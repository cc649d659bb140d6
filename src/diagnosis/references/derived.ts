/** A thing that a controller needs by a name that it makes of another one. */
export interface DerivedName {
  readonly finalizer: string
  /** `plural.group` of the thing. */
  readonly resource: string
  /** Field of the spec, and the name with `*` where its value goes. */
  readonly field: string
  readonly name: string
  readonly source: string
}

/** Names that stand in no field as they are, or in one that does not tell by itself that it names an object. A contributor adds a line. */
// biome-ignore format: a table is read by its columns
export const DERIVED_NAMES: readonly DerivedName[] = [
  { finalizer: 'machine.cluster.x-k8s.io', resource: 'clusters.cluster.x-k8s.io', field: 'clusterName', name: '*', source: 'kubernetes-sigs/cluster-api: internal/controllers/machine, Reconcile asks for the Cluster by its name before anything else' },
  { finalizer: 'machinepool.cluster.x-k8s.io', resource: 'clusters.cluster.x-k8s.io', field: 'clusterName', name: '*', source: 'kubernetes-sigs/cluster-api: exp/internal/controllers/machinepool_controller.go' },
  { finalizer: 'machine.cluster.x-k8s.io', resource: 'secrets', field: 'clusterName', name: '*-kubeconfig', source: 'kubernetes-sigs/cluster-api: internal/controllers/machine, drainNode asks for a client of the workload cluster' },
  { finalizer: 'machinepool.cluster.x-k8s.io', resource: 'secrets', field: 'clusterName', name: '*-kubeconfig', source: 'kubernetes-sigs/cluster-api#7559' },
]
