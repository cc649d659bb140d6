/** A field of the object and what it has to be; `undefined` among the values: or it is not there. */
export interface FieldTest {
  readonly field: string
  readonly is: readonly unknown[] | RegExp
}

/** Where an object of a product lists the resources that its controller deletes before it lets the object go. */
export interface Inventory {
  /** `plural.group`, or `*.group` for every type of a group. */
  readonly on: string
  /** Only while the object has a finalizer that starts with this. */
  readonly finalizer: string
  /** Where the entries are; lists on the way are walked. */
  readonly path: string
  /** An entry has fields (`kind`, `name`, and `group` or `apiVersion`), or an id `<namespace>_<name>_<group>_<kind>`. */
  readonly entry: 'fields' | 'id'
  /** All of these hold, or the resources are left alone. */
  readonly deletes?: readonly FieldTest[]
  /** One of these holds, or the resources are in another cluster. */
  readonly here?: readonly FieldTest[]
  /** Whether the controller waits until what it deleted is gone; false: it only has to delete it. */
  readonly waits: boolean
  /** Annotations by which a resource that is not being deleted is left alone. */
  readonly keeps?: readonly { readonly annotation: string; readonly value: RegExp }[]
  /** Kinds that are left alone. */
  readonly spares?: readonly string[]
  /** Marks by which a resource says whose it is, should the list be older than that, or not be there. */
  readonly marks?: Marks
  readonly source: string
}

/** Two labels with name and namespace of the object, or an annotation `<name>:<group>/<kind>:<namespace>/<name>` of Argo CD. */
export type Marks = { readonly name: string; readonly namespace: string } | { readonly trackingId: string }

const NOT_SUSPENDED = { field: 'spec.suspend', is: [false, undefined] }
const NO_KUBECONFIG = { field: 'spec.kubeConfig', is: [undefined] }
const HELM_KEEP = { annotation: 'helm.sh/resource-policy', value: /^keep$/ }
const FLUX = 'kustomize.toolkit.fluxcd.io'
const FLUX_KEEPS = [
  { annotation: `${FLUX}/prune`, value: /^disabled$/i },
  { annotation: `${FLUX}/reconcile`, value: /^disabled$/i },
  { annotation: `${FLUX}/ssa`, value: /^ignore$/i },
]
const OPERATOR_KEEPS = [
  { annotation: 'fluxcd.controlplane.io/prune', value: /^disabled$/i },
  { annotation: 'fluxcd.controlplane.io/reconcile', value: /^disabled$/i },
]

function marksOf(domain: string): Marks {
  return { name: `${domain}/name`, namespace: `${domain}/namespace` }
}

