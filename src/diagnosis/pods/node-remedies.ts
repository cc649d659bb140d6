import type { KubeObject } from '../../api/object.ts'
import { message } from '../../messages/sentence.ts'
import type { Remedy } from '../explanation.ts'
import { toInspect, toRemove, toRepair } from '../remedy.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import type { StuckObject } from '../stuck-object.ts'
import type { AtStake } from './at-stake.ts'

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
  const leaks = [message('LeftOnMachine', { node: name, providerId: providerIdOf(node) })]
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

function providerIdOf(node: KubeObject): string | undefined {
  return ((node.spec ?? {}) as { providerID?: string }).providerID
}
