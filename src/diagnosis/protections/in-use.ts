/** How users of a protected object are found: by a field of theirs that names it, or by one of its own that names them. */
export type UserField =
  | {
      readonly by: 'user'
      /** `plural.group`; as a group `*` stands for the own one of the object. */
      readonly resource: string
      /** Where the user has the object's name; lists are walked. */
      readonly field: string
      /** Where beside it stands the kind, if it can name several. */
      readonly kind?: string
      /** Users are in the object's own namespace, or in any. */
      readonly in: 'same' | 'any'
      /** Only users of which one of these fields has one of these values; `undefined` among them: or is not there. */
      readonly only?: { readonly field: string; readonly values: readonly unknown[] }
      /** Users with this condition True count no more. */
      readonly ended?: string
    }
  | {
      readonly by: 'object'
      readonly resource: string
      /** Where the object has `{name, namespace?}` of its users, or their name alone. */
      readonly field: string
      /** Deleted by the controller itself: waited for only while it is terminating. */
      readonly takenAlong?: true
      /** Waited for only until it is deleted: it then waits in turn for what is protected. */
      readonly untilDeleted?: true
    }
  /** Addresses that only this range covers. */
  | { readonly by: 'range' }

/** A finalizer by which somebody keeps an object for as long as others use it. */
export interface InUseProtection {
  readonly finalizer: string
  /** `plural.group` of what is protected; `*` for any. */
  readonly on: string
  readonly users: readonly UserField[]
  /** What is lost when it is removed while it is in use. */
  readonly loss: string
  readonly source: string
}

const PENDING = { field: 'status.phase', values: ['Pending', undefined] }
const SNAPSHOTS = 'volumesnapshots.snapshot.storage.k8s.io'
const CONTENTS = 'volumesnapshotcontents.snapshot.storage.k8s.io'
const GROUPS = 'volumegroupsnapshots.groupsnapshot.storage.k8s.io'
const GROUP_CONTENTS = 'volumegroupsnapshotcontents.groupsnapshot.storage.k8s.io'