/** A contributor adds a line; rows of one type add up. */
// biome-ignore format: a table is read by its columns
export const INVENTORIES: readonly Inventory[] = [
  {
    on: 'applications.argoproj.io', finalizer: 'resources-finalizer.argocd.argoproj.io', path: 'status.resources', entry: 'fields', waits: true,
    here: [{ field: 'spec.destination.server', is: ['https://kubernetes.default.svc'] }, { field: 'spec.destination.name', is: ['in-cluster'] }],
    keeps: [{ annotation: 'argocd.argoproj.io/sync-options', value: /(^|,)\s*Delete=false\s*(,|$)/ }, HELM_KEEP], spares: ['CustomResourceDefinition'], marks: { trackingId: 'argocd.argoproj.io/tracking-id' },
    source: 'argoproj/argo-cd: controller/appcontroller.go, finalizeApplicationDeletion, shouldBeDeleted',
  },
  {
    on: 'applicationsets.argoproj.io', finalizer: 'resources-finalizer.argocd.argoproj.io', path: 'status.resources', entry: 'fields', waits: true,
    source: 'argoproj/argo-cd: ApplicationSetStatus.resources',
  },
  {
    on: 'kustomizations.kustomize.toolkit.fluxcd.io', finalizer: 'finalizers.fluxcd.io', path: 'status.inventory.entries', entry: 'id',
    deletes: [NOT_SUSPENDED, { field: 'spec.deletionPolicy', is: ['MirrorPrune', undefined] }, { field: 'spec.prune', is: [true] }],
    here: [NO_KUBECONFIG], waits: false, keeps: FLUX_KEEPS, marks: marksOf('kustomize.toolkit.fluxcd.io'),
    source: 'fluxcd/kustomize-controller: internal/controller/kustomization_controller.go, finalizerShouldDeleteResources',
  },
  {
    on: 'kustomizations.kustomize.toolkit.fluxcd.io', finalizer: 'finalizers.fluxcd.io', path: 'status.inventory.entries', entry: 'id',
    deletes: [NOT_SUSPENDED, { field: 'spec.deletionPolicy', is: ['Delete'] }], here: [NO_KUBECONFIG], waits: false, keeps: FLUX_KEEPS, marks: marksOf('kustomize.toolkit.fluxcd.io'),
    source: 'as above',
  },
  {
    on: 'kustomizations.kustomize.toolkit.fluxcd.io', finalizer: 'finalizers.fluxcd.io', path: 'status.inventory.entries', entry: 'id',
    deletes: [NOT_SUSPENDED, { field: 'spec.deletionPolicy', is: ['WaitForTermination'] }], here: [NO_KUBECONFIG], waits: true, keeps: FLUX_KEEPS, marks: marksOf('kustomize.toolkit.fluxcd.io'),
    source: 'fluxcd/kustomize-controller: internal/controller/kustomization_controller.go, finalize',
  },
  {
    on: 'helmreleases.helm.toolkit.fluxcd.io', finalizer: 'finalizers.fluxcd.io', path: 'status.inventory.entries', entry: 'id',
    deletes: [NOT_SUSPENDED, { field: 'spec.uninstall.disableWait', is: [false, undefined] }], here: [NO_KUBECONFIG], waits: true, keeps: [HELM_KEEP], marks: marksOf('helm.toolkit.fluxcd.io'),
    source: 'fluxcd/helm-controller: api/v2/inventory_types.go, internal/action/uninstall.go',
  },
  {
    on: 'helmreleases.helm.toolkit.fluxcd.io', finalizer: 'finalizers.fluxcd.io', path: 'status.inventory.entries', entry: 'id',
    deletes: [NOT_SUSPENDED, { field: 'spec.uninstall.disableWait', is: [true] }], here: [NO_KUBECONFIG], waits: false, keeps: [HELM_KEEP], marks: marksOf('helm.toolkit.fluxcd.io'),
    source: 'as above',
  },
  {
    on: '*.fluxcd.controlplane.io', finalizer: 'fluxcd.controlplane.io/finalizer', path: 'status.inventory.entries', entry: 'id',
    here: [NO_KUBECONFIG], waits: true, keeps: OPERATOR_KEEPS,
    source: 'controlplaneio-fluxcd/flux-operator: api/v1/resourceset_types.go, ResourceSetStatus.inventory',
  },
  {
    on: 'appliedmanifestworks.work.open-cluster-management.io', finalizer: 'cluster.open-cluster-management.io/applied-manifest-work-cleanup', path: 'status.appliedResources', entry: 'fields', waits: true,
    source: 'open-cluster-management-io/ocm: appliedmanifestwork_finalize_controller.go, syncAppliedManifestWork',
  },
  {
    on: 'resourcetrackers.core.oam.dev', finalizer: 'resourcetracker.core.oam.dev/finalizer', path: 'spec.managedResources', entry: 'fields', waits: true,
    source: 'kubevela/kubevela: apis/core.oam.dev/v1beta1/resourcetracker_types.go',
  },
  {
    on: 'managedresources.resources.gardener.cloud', finalizer: 'resources.gardener.cloud/gardener-resource-manager', path: 'status.resources', entry: 'fields', waits: true,
    deletes: [{ field: 'spec.keepObjects', is: [false, undefined] }], here: [{ field: 'spec.class', is: ['seed', 'garden'] }],
    source: 'gardener/gardener: pkg/apis/resources/v1alpha1/types.go, ManagedResourceStatus.resources',
  },
  {
    on: 'bundledeployments.fleet.cattle.io', finalizer: 'fleet.cattle.io/', path: 'status.resources', entry: 'fields', waits: true,
    deletes: [{ field: 'spec.options.keepResources', is: [false, undefined] }], here: [{ field: 'metadata.namespace', is: /^cluster-fleet-local-local-/ }],
    source: 'rancher/fleet: bundledeployment_types.go, BundleDeploymentStatus.resources',
  },
  {
    on: '*', finalizer: 'finalizer.apiextensions.crossplane.io', path: 'spec.resourceRef', entry: 'fields',
    deletes: [{ field: 'spec.compositeDeletePolicy', is: ['Foreground'] }], waits: true,
    source: 'crossplane/crossplane: internal/controller/apiextensions/claim/reconciler.go, requiresForegroundDeletion',
  },
]

/**
 * Lists in a status by which other products say what they made, by the name of the field. Only what is being deleted is
 * taken from them, and only where the object names no other cluster.
 */
export const INVENTORY_FIELDS =
  /^((managed|applied|deployed|created|owned|tracked|provisioned|installed)(Resource|Object)s?|resources?|resourceRefs|inventory|relatedObjects|objects|children|components)$/
/** Fields of a spec by which an object may be one for another cluster. */
export const OTHER_CLUSTER =
  /^(kube-?config|(target|remote|destination|member|workload)?-?clusters?|destination|target)(Ref|Name|SecretRef)?$/i
