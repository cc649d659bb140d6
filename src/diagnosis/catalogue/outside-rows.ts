/** A controller that need not be a Pod of the cluster whose objects it looks after. */
export interface Outside {
  /**
   * `server`: part of a server process or of a managed control plane, never a Pod here. `elsewhere`: in another cluster, with
   * accounts of this one. `either`: as a Pod here, or hidden where the control plane is managed.
   */
  readonly runs: 'server' | 'elsewhere' | 'either'
  /** Who it is and where it runs, to follow "removed by". */
  readonly where: string
  /** What to look at to tell whether it still works, for people. */
  readonly look: string
  /** Commands that show it. */
  readonly commands: readonly string[]
  /** What it has to create beside the object to finish: nothing can be in a namespace that is terminating. */
  readonly creates?: string
  /** The workload here through which it reaches this cluster, or by which this cluster is joined to it. */
  readonly link?: { readonly namespace: string; readonly name: string }
  /** Where it was read: `owner/repository:path`, or a page. */
  readonly source: string
}

export interface OutsideRow extends Outside {
  /** Names; `*` stands for any text. */
  readonly finalizers: readonly string[]
  /** As in the catalogue: `group/Kind`, `group/*`, `*.domain/*`; any where it is not said. */
  readonly kinds?: readonly string[]
  /** It only is so in a cluster that serves this type. */
  readonly served?: string
  /** Or one whose nodes have one of these labels. */
  readonly nodeLabels?: readonly string[]
}

const nodes = ['kubectl get nodes -o wide']
const GKE = 'cloud.google.com/gke-nodepool'
const AKS = 'kubernetes.azure.com/cluster'
const GARDENER = 'worker.gardener.cloud/pool'
const HYPERSHIFT = 'hypershift.openshift.io/nodePool'

const k3s = {
  runs: 'server',
  look: 'the k3s or rke2 service on the server nodes, its log (journalctl), and whether its start flags disable this controller',
  commands: nodes,
} as const

const gke = {
  runs: 'server',
  look: 'the events of the object, and the load balancer with its parts in the Google Cloud project',
  commands: [],
} as const

const eks = {
  runs: 'server',
  look: 'the events of the object, the health of the EKS cluster, and the IAM role of the cluster in AWS',
  commands: nodes,
} as const

/**
 * Controllers that are no Pods of the cluster, the first row that fits. What follows is only used where nothing that runs in
 * the cluster is shown to be the controller; where a product may run in it as well, say `elsewhere`.
 */
