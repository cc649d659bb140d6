import { type Condition, conditionsIn } from '../../api/condition.ts'
import { itemsOf } from '../../api/fact.ts'
import { NONE } from '../../api/long-lists.ts'
import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { controllerManager } from '../controller-manager-lease.ts'
import { type Evidence, type Remedy, toInspect, toRemove, toRepair } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { COLLECTED_ONCE_TRIED_SECONDS, COLLECTED_WITHIN_SECONDS } from '../thresholds.ts'
import type { AtStake } from './at-stake.ts'
import { lastTainted, type NodeState, nodeState } from './node-state.ts'
import { kubeletFailure } from './pod-evidence.ts'
import { wholePod } from './whole-pod.ts'

/** How far the end of a terminating Pod is: the kubelet's or PodGC's part of it, not that of finalizers. */
export type PodEnding =
  /** Gone since the survey. */
  | { readonly state: 'gone' }
  /** `node` is known when it matters: one that cannot end the Pod at the end of its grace either. */
  | { readonly state: 'inGrace'; readonly secondsLeft: number; readonly lost?: Lost }
  /** PodGC ends it within a minute or two. */
  | { readonly state: 'collected'; readonly overdueSeconds: number; readonly lost?: Lost }
  /** Nothing is there to end it. */
  | { readonly state: 'lost'; readonly overdueSeconds: number; readonly lost: Lost; readonly pod: KubeObject }
  /** Its kubelet should have ended it, and has not said so. */
  | {
      readonly state: 'unconfirmed'
      readonly overdueSeconds: number
      readonly node?: string | undefined
      /** Its kubelet says itself that the node is not ready, and why it cannot end the Pod. */
      readonly lost?: Lost
      readonly pod: KubeObject
    }
  | {
      readonly state: 'unread'
      readonly overdueSeconds: number
      readonly node?: string | undefined
      readonly why: Unreadable
    }

export interface Lost {
  readonly node: string
  readonly state: Extract<NodeState, { state: 'absent' | 'notReady' }>
}

/**
 * Where the end of a Pod stands. undefined for what is no terminating Pod, for one that got its last DELETE (grace 0)
 * so that only finalizers hold it.
 */
export function podEnding(held: StuckObject, context: RuleContext): PodEnding | undefined {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = held.meta
  if (held.ref.resource !== 'pods' || deletionTimestamp === undefined) return undefined
  if (deletionGracePeriodSeconds === 0 && held.finalizers.length > 0) return undefined
  const overdueSeconds = (context.facts.now.getTime() - Date.parse(deletionTimestamp)) / 1000
  const pod = wholePod(held, context)
  if (pod.state === 'absent') return { state: 'gone' }
  const name = pod.state === 'known' ? nodeNameOf(pod.value) : undefined
  const node = name === undefined ? undefined : nodeState(name, context.facts)
  const lost = node && isLost(node) ? { lost: { node: name!, state: node } } : {}
  if (overdueSeconds < 0) return { state: 'inGrace', secondsLeft: Math.ceil(-overdueSeconds), ...lost }
  if (pod.state === 'unreadable') return { state: 'unread', overdueSeconds, why: pod.why }
  if (node?.state === 'unreadable') return { state: 'unread', overdueSeconds, node: name!, why: node.why }
  if (isCollected(node, pod.value, context.facts.now)) return { state: 'collected', overdueSeconds, ...lost }
  if (lost.lost && !(isSaidByKubelet(lost.lost) && kubeletFailure(held, context.facts)))
    return { state: 'lost', overdueSeconds, lost: lost.lost, pod: pod.value }
  return { state: 'unconfirmed', overdueSeconds, node: name, ...lost, pod: pod.value }
}

/** `False` is the word of a kubelet that lives: of a silent one the node controller writes `Unknown`. */
export function isSaidByKubelet({ state }: Lost): boolean {
  return state.state === 'notReady' && state.condition.status === 'False' && !state.outOfService
}

/** Whether PodGC has to end it, as no kubelet can: it has no node, or one that is gone or out of service. */
export function awaitsCollection(ending: PodEnding): boolean {
  switch (ending.state) {
    case 'collected':
      return true
    case 'lost':
      return ending.lost.state.state === 'absent' || ending.lost.state.outOfService
    case 'unconfirmed':
      return ending.node === undefined
    default:
      return false
  }
}

export function nodeNameOf(pod: KubeObject): string | undefined {
  return (pod.spec as { nodeName?: string } | undefined)?.nodeName || undefined
}

/** The Pods of a node, as far as they could be read. */
export function podsOn(node: string, facts: Facts): readonly KubeObject[] {
  const all = itemsOf(facts.read({ about: 'list', resource: 'pods' }))
  return once(facts, 'pods by node', () => Map.groupBy(all, nodeNameOf)).get(node) ?? NONE
}