/** Beyond claims, volumes and definitions, which have rules of their own. A contributor adds a line. */
// biome-ignore format: a table is read by its columns
export const IN_USE_PROTECTIONS: readonly InUseProtection[] = [
  { finalizer: 'kubernetes.io/vac-protection', on: 'volumeattributesclasses.storage.k8s.io', users: [
    { by: 'user', resource: 'persistentvolumeclaims', field: 'spec.volumeAttributesClassName', in: 'any' },
    { by: 'user', resource: 'persistentvolumeclaims', field: 'status.currentVolumeAttributesClassName', in: 'any' },
    { by: 'user', resource: 'persistentvolumeclaims', field: 'status.modifyVolumeStatus.targetVolumeAttributesClassName', in: 'any' },
    { by: 'user', resource: 'persistentvolumes', field: 'spec.volumeAttributesClassName', in: 'any' },
  ], loss: 'volumes of the class can neither be modified nor resized until it is created again', source: 'kubernetes/kubernetes: pkg/controller/volume/vacprotection' },
  { finalizer: 'networking.k8s.io/service-cidr-finalizer', on: 'servicecidrs.networking.k8s.io', users: [{ by: 'range' }], loss: 'the addresses of Services are in no known range any more', source: 'kubernetes/kubernetes: pkg/controller/servicecidrs' },
  { finalizer: 'resource.kubernetes.io/delete-protection', on: 'resourceclaims.resource.k8s.io', users: [{ by: 'object', resource: 'pods', field: 'status.reservedFor' }], loss: 'its devices may be given to another Pod while the first one still uses them', source: 'kubernetes/kubernetes: pkg/controller/resourceclaim' },
  { finalizer: 'scheduling.k8s.io/podgroup-protection', on: 'podgroups.scheduling.k8s.io', users: [{ by: 'user', resource: 'pods', field: 'spec.schedulingGroup.podGroupName', in: 'same', only: { field: 'status.phase', values: ['Pending', 'Running', 'Unknown', undefined] } }], loss: 'Pods of the group that are not scheduled yet never will be', source: 'kubernetes/kubernetes: pkg/controller/scheduling/podgroupprotection' },
  { finalizer: 'snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection', on: CONTENTS, users: [{ by: 'object', resource: SNAPSHOTS, field: 'spec.volumeSnapshotRef', untilDeleted: true }], loss: 'the snapshot that is bound to it loses its data', source: 'kubernetes-csi/external-snapshotter#676' },
  { finalizer: 'snapshot.storage.kubernetes.io/volumesnapshot-bound-protection', on: SNAPSHOTS, users: [{ by: 'object', resource: CONTENTS, field: 'status.boundVolumeSnapshotContentName', takenAlong: true }], loss: 'its content, and the snapshot at the provider, stay behind', source: 'kubernetes-csi/external-snapshotter#1112' },
  { finalizer: 'groupsnapshot.storage.kubernetes.io/volumegroupsnapshotcontent-bound-protection', on: GROUP_CONTENTS, users: [{ by: 'object', resource: GROUPS, field: 'spec.volumeGroupSnapshotRef', untilDeleted: true }], loss: 'the group snapshot that is bound to it loses its data', source: 'kubernetes-csi/external-snapshotter: pkg/utils/util.go, VolumeGroupSnapshotContentFinalizer' },
  { finalizer: 'groupsnapshot.storage.kubernetes.io/volumegroupsnapshot-bound-protection', on: GROUPS, users: [{ by: 'object', resource: GROUP_CONTENTS, field: 'status.boundVolumeGroupSnapshotContentName', takenAlong: true }], loss: 'its content, and the snapshots at the provider, stay behind', source: 'kubernetes-csi/external-snapshotter: pkg/utils/util.go, VolumeGroupSnapshotBoundFinalizer' },
  { finalizer: 'snapshot.storage.kubernetes.io/volumesnapshot-as-source-protection', on: SNAPSHOTS, users: [{ by: 'user', resource: 'persistentvolumeclaims', field: 'spec.dataSource.name', kind: 'spec.dataSource.kind', in: 'same', only: PENDING }], loss: 'the volume that is being restored from it fails', source: 'kubernetes-csi/external-snapshotter: pkg/utils' },
  { finalizer: 'provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection', on: SNAPSHOTS, users: [{ by: 'user', resource: 'persistentvolumeclaims', field: 'spec.dataSource.name', kind: 'spec.dataSource.kind', in: 'same', only: PENDING }], loss: 'the volume that is being restored from it fails', source: 'kubernetes-csi/external-provisioner: pkg/controller' },
  { finalizer: 'provisioner.storage.kubernetes.io/cloning-protection', on: 'persistentvolumeclaims', users: [{ by: 'user', resource: 'persistentvolumeclaims', field: 'spec.dataSource.name', kind: 'spec.dataSource.kind', in: 'same', only: PENDING }], loss: 'the clone that is being made of it fails', source: 'kubernetes-csi/external-provisioner: pkg/controller' },
  { finalizer: 'snapshot.storage.kubernetes.io/pvc-as-source-protection', on: 'persistentvolumeclaims', users: [{ by: 'user', resource: SNAPSHOTS, field: 'spec.source.persistentVolumeClaimName', in: 'same', only: { field: 'status.readyToUse', values: [false, undefined] } }], loss: 'the snapshot that is being taken of it fails', source: 'kubernetes-csi/external-snapshotter#349' },
  { finalizer: 'in-use.crossplane.io', on: '*', users: [
    { by: 'user', resource: 'providerconfigusages.*', field: 'providerConfigRef.name', kind: 'providerConfigRef.kind', in: 'any' },
    { by: 'user', resource: 'clusterproviderconfigusages.*', field: 'providerConfigRef.name', kind: 'providerConfigRef.kind', in: 'any' },
  ], loss: 'what is managed with it cannot be deleted any more', source: 'crossplane/crossplane#3271' },
  { finalizer: 'resources-finalizer.argocd.argoproj.io', on: 'appprojects.argoproj.io', users: [{ by: 'user', resource: 'applications.argoproj.io', field: 'spec.project', in: 'any' }], loss: 'its Applications are invalid and cannot delete what they deployed', source: 'argoproj/argo-cd: controller/appcontroller.go' },
  { finalizer: 'karpenter.k8s.aws/termination', on: 'ec2nodeclasses.karpenter.k8s.aws', users: [{ by: 'user', resource: 'nodeclaims.karpenter.sh', field: 'spec.nodeClassRef.name', kind: 'spec.nodeClassRef.kind', in: 'any' }], loss: 'its NodeClaims cannot be ended, and their instances run on', source: 'aws/karpenter-provider-aws: pkg/controllers/nodeclass' },
  { finalizer: 'secretstore.externalsecrets.io/finalizer', on: 'secretstores.external-secrets.io', users: [{ by: 'user', resource: 'pushsecrets.external-secrets.io', field: 'spec.secretStoreRefs.name', kind: 'spec.secretStoreRefs.kind', in: 'same', only: { field: 'spec.deletionPolicy', values: ['Delete'] } }], loss: 'what its PushSecrets wrote cannot be deleted any more', source: 'external-secrets/external-secrets#3411' },
  { finalizer: 'secretstore.externalsecrets.io/finalizer', on: 'clustersecretstores.external-secrets.io', users: [{ by: 'user', resource: 'pushsecrets.external-secrets.io', field: 'spec.secretStoreRefs.name', kind: 'spec.secretStoreRefs.kind', in: 'any', only: { field: 'spec.deletionPolicy', values: ['Delete'] } }], loss: 'what its PushSecrets wrote cannot be deleted any more', source: 'external-secrets/external-secrets#3411' },
  { finalizer: 'ipam.cluster.x-k8s.io/ProtectPool', on: '*', users: [{ by: 'user', resource: 'ipaddresses.ipam.cluster.x-k8s.io', field: 'spec.poolRef.name', kind: 'spec.poolRef.kind', in: 'any' }], loss: 'addresses that are in use lose their pool', source: 'kubernetes-sigs/cluster-api-ipam-provider-in-cluster' },
  { finalizer: 'gateway-exists-finalizer.gateway.networking.k8s.io', on: 'gatewayclasses.gateway.networking.k8s.io', users: [{ by: 'user', resource: 'gateways.gateway.networking.k8s.io', field: 'spec.gatewayClassName', in: 'any' }], loss: 'its Gateways lose their controller', source: 'kubernetes-sigs/gateway-api: apis/v1/gatewayclass_types.go' },
  { finalizer: 'gateway-exists-finalizer.consul.hashicorp.com', on: 'gatewayclasses.gateway.networking.k8s.io', users: [{ by: 'user', resource: 'gateways.gateway.networking.k8s.io', field: 'spec.gatewayClassName', in: 'any' }], loss: 'its Gateways lose their controller', source: 'hashicorp/consul-k8s: gatewayclass_controller.go' },
  { finalizer: 'kueue.x-k8s.io/resource-in-use', on: 'resourceflavors.kueue.x-k8s.io', users: [{ by: 'user', resource: 'clusterqueues.kueue.x-k8s.io', field: 'spec.resourceGroups.flavors.name', in: 'any' }], loss: 'queues lose the quota that names it', source: 'kubernetes-sigs/kueue: pkg/controller/core/resourceflavor_controller.go' },
  { finalizer: 'kueue.x-k8s.io/resource-in-use', on: 'topologies.kueue.x-k8s.io', users: [{ by: 'user', resource: 'resourceflavors.kueue.x-k8s.io', field: 'spec.topologyName', in: 'any' }], loss: 'flavors lose the topology that they name', source: 'kubernetes-sigs/kueue: CHANGELOG #3910' },
  { finalizer: 'kueue.x-k8s.io/resource-in-use', on: 'clusterqueues.kueue.x-k8s.io', users: [{ by: 'user', resource: 'workloads.kueue.x-k8s.io', field: 'status.admission.clusterQueue', in: 'any', ended: 'Finished' }], loss: 'what was admitted through it loses its quota', source: 'kubernetes-sigs/kueue: pkg/controller/core/clusterqueue_controller.go; pkg/cache: ClusterQueueEmpty' },
]

