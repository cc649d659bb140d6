import type { KubeObject } from '../../api/object.ts'
import { type Advice, advised, type Reach } from '../../plan/reach.ts'

/**
 * How a workload that a rescue does not stop is stopped by hand, so that it deletes nothing meanwhile; `makers` are what made
 * it, the nearest first. Then the rescue is run again.
 */
export function byHand(workload: KubeObject, makers: readonly KubeObject[], reach: Reach): Advice {
  const { kind, metadata } = workload
  const { name, namespace = '' } = metadata
  const top = makers.at(-1) ?? workload
  const [reference] = metadata.ownerReferences?.filter(({ controller }) => controller) ?? []
  if (top.kind === 'ClusterServiceVersion') {
    const what = `OLM scales it up again: set spec.replicas of deployment ${name} to 0 in its ClusterServiceVersion, and back afterwards`
    return advised(what, reach, 'kubectl', 'edit', 'csv', top.metadata.name, '-n', namespace)
  }
  if (top.kind === 'DaemonSet') {
    const template = { spec: { nodeSelector: { 'kubectl-finalize/stopped': 'true' } } }
    const fields = JSON.stringify({ spec: { template } })
    const what =
      'it runs on every node that its node selector matches: set a node selector that matches no node, and remove it afterwards'
    const patch = ['kubectl', 'patch', 'daemonset', top.metadata.name, '-n', namespace, '--type', 'merge', '-p', fields]
    return advised(what, reach, ...patch)
  }
  if (kind === 'Pod' && (top.kind === 'Node' || reference?.kind === 'Node')) {
    const node = reference?.name ?? top.metadata.name
    const what = `it is a static Pod: move its manifest out of the kubelet's directory on node ${node}, and back afterwards`
    return { what, commands: [] }
  }
  if (kind === 'Pod' && reference === undefined)
    return advised('save its manifest, and delete it', reach, 'kubectl', 'delete', 'pod', name, '-n', namespace)
  const maker = top === workload ? reference : { kind: top.kind, name: top.metadata.name }
  const what =
    maker === undefined ? 'stop it' : `stop it at ${maker.kind.toLowerCase()}/${maker.name}, which creates it`
  return { what: `${what}, so that it deletes nothing during the rescue`, commands: [] }
}
