import type { Remedy } from '../explanation.ts'
import { concerns } from './kinds.ts'
import { isOneOf } from './wildcard.ts'

/** What a product offers itself where its objects do not go. */
export interface WayOut {
  /** Names; `*` stands for any text. */
  readonly finalizers: readonly string[]
  /** As in the catalogue; any where it is not said. */
  readonly kinds?: readonly string[]
  /**
   * `uninstall`: it ends the whole installation, and so is for objects whose controller is gone, or whose namespace goes.
   * `release`: a controller that runs then removes the finalizer, and leaves alone what it stands for.
   * `by hand`: what the controller would have done before it removed the finalizer, for objects whose controller is gone; the
   * finalizer is removed after that.
   */
  readonly by: 'uninstall' | 'release' | 'by hand'
  /** What is set on the object, or on another one of its namespace; only where it is not set so already. */
  readonly set?: Setting | undefined
  /** What is run, for those that set nothing; NAMESPACE and NAME stand for those of each object. */
  readonly commands?: readonly string[]
  /** What it does, to be read after "Product: ". */
  readonly summary: string
  readonly project: string
  readonly risk: Remedy['risk']
  /** Where it was read: `owner/repository:path`, or a page. */
  readonly source: string
}

export type Setting =
  | { readonly annotation: string; readonly value: string }
  /** Below spec; only of objects that have the field. */
  | {
      readonly field: string
      readonly value: unknown
      readonly optional?: true
      /** What other fields decide whether it counts: all of these. */
      readonly where?: readonly OtherField[]
    }
  /** A field at the top of another object. */
  | { readonly of: string; readonly name: string; readonly field: string; readonly value: string }

/** A list or a value below spec: what is among its values; nothing where it is absent. */
export type OtherField = { readonly field: string } & (
  | { readonly has: string }
  | { readonly lacks: string }
  | { readonly absent: true }
)

const ORPHANED = {
  project: 'Crossplane',
  finalizers: ['finalizer.managedresource.crossplane.io'],
  by: 'release',
  summary: 'its provider then removes the finalizer, and the external resource stays',
  risk: 'medium',
  source: 'crossplane/crossplane-runtime:pkg/reconciler/managed/policies.go, ShouldDelete',
} as const
const ALL_BUT_DELETE = ['Observe', 'Create', 'Update', 'LateInitialize']

