/** One built-in resource; absent fields mean: every verb, no short name, no category, no subresource. */
export interface BuiltinRow {
  readonly plural: string
  readonly kind: string
  readonly scope: 'Cluster' | 'Namespaced'
  readonly short?: string
  readonly category?: string
  readonly sub?: string
  readonly verbs?: string
  readonly generation?: true
  readonly returnsDeleted?: true
}

interface BuiltinGroup {
  readonly group: string
  /** Preferred first; all versions of a group hold the same resources here. */
  readonly versions: readonly string[]
  readonly rows: readonly BuiltinRow[]
}

/** What kube-apiserver 1.36 serves with default settings, as its discovery lists it. */
// biome-ignore format: a table is read by its columns
export const BUILTIN_GROUPS: readonly BuiltinGroup[] = [
  { group: '', versions: ['v1'], rows: [
    { plural: 'bindings', kind: 'Binding', scope: 'Namespaced', verbs: 'create' },
    { plural: 'componentstatuses', kind: 'ComponentStatus', scope: 'Cluster', short: 'cs', verbs: 'get,list' },
    { plural: 'configmaps', kind: 'ConfigMap', scope: 'Namespaced', short: 'cm' },
    { plural: 'endpoints', kind: 'Endpoints', scope: 'Namespaced', short: 'ep' },
    { plural: 'events', kind: 'Event', scope: 'Namespaced', short: 'ev' },
    { plural: 'limitranges', kind: 'LimitRange', scope: 'Namespaced', short: 'limits' },
    { plural: 'namespaces', kind: 'Namespace', scope: 'Cluster', short: 'ns', sub: 'finalize,status', verbs: 'create,delete,get,list,patch,update,watch', returnsDeleted: true },
    { plural: 'nodes', kind: 'Node', scope: 'Cluster', short: 'no', sub: 'status' },
    { plural: 'persistentvolumeclaims', kind: 'PersistentVolumeClaim', scope: 'Namespaced', short: 'pvc', sub: 'status', returnsDeleted: true },
    { plural: 'persistentvolumes', kind: 'PersistentVolume', scope: 'Cluster', short: 'pv', sub: 'status', returnsDeleted: true },
    { plural: 'pods', kind: 'Pod', scope: 'Namespaced', short: 'po', category: 'all', sub: 'binding,eviction,log,status', generation: true, returnsDeleted: true },
    { plural: 'podtemplates', kind: 'PodTemplate', scope: 'Namespaced', generation: true, returnsDeleted: true },
    { plural: 'replicationcontrollers', kind: 'ReplicationController', scope: 'Namespaced', short: 'rc', category: 'all', sub: 'scale,status', generation: true },
    { plural: 'resourcequotas', kind: 'ResourceQuota', scope: 'Namespaced', short: 'quota', sub: 'status', returnsDeleted: true },
    { plural: 'secrets', kind: 'Secret', scope: 'Namespaced' },
    { plural: 'serviceaccounts', kind: 'ServiceAccount', scope: 'Namespaced', short: 'sa', returnsDeleted: true },
    { plural: 'services', kind: 'Service', scope: 'Namespaced', short: 'svc', category: 'all', sub: 'status', returnsDeleted: true },
  ] },
  { group: 'apiregistration.k8s.io', versions: ['v1'], rows: [
    { plural: 'apiservices', kind: 'APIService', scope: 'Cluster', category: 'api-extensions', sub: 'status' },
  ] },
  { group: 'apps', versions: ['v1'], rows: [
    { plural: 'controllerrevisions', kind: 'ControllerRevision', scope: 'Namespaced' },
    { plural: 'daemonsets', kind: 'DaemonSet', scope: 'Namespaced', short: 'ds', category: 'all', sub: 'status', generation: true },
    { plural: 'deployments', kind: 'Deployment', scope: 'Namespaced', short: 'deploy', category: 'all', sub: 'scale,status', generation: true },
    { plural: 'replicasets', kind: 'ReplicaSet', scope: 'Namespaced', short: 'rs', category: 'all', sub: 'scale,status', generation: true },
    { plural: 'statefulsets', kind: 'StatefulSet', scope: 'Namespaced', short: 'sts', category: 'all', sub: 'scale,status', generation: true },
  ] },
  { group: 'events.k8s.io', versions: ['v1'], rows: [
    { plural: 'events', kind: 'Event', scope: 'Namespaced', short: 'ev' },
  ] },
  { group: 'authentication.k8s.io', versions: ['v1'], rows: [
    { plural: 'selfsubjectreviews', kind: 'SelfSubjectReview', scope: 'Cluster', verbs: 'create' },
    { plural: 'tokenreviews', kind: 'TokenReview', scope: 'Cluster', verbs: 'create' },
  ] },
  { group: 'authorization.k8s.io', versions: ['v1'], rows: [
    { plural: 'localsubjectaccessreviews', kind: 'LocalSubjectAccessReview', scope: 'Namespaced', verbs: 'create' },
    { plural: 'selfsubjectaccessreviews', kind: 'SelfSubjectAccessReview', scope: 'Cluster', verbs: 'create' },
    { plural: 'selfsubjectrulesreviews', kind: 'SelfSubjectRulesReview', scope: 'Cluster', verbs: 'create' },
    { plural: 'subjectaccessreviews', kind: 'SubjectAccessReview', scope: 'Cluster', verbs: 'create' },
  ] },
  { group: 'autoscaling', versions: ['v2', 'v1'], rows: [
    { plural: 'horizontalpodautoscalers', kind: 'HorizontalPodAutoscaler', scope: 'Namespaced', short: 'hpa', category: 'all', sub: 'status' },
  ] },
  { group: 'batch', versions: ['v1'], rows: [
    { plural: 'cronjobs', kind: 'CronJob', scope: 'Namespaced', short: 'cj', category: 'all', sub: 'status', generation: true },
    { plural: 'jobs', kind: 'Job', scope: 'Namespaced', category: 'all', sub: 'status', generation: true },
  ] },
  { group: 'certificates.k8s.io', versions: ['v1'], rows: [
    { plural: 'certificatesigningrequests', kind: 'CertificateSigningRequest', scope: 'Cluster', short: 'csr', sub: 'approval,status' },
  ] },
  { group: 'networking.k8s.io', versions: ['v1'], rows: [
    { plural: 'ingressclasses', kind: 'IngressClass', scope: 'Cluster', generation: true },
    { plural: 'ingresses', kind: 'Ingress', scope: 'Namespaced', short: 'ing', sub: 'status', generation: true },
    { plural: 'ipaddresses', kind: 'IPAddress', scope: 'Cluster', short: 'ip' },
    { plural: 'networkpolicies', kind: 'NetworkPolicy', scope: 'Namespaced', short: 'netpol', generation: true },
    { plural: 'servicecidrs', kind: 'ServiceCIDR', scope: 'Cluster', sub: 'status' },
  ] },
  { group: 'policy', versions: ['v1'], rows: [
    { plural: 'poddisruptionbudgets', kind: 'PodDisruptionBudget', scope: 'Namespaced', short: 'pdb', sub: 'status', generation: true },
  ] },
  { group: 'rbac.authorization.k8s.io', versions: ['v1'], rows: [
    { plural: 'clusterrolebindings', kind: 'ClusterRoleBinding', scope: 'Cluster' },
    { plural: 'clusterroles', kind: 'ClusterRole', scope: 'Cluster' },
    { plural: 'rolebindings', kind: 'RoleBinding', scope: 'Namespaced' },
    { plural: 'roles', kind: 'Role', scope: 'Namespaced' },
  ] },
  { group: 'storage.k8s.io', versions: ['v1'], rows: [
    { plural: 'csidrivers', kind: 'CSIDriver', scope: 'Cluster', returnsDeleted: true },
    { plural: 'csinodes', kind: 'CSINode', scope: 'Cluster', returnsDeleted: true },
    { plural: 'csistoragecapacities', kind: 'CSIStorageCapacity', scope: 'Namespaced' },
    { plural: 'storageclasses', kind: 'StorageClass', scope: 'Cluster', short: 'sc', returnsDeleted: true },
    { plural: 'volumeattachments', kind: 'VolumeAttachment', scope: 'Cluster', sub: 'status', returnsDeleted: true },
    { plural: 'volumeattributesclasses', kind: 'VolumeAttributesClass', scope: 'Cluster', short: 'vac', returnsDeleted: true },
  ] },
  { group: 'admissionregistration.k8s.io', versions: ['v1'], rows: [
    { plural: 'mutatingadmissionpolicies', kind: 'MutatingAdmissionPolicy', scope: 'Cluster', category: 'api-extensions', generation: true },
    { plural: 'mutatingadmissionpolicybindings', kind: 'MutatingAdmissionPolicyBinding', scope: 'Cluster', category: 'api-extensions', generation: true },
    { plural: 'mutatingwebhookconfigurations', kind: 'MutatingWebhookConfiguration', scope: 'Cluster', category: 'api-extensions', generation: true },
    { plural: 'validatingadmissionpolicies', kind: 'ValidatingAdmissionPolicy', scope: 'Cluster', category: 'api-extensions', sub: 'status', generation: true },
    { plural: 'validatingadmissionpolicybindings', kind: 'ValidatingAdmissionPolicyBinding', scope: 'Cluster', category: 'api-extensions', generation: true },
    { plural: 'validatingwebhookconfigurations', kind: 'ValidatingWebhookConfiguration', scope: 'Cluster', category: 'api-extensions', generation: true },
  ] },
  { group: 'apiextensions.k8s.io', versions: ['v1'], rows: [
    { plural: 'customresourcedefinitions', kind: 'CustomResourceDefinition', scope: 'Cluster', short: 'crd,crds', category: 'api-extensions', sub: 'status', generation: true },
  ] },
  { group: 'scheduling.k8s.io', versions: ['v1'], rows: [
    { plural: 'priorityclasses', kind: 'PriorityClass', scope: 'Cluster', short: 'pc', generation: true },
  ] },
  { group: 'coordination.k8s.io', versions: ['v1'], rows: [
    { plural: 'leases', kind: 'Lease', scope: 'Namespaced' },
  ] },
  { group: 'node.k8s.io', versions: ['v1'], rows: [
    { plural: 'runtimeclasses', kind: 'RuntimeClass', scope: 'Cluster' },
  ] },
  { group: 'discovery.k8s.io', versions: ['v1'], rows: [
    { plural: 'endpointslices', kind: 'EndpointSlice', scope: 'Namespaced', generation: true },
  ] },
  { group: 'resource.k8s.io', versions: ['v1'], rows: [
    { plural: 'deviceclasses', kind: 'DeviceClass', scope: 'Cluster', generation: true, returnsDeleted: true },
    { plural: 'resourceclaims', kind: 'ResourceClaim', scope: 'Namespaced', sub: 'status', returnsDeleted: true },
    { plural: 'resourceclaimtemplates', kind: 'ResourceClaimTemplate', scope: 'Namespaced', returnsDeleted: true },
    { plural: 'resourceslices', kind: 'ResourceSlice', scope: 'Cluster', generation: true, returnsDeleted: true },
  ] },
  { group: 'flowcontrol.apiserver.k8s.io', versions: ['v1'], rows: [
    { plural: 'flowschemas', kind: 'FlowSchema', scope: 'Cluster', sub: 'status', generation: true },
    { plural: 'prioritylevelconfigurations', kind: 'PriorityLevelConfiguration', scope: 'Cluster', sub: 'status', generation: true },
  ] },
]
