import { firstOf } from '../../api/object-text.ts'
import type { Texts, Words } from './template.ts'

interface Args {
  readonly TimeOfDeletion: { readonly deletionTimestamp: string | undefined; readonly now: string }
  readonly PodAboutToBeCollected: PodArgs & {
    readonly node?: { readonly name: string; readonly isGone: boolean } | undefined
  }
  readonly EndOfPodNotConfirmed: PodArgs & {
    readonly overdue: string
    readonly node?: string | undefined
    readonly fails?: NodeFailure | undefined
    readonly running: readonly ContainerName[]
    readonly isKnown: boolean
    readonly reporter?: string | undefined
  }
  readonly LookOnNode: NodeFailure & { readonly node: string }
  readonly GraceEnded: { readonly pod: string; readonly at: string | undefined }
  readonly ContainersNotStarted: { readonly containers: readonly ContainerName[] }
  readonly ContainersNotEnded: { readonly containers: readonly ContainerName[] }
  readonly NodeNotReady: Texts<'node' | 'status' | 'why'> & { readonly since?: string | undefined }
  readonly CheckNode: { readonly node: string; readonly isKnown: boolean; readonly reporter?: string | undefined }
  readonly TaintNode: AtStake & { readonly isForPods: boolean }
  readonly DeleteNode: AtStake
}

type ContainerName = Texts<'name'> & { readonly isInit: boolean }

/** What keeps a kubelet from ending a Pod. */
export interface NodeFailure {
  /** That of its Event; undefined: the log of the CSI driver says it. */
  readonly reason?: string
  readonly of: 'container' | 'volume' | 'network'
  readonly plugin?: string | undefined
  /** The port or socket of the node at which the CNI plugin calls its agent, and nothing answers. */
  readonly silent?: string | undefined
  /** Whose log says it, where that is not known to run the driver: only named after it, or at work on the node. */
  readonly by?: string
  /** By that log, nothing is mounted any more where the driver unmounts. */
  readonly isUnmounted?: boolean
  /** The log names the Pod or its volume directly before the error, and not in it. */
  readonly isAfter?: boolean
  /** Nor anywhere else, since the deletion: it may be of another Pod (NetApp/trident#572). */
  readonly isUnnamed?: boolean
  /** A Service that is gone, or without a ready address, of which its volume is. */
  readonly server?: string
  readonly isEmpty?: boolean
}

interface PodArgs {
  readonly name: string
  readonly namespace: string | undefined
}

interface AtStake {
  readonly statefulSets: readonly string[]
  readonly claims: readonly string[]
}

/** How many names of a kind a sentence lists. */
const MAX_NAMES = 5

