import type { DriverMessages } from '../../messages/drivers.ts'
import type { WordsFor } from './words-for.ts'

const AFTERWARDS = 'the kubelet then unmounts the volumes, and its Pods end by themselves'

export const driverWords: WordsFor<DriverMessages> = {
  NoDriverOfThatName: ({ driver }) => `no CSIDriver is called ${driver}, as its attacher writes it`,
  NoNodeHasDriverOfThatName: ({ nodes }) => `none of ${nodes} nodes has a driver of that name registered`,
  DriverNotRunning: ({ driver, node, isCertain }) =>
    `CSI driver ${driver} ${isCertain ? 'is not running' : 'may not be running'} on node ${node}: without it the kubelet there cannot unmount its volumes.`,
  OtherNodesHaveDriver: ({ nodes, driver }) => `${nodes} other nodes have ${driver} registered`,
  NoCsiDriver: ({ driver }) => `there is no CSIDriver ${driver}`,
  NoNodeHasDriver: ({ driver }) => `no node has ${driver} registered`,
  CsiNodeLists: ({ node, driver, isRegistered }) =>
    isRegistered
      ? `CSINode ${node} lists driver ${driver}`
      : `CSINode ${node} lists no driver ${driver}: its kubelet has nothing to call to unmount volumes of it`,
  NoCsiNodeYet: ({ node }) => `kubelet ${node} has no CSINode yet: which drivers it has is not known`,
  PluginPod: ({ pod, daemonSet, node, isReady, waiting }) => {
    const containers = waiting.map(({ container, reason }) => `container ${container}: ${reason}`)
    const state = isReady ? 'is ready' : `is not ready${containers.length === 0 ? '' : ` (${containers.join(', ')})`}`
    return `pod ${pod} of ${daemonSet} on node ${node} ${state}`
  },
  DaemonSetWithoutPod: ({ daemonSet, node }) => `${daemonSet} has no Pod on node ${node}`,
  DaemonSetBeingDeleted: ({ daemonSet }) => `${daemonSet} is being deleted`,
  NodeLacksLabels: ({ node, labels }) => `its nodeSelector asks for ${labels.join(', ')}, which node ${node} has not`,
  TaintsNotTolerated: ({ daemonSet, node, taints }) =>
    `node ${node} has taint ${taints.join(', ')}, which ${daemonSet} does not tolerate`,
  VolumeOfDriver: ({ volume, pod, driver }) => `volume ${volume} of pod ${pod} is of CSI driver ${driver}`,
  ClaimOfDriver: ({ claim, pod, volume, driver }) =>
    `claim ${claim} of pod ${pod} is bound to PersistentVolume ${volume} of CSI driver ${driver}`,
  InstallDriver: ({ driver, node }) =>
    `install CSI driver ${driver} again, or let it run on node ${node} again; ${AFTERWARDS}`,
  SeeDriversOfNode: () => 'see which drivers the node has, and which DaemonSets there are',
  MakeRunOnNode: ({ pod, daemonSet, node }) =>
    `make ${pod === undefined ? '' : `Pod ${pod} of `}${daemonSet} run on node ${node}; ${AFTERWARDS}`,
  TolerateTaints: ({ daemonSet, node }) =>
    `let ${daemonSet} tolerate the taints of node ${node}, or remove them; ${AFTERWARDS}`,
  GiveNodeLabels: ({ daemonSet, node }) =>
    `give node ${node} the labels that ${daemonSet} asks for, where it is meant to run there; ${AFTERWARDS}`,
}
