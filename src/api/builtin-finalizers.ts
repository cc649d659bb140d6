/** Finalizers with rules of their own. */
export const FOREGROUND = 'foregroundDeletion'
export const ORPHAN = 'orphan'
export const NAMESPACE = 'kubernetes'
export const CRD_CLEANUP = 'customresourcecleanup.apiextensions.k8s.io'
export const PVC_PROTECTION = 'kubernetes.io/pvc-protection'
export const PV_PROTECTION = 'kubernetes.io/pv-protection'
/** Of a cloud controller (kubernetes/cloud-provider: service/helpers/helper.go). */
export const LOAD_BALANCER_CLEANUP = 'service.kubernetes.io/load-balancer-cleanup'
export const JOB_TRACKING = 'batch.kubernetes.io/job-tracking'

/** One finalizer of Kubernetes itself, and which part of the control plane takes it off. */
export interface BuiltinFinalizer {
  readonly name: string
  /** `plural.group` of the objects on which it is Kubernetes' own; absent: of all. */
  readonly on?: string | undefined
  readonly servedBy: 'kube-controller-manager' | 'kube-apiserver'
  /** The controller in it, as its flags and logs call it. */
  readonly controller: string
  /** Where it was read, in kubernetes/kubernetes v1.36. */
  readonly source: string
}

/** Kubernetes itself puts these on and takes them off, and rules of their own say what they wait for. */
const WITH_RULES: readonly BuiltinFinalizer[] = [
  row(FOREGROUND, undefined, 'garbage-collector-controller', 'garbagecollector'),
  row(ORPHAN, undefined, 'garbage-collector-controller', 'garbagecollector'),
  row(NAMESPACE, 'namespaces', 'namespace-controller', 'namespace'),
  {
    name: CRD_CLEANUP,
    on: 'customresourcedefinitions.apiextensions.k8s.io',
    servedBy: 'kube-apiserver',
    controller: 'CRDFinalizer',
    source: 'staging/src/k8s.io/apiextensions-apiserver/pkg/controller/finalizer',
  },
  row(PVC_PROTECTION, 'persistentvolumeclaims', 'persistentvolumeclaim-protection-controller', 'volume/pvcprotection'),
  row(PV_PROTECTION, 'persistentvolumes', 'persistentvolume-protection-controller', 'volume/pvprotection'),
  row(JOB_TRACKING, 'pods', 'job-controller', 'job'),
]

/** Their names. */
export const OF_KUBERNETES: ReadonlySet<string> = new Set(WITH_RULES.map(({ name }) => name))

/**
 * Every finalizer that Kubernetes itself adds and removes; whoever removes one without rules is searched for as
 * anybody's. Those of components beside it (CSI sidecars, cloud controllers) are not here: they run as workloads of
 * their own.
 */
export const BUILTIN_FINALIZERS: readonly BuiltinFinalizer[] = [
  ...WITH_RULES,
  row(
    'kubernetes.io/pv-controller',
    'persistentvolumes',
    'persistentvolume-binder-controller',
    'volume/persistentvolume',
  ),
  row(
    'kubernetes.io/vac-protection',
    'volumeattributesclasses.storage.k8s.io',
    'volumeattributesclass-protection-controller',
    'volume/vacprotection',
  ),
  row(
    'networking.k8s.io/service-cidr-finalizer',
    'servicecidrs.networking.k8s.io',
    'service-cidr-controller',
    'servicecidrs',
  ),
  row(
    'resource.kubernetes.io/delete-protection',
    'resourceclaims.resource.k8s.io',
    'resourceclaim-controller',
    'resourceclaim',
  ),
  row(
    'scheduling.k8s.io/podgroup-protection',
    'podgroups.scheduling.k8s.io',
    'podgroup-protection-controller',
    'scheduling/podgroupprotection',
  ),
]

/** Of kube-controller-manager; `source` is below pkg/controller. */
function row(name: string, on: string | undefined, controller: string, source: string): BuiltinFinalizer {
  return { name, on, servedBy: 'kube-controller-manager', controller, source: `pkg/controller/${source}` }
}

/** The row of a finalizer on objects of this type (`plural.group`); undefined: it is not Kubernetes' own there. */
export function builtinFinalizer(name: string, resource: string): BuiltinFinalizer | undefined {
  return BUILTIN_FINALIZERS.find(each => each.name === name && (each.on === undefined || each.on === resource))
}

/**
 * Whether an entry of metadata.finalizers is (or looks like) one of Kubernetes' own, but no part of Kubernetes removes
 * it there: each looks for its exact name on its own type. `kubernetes` belongs in the spec of a Namespace only.
 */
export function isMisplacedName(name: string, resource: string): boolean {
  if (name === NAMESPACE) return true
  if (BUILTIN_FINALIZERS.some(each => each.name === name)) return builtinFinalizer(name, resource) === undefined
  const [, short] = /^(?:(?:kubernetes|k8s)\.io\/)?([^/]+)$/.exec(name) ?? []
  return short !== undefined && LOOK_ALIKES.has(plain(short))
}

/** What is written by hand in the place of a name that the garbage collector, or a protection, looks for. */
const LOOK_ALIKES: ReadonlySet<string> = new Set(
  [
    FOREGROUND,
    ORPHAN,
    NAMESPACE,
    'foreground',
    'orphanDependents',
    'pvc-protection',
    'pv-protection',
    'job-tracking',
  ].map(plain),
)

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}