export const OUTSIDE: readonly OutsideRow[] = [
  {
    ...k3s,
    finalizers: ['wrangler.cattle.io/on-helm-chart-remove', 'wrangler.cattle.io/*'],
    kinds: ['helm.cattle.io/*', 'k3s.cattle.io/*'],
    where: 'the helm-controller inside the k3s or rke2 server process',
    creates: 'the Job that uninstalls the chart',
    source: 'k3s-io/helm-controller:pkg/controllers/chart/chart.go',
  },
  {
    ...k3s,
    finalizers: ['svccontroller.k3s.cattle.io/*'],
    where: 'ServiceLB inside the k3s server process',
    source: 'k3s-io/k3s:pkg/cloudprovider/servicelb.go',
  },
  {
    ...k3s,
    finalizers: ['wrangler.cattle.io/*'],
    kinds: ['core/Node'],
    where:
      'a node controller inside the k3s or rke2 server process (a newer version, or other flags, may have dropped it)',
    source: 'rancher/rke2:pkg/controllers/cisnetworkpolicy/cleanup.go',
  },
  {
    runs: 'elsewhere',
    finalizers: ['controller.cattle.io/*', 'wrangler.cattle.io/*', 'clusterscoped.controller.cattle.io/*'],
    kinds: ['core/*', 'rbac.authorization.k8s.io/*', 'apps/*', 'networking.k8s.io/*'],
    where: 'the Rancher server, which runs in another cluster where this one is a downstream cluster of it',
    look: 'whether Rancher shows this cluster as Active, and whether its agent runs here and reaches it',
    commands: ['kubectl get deployments -n cattle-system', 'kubectl get pods -n cattle-system -o wide'],
    link: { namespace: 'cattle-system', name: 'cattle-cluster-agent' },
    source: 'rancher/rancher:pkg/controllers/managementuser/rbac/namespace_handler.go',
  },
  {
    ...gke,
    finalizers: ['networking.gke.io/*', 'gke.networking.io/*', '*.networking.gke.io/*', '*.networking.gke.io'],
    where: "the GKE ingress and load balancer controllers on Google's control plane",
    source: 'kubernetes/ingress-gce:pkg/utils/common/finalizer.go',
  },
  {
    ...eks,
    finalizers: ['networking.k8s.aws/resource-cleanup'],
    kinds: ['vpcresources.k8s.aws/*'],
    where: 'the VPC resource controller on the control plane of EKS',
    source: 'aws/amazon-vpc-resource-controller-k8s:controllers/core/node_controller.go',
  },
  {
    ...eks,
    finalizers: [
      'eks.amazonaws.com/*',
      '*.eks.amazonaws.com/*',
      '*.eks.amazonaws.com',
      'external-attacher/ebs-csi-eks-amazonaws-com',
    ],
    where: 'a controller of EKS Auto Mode, which AWS runs outside of the cluster',
    source: 'docs.aws.amazon.com/eks/latest/best-practices/automode.html',
  },
  {
    ...eks,
    runs: 'elsewhere',
    finalizers: ['karpenter.sh/termination'],
    served: 'nodeclasses.eks.amazonaws.com',
    where: 'Karpenter, which AWS runs outside of the cluster in EKS Auto Mode',
    source: 'docs.aws.amazon.com/eks/latest/best-practices/automode.html',
  },
  {
    runs: 'elsewhere',
    finalizers: ['karpenter.sh/termination', 'karpenter.azure.com/termination'],
    nodeLabels: [AKS],
    where: 'Karpenter, which Azure runs outside of the cluster where node auto-provisioning is on',
    look: 'whether the AKS cluster has node auto-provisioning on, and the events of the object',
    commands: nodes,
    source: 'Azure/karpenter-provider-azure#656',
  },
  {
    runs: 'server',
    finalizers: ['servicegateway.azure.com/*'],
    where: 'the cloud controller on the control plane of AKS',
    look: 'the state of the AKS cluster, and the events of the object',
    commands: nodes,
    source: 'kubernetes-sigs/cloud-provider-azure:pkg/consts/consts.go',
  },
  {
    runs: 'elsewhere',
    finalizers: ['snapshot.storage.kubernetes.io/*', 'groupsnapshot.storage.kubernetes.io/*', 'external-attacher/*'],
    nodeLabels: [GKE, AKS, GARDENER, HYPERSHIFT],
    where: 'a storage controller, which the control plane of such a cluster may run outside of it',
    look: 'the state of the managed cluster, and the events of the object',
    commands: nodes,
    source:
      'gardener/gardener:docs/concepts/architecture.md; kubernetes-sigs/gcp-compute-persistent-disk-csi-driver (its controller on the control plane)',
  },
  {
    runs: 'either',
    finalizers: ['snapshot.storage.kubernetes.io/*', 'groupsnapshot.storage.kubernetes.io/*'],
    where: 'the snapshot controller, which managed clusters often do not run as a Pod',
    look: 'whether the cluster comes with a snapshot controller, and the events of the object',
    commands: ['kubectl get deployments -A', 'kubectl get volumesnapshotclasses'],
    source: 'kubernetes-csi/external-snapshotter:README.md',
  },
  {
    runs: 'elsewhere',
    finalizers: ['operators.coreos.com/csv-cleanup', 'ingresscontroller.operator.openshift.io/*'],
    nodeLabels: [HYPERSHIFT],
    where: 'an operator of OpenShift that runs in the management cluster, where the cluster is a hosted one',
    look: 'the Pods of the hosted control plane in the management cluster',
    commands: [],
    source: 'openshift/openshift-docs: differences between hosted control planes and OpenShift',
  },
  {
    runs: 'either',
    finalizers: ['service.kubernetes.io/load-balancer-cleanup', '*.k8s.alibaba/*'],
    where: "the cloud provider's controller, which managed control planes and k3s do not run as a Pod",
    look: 'whether this cluster has a cloud provider at all (spec.providerID of its nodes), and the load balancer there',
    commands: ["kubectl get nodes -o custom-columns='NAME:.metadata.name,PROVIDER:.spec.providerID'"],
    source: 'kubernetes/cloud-provider:service/helpers/helper.go',
  },
  {
    runs: 'elsewhere',
    finalizers: ['machine.sapcloud.io/*', 'node.machine.sapcloud.io/*'],
    where: 'the machine-controller-manager, which Gardener runs in the seed cluster and not in the shoot',
    look: 'the health of the shoot in Gardener (condition ControlPlaneHealthy), or the Pods of the control plane in the seed',
    commands: [],
    source: 'gardener/machine-controller-manager:pkg/util/provider/machinecontroller/machine.go',
  },
  {
    runs: 'elsewhere',
    finalizers: ['gardener', 'gardener.cloud/*', '*.gardener.cloud/*'],
    where:
      'a Gardener controller, which runs beside the virtual garden or in a seed, not in the cluster that it serves',
    look: 'the Pods of Gardener in the runtime cluster of the garden, and of the gardenlet in the seed',
    commands: [],
    source: 'gardener/gardener:docs/concepts/architecture.md',
  },
  {
    runs: 'elsewhere',
    finalizers: ['hypershift.openshift.io/*', 'hypershift.io/*'],
    where: 'a HyperShift operator, which runs in the management cluster and not in the hosted one',
    look: 'the HostedCluster and the Pods of its control plane in the management cluster',
    commands: [],
    source: 'openshift/hypershift:hypershift-operator/controllers/hostedcluster/hostedcluster_controller.go',
  },
  {
    runs: 'elsewhere',
    finalizers: ['kubermatic.k8c.io/*', '*.kubermatic.k8c.io/*'],
    where: 'a Kubermatic controller, which runs in the seed cluster and not in the user cluster',
    look: 'the Pods of the Kubermatic controllers in the seed cluster',
    commands: [],
    source: 'kubermatic/kubermatic:pkg/apis/kubermatic/v1/cluster.go',
  },
  {
    runs: 'elsewhere',
    finalizers: ['cluster.open-cluster-management.io/manifest-work-cleanup'],
    where: 'the work agent of the klusterlet, which runs in the managed cluster that the work is for',
    look: 'whether the managed cluster is available, and its klusterlet runs',
    commands: ['kubectl get managedclusters'],
    source: 'open-cluster-management-io/api:work/v1/types.go',
  },
  {
    runs: 'elsewhere',
    finalizers: ['addon.open-cluster-management.io/*', 'cluster.open-cluster-management.io/*addon-pre-delete'],
    where: "the add-on's manager or its agent, which may run in the managed cluster",
    look: 'whether the managed cluster is available, and its klusterlet and the add-on run',
    commands: ['kubectl get managedclusters'],
    source: 'open-cluster-management-io/api:addon/v1alpha1/types_managedclusteraddon.go',
  },
  {
    runs: 'elsewhere',
    finalizers: ['karmada.io/*', '*.karmada.io/*'],
    where: "a Karmada controller, which runs in Karmada's host cluster and not behind Karmada's own API",
    look: 'the Pods in karmada-system of the host cluster, and whether the member cluster is ready',
    commands: [],
    source: 'karmada-io/karmada:pkg/util/constants.go',
  },
  {
    runs: 'elsewhere',
    finalizers: ['kubernetes-fleet.io/*', '*.kubernetes-fleet.io/*'],
    where: 'a Fleet controller of the hub, or its agent in the member cluster',
    look: 'the agents of the hub and of the member cluster',
    commands: [],
    source: 'kubefleet-dev/kubefleet:apis/placement/v1beta1/commons.go',
  },
  {
    runs: 'elsewhere',
    finalizers: ['operator.kyma-project.io/Kyma', 'declarative.kyma-project.io/finalizer'],
    where: 'the lifecycle-manager, which runs in the control plane of Kyma and not in the runtime cluster',
    look: 'the state of the runtime in the control plane of Kyma',
    commands: [],
    source: 'kyma-project/lifecycle-manager:api/shared/cr_finalizer.go',
  },
  {
    runs: 'server',
    finalizers: ['openshift.io/destroy-cluster'],
    where: 'the command line that destroys the cluster (hypershift destroy cluster), not by a controller',
    look: 'whether that command still runs somewhere; run it again',
    commands: [],
    source: 'openshift/hypershift:cmd/cluster/core/destroy.go',
  },
]