/** When PodGC marked the Pod of a node that is gone, right before its DELETE. */
export function collectionTriedAt(pod: KubeObject): string | undefined {
  const isMark = ({ type, reason }: Condition) => type === 'DisruptionTarget' && reason === 'DeletionByPodGC'
  return conditionsIn(pod).find(isMark)?.lastTransitionTime
}

export function isLost(node: NodeState): node is Lost['state'] {
  return node.state === 'absent' || node.state === 'notReady'
}

/** Whether PodGC has a reason to end the Pod that is so young that it may not have come to it yet. */
function isCollected(node: NodeState | undefined, pod: KubeObject, now: Date): boolean {
  const secondsSince = (time: string): number => (now.getTime() - Date.parse(time)) / 1000
  const isYoung = (time: string | undefined): boolean =>
    time !== undefined && secondsSince(time) < COLLECTED_WITHIN_SECONDS
  const tried = collectionTriedAt(pod)
  if (tried !== undefined && secondsSince(tried) > COLLECTED_ONCE_TRIED_SECONDS) return false
  const deadline = pod.metadata.deletionTimestamp
  // PodGC ends Pods that were never given to a node, too.
  if (node === undefined) return isYoung(deadline)
  if (node.state === 'absent') return isYoung(deadline) || isYoung(node.removedAt)
  return node.state === 'notReady' && node.outOfService && (isYoung(deadline) || isYoung(lastTainted(node.node)))
}

/** Whether a Pod stays because the Pod garbage collector is down: ControllerManagerDown tells of it then. */
export function isLeftByCollector(ending: PodEnding, { facts }: RuleContext): boolean {
  return awaitsCollection(ending) && controllerManager(facts).state === 'stale'
}

/** What the cluster says about a node that cannot end its Pods. */
export function lostNodeEvidence({ node, state }: Lost): Evidence {
  if (state.state === 'absent') {
    return factFrom('nodes', 'NodeNotFound', { node, removedAt: state.removedAt })
  }
  const { status, reason, message: words, lastTransitionTime: since } = state.condition
  const why = [reason, words].filter(text => text).join(': ')
  return factFrom('nodes', 'NodeNotReady', { node, status, since, why })
}

/** Commands that show lost nodes, and the Pods of a namespace with theirs. */
export function seeLostNodes(lost: readonly Lost[], namespace: string): readonly string[] {
  const notReady = lost.filter(({ state }) => state.state === 'notReady')
  return [
    commandLine('kubectl', 'get', 'nodes'),
    ...notReady.map(({ node }) => commandLine('kubectl', 'describe', 'nodes', node)),
    commandLine('kubectl', 'get', 'pods', '-n', namespace, '-o', 'wide'),
  ]
}

/**
 * Bring the node back; else, for a machine that is known to be off, tell the cluster so. Both ways to tell it let
 * replacements start, which is safe only when nothing runs on the machine any more. `stake`: that of its Pods which are
 * being deleted, where it has any.
 */
export function lostNodeRemedies(
  name: string,
  node: KubeObject,
  isOutOfService: boolean,
  stake?: AtStake,
  blocks: readonly ObjectRef[] = [],
): readonly Remedy[] {
  const ofClaims = ({ resource }: ObjectRef) => resource === 'persistentvolumeclaims'
  const claims = blocks.filter(ofClaims).map(each => `${each.namespace}/${each.name}`)
  const args = { statefulSets: [], claims: [], ...stake, isForPods: stake !== undefined }
  const { providerID: providerId } = (node.spec ?? {}) as { providerID?: string }
  const leaks = [message('LeftOnMachine', { node: name, providerId })]
  const taint = ['kubectl', 'taint', 'nodes', name, 'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute']
  return [
    toRepair(
      message('RepairNode', { node: name, claims, isForPods: args.isForPods }),
      [commandLine('kubectl', 'describe', 'node', name)],
      claims.length > 0 ? 'medium' : undefined,
    ),
    ...(isOutOfService ? [] : [toRepair(message('TaintNode', args), [commandLine(...taint)], 'high', leaks)]),
    ...(node.metadata.deletionTimestamp === undefined
      ? [toRemove(message('DeleteNode', args), [commandLine('kubectl', 'delete', 'node', name)], 'high', leaks)]
      : []),
  ]
}

/** The Node is gone and PodGC should have acted: kube-controller-manager may be down, or its DELETE is refused. */
export function absentNodeRemedies(pods: readonly StuckObject[]): readonly Remedy[] {
  const [first] = pods
  const place = namespaceFlag(first?.ref.namespace)
  return [
    toInspect(message('SeeIfManagerCollects'), [
      commandLine('kubectl', 'get', 'lease', 'kube-controller-manager', '-n', 'kube-system', '-o', 'yaml'),
    ]),
    ...(first === undefined
      ? []
      : [
          toInspect(message('SeeIfDeletionRefused'), [
            commandLine('kubectl', 'delete', 'pod', first.ref.name, ...place, '--dry-run=server'),
          ]),
        ]),
  ]
}