/** What is said about Pods that end, and about their nodes. */
export const podWords = {
  PodDeletedMeanwhile: 'Pod {name}[ in namespace {namespace}] was deleted during the scan.',
  PodNotFound: 'pods "{name}" of uid {uid} not found',
  NothingToDo: 'nothing to do[ until {until}][{isShort? for a minute or two}]',
  PodInGrace:
    'Pod {name}[ in namespace {namespace}] is within its grace period of {graceSeconds:number} s ({secondsLeft:number} s left)[; not ended of its containers: {late:list}].[ Nothing on node {lostNode} can end it earlier: the node is lost.]',
  TimeOfDeletion: ({ deletionTimestamp, now }) => `deletionTimestamp is ${deletionTimestamp}, it is now ${now}`,
  PodAboutToBeCollected: ({ node, ...pod }) => {
    const why =
      node === undefined
        ? 'it was not scheduled to a node'
        : `its node ${node.name} ${node.isGone ? 'no longer exists' : 'is marked as out of service'}`
    return `${podText(pod)} is about to be ended by the pod garbage collector: ${why}.`
  },
  DeletionNotRecorded: 'the dump does not show whether the server lets it be deleted',
  EndOfPodNotRead:
    'Pod {name}[ in namespace {namespace}] is {overdue} past its grace period; [whether its node {node} is lost||on which node it runs] could not be read.',
  EndOfPodNotConfirmed: ({ overdue, node, fails, running, isKnown, reporter, ...pod }) => {
    const by = reporter === undefined ? `the kubelet of node ${node}` : `"${reporter}", which reports for node ${node},`
    const what = running.length === 0 ? 'it' : namesText(running)
    const waits = `has not confirmed that ${what} ended${isKnown ? '' : ', and has never written the status of the Pod'}`
    const who =
      node === undefined
        ? 'it was not scheduled to a node, and the pod garbage collector has not deleted it'
        : `${by} ${waits}${fails === undefined ? '' : failureText(fails)}`
    return `${podText(pod)} is ${overdue} past its grace period; ${who}.`
  },
  LookOnNode: ({ node, ...fails }) => {
    const { reason, of, plugin, silent, server } = fails
    const after = 'once that is fixed, its kubelet finishes by itself'
    if (fails.isEmpty)
      return `see what ${server} leads to: once that runs again, node ${node} can unmount the volume, and its kubelet finishes by itself; if it is gone for good, the volume has to be unmounted there by force (umount -f -l)`
    if (server !== undefined)
      return `find out whether ${server} can be created again, with what it led to: node ${node} can then unmount the volume; if that is gone for good, it has to be unmounted there by force (umount -f -l); its kubelet then finishes by itself`
    if (silent !== undefined)
      return `find out why what ${pluginText(plugin)} calls at ${silent} on node ${node} does not answer: its agent there, usually a Pod of a DaemonSet; ${after}`
    if (of === 'network')
      return `look at ${pluginText(plugin)} on node ${node}, which Event ${reason} names: its configuration and credentials there, and the Pod that installs both (when it restarts, it usually does so again; if there is none, install the plugin again); ${after}`
    if (reason === undefined && fails.isUnmounted)
      return `check on node ${node} (findmnt) whether anything is still mounted ${fails.isUnnamed ? 'for this Pod' : 'at the path in that log'}: by its error nothing is, and the Pod that logs it treats that as a failure; restart or upgrade that Pod, and if the error persists, remove the empty directory (rmdir, which fails if anything is in it); ${after}`
    if (reason === undefined && of === 'volume')
      return `look on node ${node} for what that log names: what still uses the mount (a process, or another mount below it), or the driver; ${after}`
    if (reason === undefined)
      return `look on node ${node} for what that log names: the container runtime, or a process that does not end; ${after}`
    const what =
      of === 'container'
        ? 'the container runtime, or a process that does not end'
        : 'what uses the volume, or its driver'
    return `look on node ${node} for what ${reason} names: ${what}; ${after}`
  },
  InspectAsReader: 'inspect the {what} as a user with permission to read it',
  CheckContainers: 'check its containers and events: a container that cannot be killed, a volume still in use',
  ShortenGrace:
    'or, if its process does not need all that time, shorten its grace period: processes that have not ended after 30 s are then killed',
  GraceEnded: ({ pod, at }) => `the grace period of pod ${pod} ended at ${at}`,
  NoContainerReported:
    'the kubelet has reported no container{isKnown?|, and no status.startTime, which its first report would have}',
  ContainersNotStarted: ({ containers }) => `not reported as started: ${namesText(containers)}`,
  AllContainersEnded: 'all its containers have ended; its volumes or its sandbox may not be cleaned up yet',
  ContainersNotEnded: ({ containers }) => `not reported as ended: ${namesText(containers)}`,
  CollectionTried: 'PodGC tried to delete pod {pod} at {at}',
  NodeNotFound: 'nodes "{node}" not found[; it was removed at {removedAt}]',
  NodeNotReady: ({ node, status, since, why }) =>
    `node ${node}: Ready is ${status}${since === undefined ? '' : ` since ${since}`}${why === '' ? '' : ` (${why})`}`,
  NodeNotReportedLost: 'node {node} is not reported as lost',
  NodeOutOfService: 'node {node} is tainted out-of-service, yet PodGC did not end the Pod',
  PreStopHook: 'container {container} has a preStop hook, which runs before it is asked to stop[: {command}]',
  NodeGone: 'Node {node} no longer exists, and the pod garbage collector has not removed its Pods.',
  NodeLost:
    'Node {node} is not ready: {effect?podsRun=no kubelet can stop the Pods on it|podsStay=its kubelet says so itself, and has not ended the Pods on it|volumesAttached=no kubelet can unmount the volumes on it}.',
  FindWhyNodeNotReady: 'find out why its node is not ready',
  CheckNode: ({ node, isKnown, reporter }) =>
    reporter !== undefined
      ? `check "${reporter}", which reports for node ${node}: if that is a virtual node without a kubelet, its own log, perhaps in another cluster, tells why the Pod stays; otherwise the kubelet's log and the container runtime do`
      : isKnown
        ? `check node ${node}, and on it the kubelet's log and the container runtime`
        : `find out whether the kubelet of node ${node} knows the Pod: see its log and its connection to the API server; a restart makes it list its Pods again`,
  RepairNode:
    'repair node {node} (its machine, network or kubelet); {isForPods?its Pods then end by themselves|its volumes can then be detached}[; claim {claims:list}, being deleted, can then go too, with its data where the reclaim policy is Delete]',
  TaintNode: ({ isForPods, ...stake }) =>
    `only when the machine is known to be off: add the out-of-service taint to the node, so that its ${isForPods ? 'terminating Pods are deleted and their volumes' : 'volumes are'} detached; remove the taint when the node is back. ${warning(stake)}`,
  DeleteNode: stake =>
    `only when the machine is off and will not come back: delete the Node object; every Pod on it is then deleted from the cluster. ${warning(stake)}`,
  LeftOnMachine: 'whatever still runs on the machine of node {node}[ ({providerId})]',
  SeeIfManagerCollects: 'see whether kube-controller-manager works: its pod garbage collector has to end these Pods',
  SeeIfDeletionRefused: 'see whether something refuses the deletion (nothing is deleted by this)',
} as const satisfies Words<Args>

