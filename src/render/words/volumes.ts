import type { Words } from './template.ts'

interface Args {
  readonly AttachedStatus: { readonly attached?: boolean | undefined }
  readonly PluginPod: { readonly daemonSet: string; readonly node: string } & {
    readonly pod: string
    readonly isReady: boolean
    readonly isDeleted: boolean
    readonly waiting: readonly { readonly container: string; readonly reason: string }[]
  }
}

const AFTERWARDS =
  'the kubelet then {of?csi=unmounts the volumes|dra=releases the devices}, and its Pods end by themselves'

/** What is said about volumes, claims and what they are attached to. */
export const volumeWords = {
  ClaimNotDeleted: 'claim {claim} has no deletionTimestamp',
  VolumeNotDeleted: 'its claim is gone, and what provisioned it has not deleted it: the next wave would delete that',
  VolumeKeptByClaim:
    'PersistentVolume {volume} is bound to claim {claim}[ in namespace {namespace}], which has not been deleted.',
  VolumeIsBound: 'PersistentVolume {volume} is Bound to {claim}',
  SeeWhoUsesClaim: 'see who uses the claim; while it stays, the volume stays usable',
  DeleteClaim:
    'delete the claim if it is not needed{withData?; its data go with it (reclaim policy Delete), unless the policy of the volume is set to Retain before}',
  BindingNotRead: 'Whether PersistentVolume {volume} is bound to a claim could not be read.',
  ClaimOfVolumeNotRead:
    'Claim {claim} in namespace {namespace}, which PersistentVolume {volume} is bound to, could not be read.',
  UsersOfClaimNotRead: 'Which Pods use claim {claim}[ in namespace {namespace}] could not be read.',
  AttachmentNotRead: 'Whether PersistentVolume {volume} is still attached to a node could not be read.',
  AttachmentNotDeleted:
    'VolumeAttachment {attachment} has not been deleted; [PersistentVolume {waiting}||the drain of its node] is waiting for it[, and node {mountedOn} has not unmounted it].',
  AttachesForNoPod:
    'it {isAttached?attaches|has not attached} {volume} to node {node}, and no Pod there was found to use it',
  MakeSureNotMounted: 'make sure that the volume is not mounted on node {node}',
  DeleteAttachment:
    '{isMounted?only when nothing has it mounted there any more:|then} delete the VolumeAttachment: its driver detaches the volume',
  VolumeNotUnmounted: 'status.volumesInUse of node {node} has {handle}: its kubelet has not unmounted it',
  DetachedByForce:
    'kube-controller-manager detaches a volume from a node that is not ready 6 minutes after the last Pod that used it there is gone, unless it runs with --disable-force-detach-on-timeout',
  /** `lost`: the PersistentVolume, where it is gone; `unfound`: so is the Node, and the driver's error is of that. */
  DetachFails:
    '{volume} cannot be detached from node {node}: [PersistentVolume {lost} no longer exists, and only it tells the attacher of {driver} what to detach||the driver {driver} reports {unfound?that it does not find the node, and no Node of that name exists|an error}].',
  CreateVolumeAgain:
    'see at the provider whether the volume still exists and is attached; if it does, create PersistentVolume {volume} again with its volumeHandle and persistentVolumeReclaimPolicy Retain: the attacher then detaches it by itself',
  RegisterNodeAgain:
    'nothing about node {node} can be repaired while there is no such Node: if its machine still exists, start it again, so that its kubelet registers the Node, or see whether a newer version of the driver takes a node that is gone for detached',
  AttachedStatus: ({ attached = 'not set' }) => `status.attached is ${attached}`,
  StaysAtProvider: '{volume} stays at its provider (reclaim policy Retain)',
  MayStayAttached: '{volume} may stay attached to node {node}',
  FixDetachError: 'fix what the error names (the node, the provider, the driver); the attacher tries again by itself',
  RemoveIfDetached:
    'only when the provider shows the volume as detached: remove the finalizer. The cluster then considers the volume free; if it is attached to two nodes at once, its data is corrupted',
  ClaimUsedByPod:
    'Pod {pod}[ in namespace {namespace}]{isCompleted? has completed,} still uses claim {claim} and has not been deleted.',
  PodOnNodeUsesClaim: 'pod {pod} on node {node} uses claim {claim}',
  PodPhase: 'its phase is {phase}{isCompleted?: a completed Pod keeps the claim in use until it is deleted}',
  DeleteCompletedPod:
    'delete the completed Pod (its log is lost); then the claim is deleted, and its data with it when the reclaim policy is Delete',
  DeleteJobToo: 'or delete Job {job} with all its Pods, if it is no longer needed',
  MakeSureDataNotNeeded:
    '{isGoing?make sure that the data is not needed: the deletion of a claim cannot be undone, and with the reclaim policy Delete the volume is deleted as soon as the Pod is|make sure that the Pod is not needed; its claim is not being deleted, and keeps the volume after it}',
  DeleteUnmanagedPod: 'delete the Pod; nothing recreates it',
  ScaleDownToOrdinal: 'scale {workload} down to {ordinal}: Pod {pod} ends, and those of higher ordinals with it',
  StopAllPods: 'stop all Pods of {workload}',
  DeleteWithPods: 'delete {workload} with its Pods',
  RemoveClaimFrom: 'remove the claim from {workload}, or delete that: it keeps the Pod',

  NoDriverOfThatName: 'no CSIDriver is called {driver}{isAsWritten?, as its attacher writes it|}',
  NoNodeHasDriverOfThatName: 'none of {nodes:number} nodes has a driver of that name registered',
  DriverNotRunning:
    '{of?csi=CSI|dra=DRA} driver {driver} {isCertain?is not running|may not be running} on node {node}: without it the kubelet there cannot {of?csi=unmount its volumes|dra=release its devices}.',
  SlicesOfDriver:
    '{isRegistered?a|no} ResourceSlice of DRA driver {driver} is of node {node}{isRegistered?|: a driver publishes them while it runs there}',
  DevicesOfDriver: 'ResourceClaim {claim} of pod {pod} has devices of DRA driver {driver} on node {node}',
  OtherNodesHaveDriver: '{nodes:number} other nodes have {driver} registered',
  NoCsiDriver: 'there is no CSIDriver {driver}',
  NoNodeHasDriver: 'no node has {driver} registered',
  CsiNodeLists:
    'CSINode {node} lists {isRegistered?driver|no driver} {driver}{isRegistered?|: its kubelet has nothing to call to unmount volumes of it}',
  NoCsiNodeYet: 'kubelet {node} has no CSINode yet: which drivers it has is not known',
  PluginPod: ({ pod, daemonSet, node, isReady, isDeleted, waiting }) => {
    const containers = waiting.map(({ container, reason }) => `container ${container}: ${reason}`)
    const state = isReady ? 'is ready' : `is not ready${containers.length === 0 ? '' : ` (${containers.join(', ')})`}`
    return `pod ${pod} of ${daemonSet} on node ${node} ${state}${isDeleted ? ' and is being deleted itself' : ''}`
  },
  NoSetOfPlugin:
    'no DaemonSet here has "{word}" in its name: what the plugin calls was uninstalled, or is run in another way',
  DaemonSetWithoutPod: '{daemonSet} has no Pod on node {node}',
  DaemonSetBeingDeleted: '{daemonSet} is being deleted',
  NodeLacksLabels: 'its nodeSelector asks for {labels:list}, which node {node} has not',
  TaintsNotTolerated: 'node {node} has taint {taints:list}, which {daemonSet} does not tolerate',
  VolumeOfDriver: 'volume {volume} of pod {pod} is of CSI driver {driver}',
  VolumeMountedFrom: 'its volume {volume} is mounted from {from}',
  ClaimOfDriver: 'claim {claim} of pod {pod} is bound to PersistentVolume {volume} of CSI driver {driver}',
  InstallDriver: `install {of?csi=CSI|dra=DRA} driver {driver} again, or let it run on node {node} again; ${AFTERWARDS}`,
  SeeDriversOfNode: 'see which drivers the node has, and which DaemonSets there are',
  MakeRunOnNode: `make [Pod {pod} of ]{daemonSet} run on node {node}; ${AFTERWARDS}`,
  RunOnNodeIfMeant:
    'if the controller needs {daemonSet} on node {node}, let it run there (by a label of the node or a toleration); otherwise fix what the error names',
  TolerateTaints: `let {daemonSet} tolerate the taints of node {node}, or remove them; ${AFTERWARDS}`,
  GiveNodeLabels: `give node {node} the labels that {daemonSet} asks for, where it is meant to run there; ${AFTERWARDS}`,
  VolumeFailed:
    'the PersistentVolume is Failed, {isStatic?|and }a provisioner deletes only one that is Released{isStatic?, and no driver provisioned this one|}',
  VolumePhase: 'status.phase is {phase}[: {message}]{isStatic?; it has no annotation pv.kubernetes.io/provisioned-by|}',
  SeeThatVolumeMayStay:
    'make sure that what is behind the volume may stay: its PersistentVolume can then go without it{isStatic?; recent provisioners remove the finalizer once its spec.persistentVolumeReclaimPolicy is Retain|}',
  RemoveFromHandMade:
    'remove the finalizer: what is behind the volume was there before its PersistentVolume, and stays where it is',
} as const satisfies Words<Args>