/** What is known product by product. A contributor adds a row; all that fit are told. */
const rows: readonly WayOut[] = [
  {
    project: 'Longhorn',
    finalizers: ['longhorn.io'],
    by: 'uninstall',
    set: { of: 'settings.longhorn.io', name: 'deleting-confirmation-flag', field: 'value', value: 'true' },
    summary:
      'where it is to go with all its volumes, confirm that by its setting, and run the uninstaller of its version (uninstall/uninstall.yaml, or helm uninstall); without the confirmation the uninstaller refuses',
    risk: 'high',
    source: 'longhorn/longhorn-manager:README.md; longhorn/longhorn:uninstall/uninstall.yaml',
  },
  {
    project: 'Flux',
    finalizers: ['finalizers.fluxcd.io'],
    by: 'uninstall',
    commands: ['flux uninstall --namespace=flux-system --keep-namespace'],
    summary:
      'where it is to go from this cluster, run its uninstaller: it deletes the controllers, removes the finalizers of all its objects and deletes its CRDs; what Flux applied stays',
    risk: 'high',
    source: 'fluxcd/flux2:cmd/flux/uninstall.go',
  },
  {
    project: 'Rancher',
    finalizers: ['controller.cattle.io/*', 'wrangler.cattle.io/*', '*.controller.cattle.io/*'],
    // Not those of k3s, RKE2 and Fleet, which also run without it.
    kinds: [
      ...['management', 'project', 'cluster', 'provisioning', 'catalog', 'ui'].map(group => `${group}.cattle.io/*`),
      'core/Namespace',
      'rbac.authorization.k8s.io/*',
    ],
    by: 'uninstall',
    commands: [
      'kubectl create -f https://raw.githubusercontent.com/rancher/rancher-cleanup/main/deploy/rancher-cleanup.yaml',
    ],
    summary:
      'where it is to go from this cluster for good, run its cleanup Job: it deletes everything of Rancher, webhooks first, and frees what it marked',
    risk: 'high',
    source: 'rancher/rancher-cleanup:README.md',
  },
  {
    project: 'Istio',
    finalizers: ['istio-finalizer.install.istio.io'],
    by: 'uninstall',
    commands: ['istioctl uninstall --purge'],
    summary: 'where the mesh is to go, uninstall it first: then nothing of it is left that its operator would clean up',
    risk: 'high',
    source: 'istio/istio.io:content/en/docs/setup/install/istioctl/index.md',
  },
  {
    project: 'Velero',
    finalizers: ['restores.velero.io/external-resources-finalizer', 'velero.io/data-upload-download-finalizer'],
    // Its uninstaller knows no other types.
    kinds: ['velero.io/Restore', 'velero.io/DataUpload', 'velero.io/DataDownload'],
    by: 'uninstall',
    commands: ['velero uninstall --namespace NAMESPACE'],
    summary:
      'where it is to go from this cluster, run its uninstaller: it takes care of its own finalizers, and deletes this namespace with all that is in it, and its CRDs; backups in the object storage stay',
    risk: 'high',
    source: 'velero-io/velero:pkg/cmd/cli/uninstall/uninstall.go',
  },
  {
    project: 'Operator Lifecycle Manager',
    finalizers: ['operators.coreos.com/csv-cleanup'],
    kinds: ['operators.coreos.com/ClusterServiceVersion'],
    by: 'by hand',
    commands: [
      'kubectl delete clusterrolebindings,clusterroles,mutatingwebhookconfigurations,validatingwebhookconfigurations -l olm.owner=NAME,olm.owner.namespace=NAMESPACE',
    ],
    summary:
      'where olm-operator does not come back, delete by hand what it would have deleted: the cluster roles, their bindings and the webhook configurations that it made for this operator; then remove the finalizer',
    risk: 'medium',
    source:
      'operator-framework/operator-lifecycle-manager:pkg/controller/operators/olm/operator.go, processFinalizer; pkg/lib/ownerutil/util.go',
  },
  {
    project: 'KubeVirt',
    finalizers: ['foregroundDeleteKubeVirt', 'kubevirt.io/foregroundDeleteKubeVirt'],
    kinds: ['kubevirt.io/KubeVirt'],
    by: 'by hand',
    commands: [
      'kubectl delete apiservices v1.subresources.kubevirt.io v1alpha3.subresources.kubevirt.io --ignore-not-found',
      'kubectl delete mutatingwebhookconfigurations virt-api-mutator --ignore-not-found',
      'kubectl delete validatingwebhookconfigurations virt-operator-validator virt-api-validator --ignore-not-found',
    ],
    summary:
      'where virt-operator does not come back and no virtual machine is left, delete its API and its webhooks by hand, which else keep namespaces from going; then remove the finalizer. Next time delete the KubeVirt first, and virt-operator when it is gone',
    risk: 'high',
    source: 'kubevirt/user-guide:docs/cluster_admin/updating_and_deletion.md',
  },
  {
    project: 'Kyverno',
    finalizers: ['kyverno.io/*'],
    kinds: ['apps/Deployment', 'rbac.authorization.k8s.io/*', 'core/ServiceAccount'],
    by: 'by hand',
    commands: [
      'kubectl delete mutatingwebhookconfigurations,validatingwebhookconfigurations -l webhook.kyverno.io/managed-by=kyverno',
    ],
    summary:
      'where it does not come back, delete its webhook configurations by hand, for which it keeps its own parts; then remove the finalizer',
    risk: 'medium',
    source:
      'kyverno/website:content/en/docs/installation/uninstallation.md; kyverno/kyverno:pkg/controllers/webhook/cleanup.go',
  },
  {
    ...ORPHANED,
    // Policies that name Delete override it.
    set: { field: 'deletionPolicy', value: 'Orphan', where: [{ field: 'managementPolicies', lacks: 'Delete' }] },
  },
  {
    ...ORPHANED,
    // Namespaced resources of version 2 have no deletionPolicy.
    set: {
      field: 'managementPolicies',
      value: ALL_BUT_DELETE,
      where: [
        { field: 'managementPolicies', has: '*' },
        { field: 'deletionPolicy', absent: true },
      ],
    },
  },
  {
    ...ORPHANED,
    set: {
      field: 'managementPolicies',
      value: ALL_BUT_DELETE,
      where: [{ field: 'managementPolicies', has: 'Delete' }],
    },
  },
  {
    project: 'Argo CD',
    finalizers: ['resources-finalizer.argocd.argoproj.io*'],
    kinds: ['argoproj.io/Application'],
    by: 'release',
    commands: ['argocd app delete NAMESPACE/NAME --cascade=false'],
    summary: 'its own deletion without cascade removes the finalizer; what the Application deployed stays',
    risk: 'medium',
    source: 'argoproj/argo-cd:docs/user-guide/app_deletion.md',
  },
  {
    project: 'AWS Controllers for Kubernetes',
    finalizers: ['finalizers.*.services.k8s.aws/*'],
    by: 'release',
    set: { annotation: 'services.k8s.aws/deletion-policy', value: 'retain' },
    summary: 'its controller then removes the finalizer, and the AWS resource stays',
    risk: 'medium',
    source: 'aws-controllers-k8s/docs: deletion policy',
  },
  {
    project: 'Config Connector',
    finalizers: ['cnrm.cloud.google.com/*'],
    by: 'release',
    set: { annotation: 'cnrm.cloud.google.com/deletion-policy', value: 'abandon' },
    summary: 'its controller then removes the finalizer, and the Google Cloud resource stays',
    risk: 'medium',
    source: 'cloud.google.com/config-connector/docs/how-to/managing-deleting-resources',
  },
  {
    project: 'Azure Service Operator',
    finalizers: ['serviceoperator.azure.com/finalizer'],
    by: 'release',
    set: { annotation: 'serviceoperator.azure.com/reconcile-policy', value: 'detach-on-delete' },
    summary: 'its controller then removes the finalizer, and the Azure resource stays',
    risk: 'medium',
    source: 'azure.github.io/azure-service-operator/guide/annotations',
  },
  {
    project: 'Strimzi',
    finalizers: ['strimzi.io/topic-operator'],
    by: 'release',
    set: { annotation: 'strimzi.io/managed', value: 'false' },
    summary: 'the topic operator then removes the finalizer, and the topic stays in Kafka',
    risk: 'low',
    source: 'strimzi/strimzi-kafka-operator:documentation (unmanaged topics)',
  },
  {
    project: 'Flux',
    finalizers: ['finalizers.fluxcd.io'],
    kinds: ['kustomize.toolkit.fluxcd.io/Kustomization', 'helm.toolkit.fluxcd.io/HelmRelease'],
    by: 'release',
    set: { field: 'suspend', value: true, optional: true },
    summary: 'its controller removes the finalizer of a suspended object at once, and what was applied for it stays',
    risk: 'medium',
    source: 'fluxcd/kustomize-controller: finalize(); fluxcd/helm-controller: reconcileDelete()',
  },
  {
    project: 'Tofu Controller',
    finalizers: ['finalizers.tf.contrib.fluxcd.io'],
    by: 'release',
    set: { field: 'destroyResourcesOnDeletion', value: false },
    summary: 'its controller then removes the finalizer, and what Terraform made stays',
    risk: 'medium',
    source: 'flux-iac/tofu-controller:docs/References/terraform.md',
  },
]

/** What the product of a finalizer offers for objects of this resource. */
export function waysOut(finalizer: string, resource: string): readonly WayOut[] {
  return rows.filter(
    ({ finalizers, kinds }) => isOneOf(finalizers, finalizer) && (kinds === undefined || concerns(kinds, resource)),
  )
}