function failureText(fails: NodeFailure): string {
  const { reason, of, plugin, silent, by, server } = fails
  if (server !== undefined)
    return `, and ${server}, which its volume is mounted from, ${fails.isEmpty ? 'has no ready address behind it' : 'does not exist'}`
  const named = fails.isAfter ? 'an error directly after a line about it' : 'an error about it'
  const error = fails.isUnnamed ? 'an error since its deletion that names no Pod' : named
  if (by !== undefined && plugin === undefined) return `, and pod ${by} there logs ${error}`
  if (by !== undefined) return `, and pod ${by} there, which is named after CSI driver ${plugin}, logs ${error}`
  if (reason === undefined) return `, and CSI driver ${plugin} logs ${error} there`
  const why = silent === undefined ? '' : `, as nothing answers it at ${silent} on the node`
  return `, and reports ${reason}${of === 'network' ? `: ${pluginText(plugin)} does not take down its network${why}` : ''}`
}

function pluginText(plugin: string | undefined): string {
  return plugin === undefined ? 'the CNI plugin' : `CNI plugin ${plugin}`
}

function namesText(containers: Args['ContainersNotEnded']['containers']): string {
  const names = containers.map(({ name, isInit }) => (isInit ? `${name} (an init container)` : name))
  return `container ${firstOf(names, MAX_NAMES)}`
}

function podText({ name, namespace }: PodArgs): string {
  return `Pod ${name} in namespace ${namespace}`
}

function warning({ statefulSets, claims }: AtStake): string {
  const sets =
    statefulSets.length === 0
      ? ''
      : ` StatefulSet ${firstOf(statefulSets, MAX_NAMES)} gets a second Pod of the same name.`
  const volumes =
    claims.length === 0
      ? ''
      : ` The volumes of ${firstOf(claims, MAX_NAMES)} may be written from two nodes and be corrupted.`
  return `A process that is still running there then runs twice.${sets}${volumes}`
}