/** Finalizers of other products that say by their name that they wait for users. */
export const SAYS_IN_USE = /in-?use|used-by|(^|[/.-])protect(ion|ed)?($|[/.-])|-protection$|exists-finalizer/i

/** Words by which an object says itself that others still use it, and those by which it says that none does. */
export const TOLD_IN_USE =
  /\b(still|currently|is|are|being) (being )?(used|referenced|in[- ]use|referred to|consumed|attached|bound to)\b|\bin[- ]use by\b|\b(referenced|used) by\b|\bhas (dependents|references|users|consumers)\b|\bdependents? (still )?exist/i
export const TOLD_FREE =
  /\b(not?|no longer|never|without|any ?more)\b.{0,30}\b(used|referenced|in[- ]use|bound|dependents?|references?)\b/i

/** A list in a status by which an object names its users, whatever its finalizer is called. */
export const FIELD_OF_USERS = /^(consumers?|users?|usedBy|inUseBy|referencedBy|referrers?|consumedBy)$/i
/** The same where the finalizer says that it waits for users; elsewhere such a list may be of what the controller made. */
export const FIELD_OF_DEPENDENTS =
  /^(dependents?|references|refs|bindings?|claims?|attachments?|attachedTo|boundTo|allocations?)$/i

/** The type or reason of a condition by which an object says that others use it, and the one by which it says the contrary. */
export const CONDITION_IN_USE =
  /InUse|StillUsed|Referenced|(Has|Existing|Active)(Users|Consumers|Dependents|References|Referrers)|^(Users?|Consumers?|Dependents?|References?|Referrers?)(Still)?(Exist|Remain|Left)/i
export const CONDITION_FREE = /^(no|un|de(?!pendent))|not?(InUse|Referenced)/i

/** The row of a finalizer on an object of this type. */
export function protectionOf(finalizer: string, resource: string): InUseProtection | undefined {
  return IN_USE_PROTECTIONS.find(each => each.finalizer === finalizer && (each.on === '*' || each.on === resource))
}
