import type { KubeObject } from '../../api/object.ts'
import type { Remedy } from '../explanation.ts'
import { toInspect, toRemove, toRepair } from '../remedy.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import type { StuckObject } from '../stuck-object.ts'
import type { AtStake } from './at-stake.ts'

/** How many names of a kind a sentence lists. */
const MAX_NAMES = 5

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
  const leaks = [`whatever still runs on the machine of node ${name}${machine(node)}`]
  const taint = ['kubectl', 'taint', 'nodes', name, 'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute']
  return [
    toRepair(`repair node ${name} (its machine, network or kubelet); its Pods then end by themselves`, [
      commandLine('kubectl', 'describe', 'node', name),
    ]),
    ...(isOutOfService
      ? []
      : [
          {
            kind: 'repair' as const,
            summary:
              `only when the machine is known to be off: add the out-of-service taint to the node, so that its terminating ` +
              `Pods are deleted and their volumes detached; remove the taint when the node is back. ${warning(stake)}`,
            commands: [commandLine(...taint)],
            risk: 'high' as const,
            leaks,
          },
        ]),
    toRemove(
      `only when the machine is off and will not come back: delete the Node object; every Pod on it is then ` +
        `deleted from the cluster. ${warning(stake)}`,
      [commandLine('kubectl', 'delete', 'node', name)],
      'high',
      leaks,
    ),
  ]
}

/** The Node object is gone and PodGC should have acted: it runs in kube-controller-manager, or its DELETE is refused. */
export function absentNodeRemedies(pods: readonly StuckObject[]): readonly Remedy[] {
  const [first] = pods
  const place = namespaceFlag(first?.ref.namespace)
  return [
    toInspect('see whether kube-controller-manager works: its pod garbage collector has to end these Pods', [
      commandLine('kubectl', 'get', 'lease', 'kube-controller-manager', '-n', 'kube-system', '-o', 'yaml'),
    ]),
    ...(first === undefined
      ? []
      : [
          {
            kind: 'inspect' as const,
            summary: 'see whether something refuses the deletion (nothing is deleted by this)',
            commands: [commandLine('kubectl', 'delete', 'pod', first.ref.name, ...place, '--dry-run=server')],
            risk: 'none' as const,
            leaks: [],
          },
        ]),
  ]
}

function warning({ statefulSets, claims }: AtStake): string {
  const sets =
    statefulSets.length === 0 ? '' : ` StatefulSet ${listed(statefulSets)} gets a second Pod of the same name.`
  const volumes =
    claims.length === 0 ? '' : ` The volumes of ${listed(claims)} may be written from two nodes and be corrupted.`
  return `A process that is still running there then runs twice.${sets}${volumes}`
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ')
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown
}

function machine(node: KubeObject): string {
  const { providerID } = (node.spec ?? {}) as { providerID?: string }
  return providerID === undefined ? '' : ` (${providerID})`
}
