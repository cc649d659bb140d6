import type { KubeObject } from '../../api/object.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import { toInspect, toRemove, toRepair } from '../remedy.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import type { StuckObject } from '../stuck-object.ts'
import type { AtStake } from './at-stake.ts'
import type { Lost } from './ending.ts'

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
 * replacements start, which is safe only when nothing runs on the machine any more.
 */
export function lostNodeRemedies(
  name: string,
  node: KubeObject,
  isOutOfService: boolean,
  stake: AtStake,
): readonly Remedy[] {
  const { providerID: providerId } = (node.spec ?? {}) as { providerID?: string }
  const leaks = [message('LeftOnMachine', { node: name, providerId })]
  const taint = ['kubectl', 'taint', 'nodes', name, 'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute']
  return [
    toRepair(message('RepairNode', { node: name }), [commandLine('kubectl', 'describe', 'node', name)]),
    ...(isOutOfService ? [] : [toRepair(message('TaintNode', stake), [commandLine(...taint)], 'high', leaks)]),
    toRemove(message('DeleteNode', stake), [commandLine('kubectl', 'delete', 'node', name)], 'high', leaks),
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
