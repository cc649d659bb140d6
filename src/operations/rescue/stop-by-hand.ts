import type { KubeObject } from '../../api/object.ts'
import { message } from '../../messages/sentence.ts'
import { type Advice, advised, type Reach } from '../../plan/reach.ts'

/**
 * How to stop by hand a workload that a rescue does not stop, so that it deletes nothing before the rescue is run
 * again; `makers` are what made it, the nearest first.
 */
export function byHand(workload: KubeObject, makers: readonly KubeObject[], reach: Reach): Advice {
  const { kind, metadata } = workload
  const { name, namespace = '' } = metadata
  const top = makers.at(-1) ?? workload
  const [reference] = metadata.ownerReferences?.filter(({ controller }) => controller) ?? []
  if (top.kind === 'ClusterServiceVersion') {
    const what = message('ScaledByOlm', { deployment: name })
    return advised(what, reach, 'kubectl', 'edit', 'csv', top.metadata.name, '-n', namespace)
  }
  if (top.kind === 'DaemonSet') {
    const template = { spec: { nodeSelector: { 'kubectl-finalize/stopped': 'true' } } }
    const fields = JSON.stringify({ spec: { template } })
    const patch = ['kubectl', 'patch', 'daemonset', top.metadata.name, '-n', namespace, '--type', 'merge', '-p', fields]
    return advised(message('RunsOnEveryNode'), reach, ...patch)
  }
  if (kind === 'Pod' && (top.kind === 'Node' || reference?.kind === 'Node')) {
    const node = reference?.name ?? top.metadata.name
    return { what: message('StaticPod', { node }), commands: [] }
  }
  if (kind === 'Pod' && reference === undefined)
    return advised(message('SaveManifestAndDelete'), reach, 'kubectl', 'delete', 'pod', name, '-n', namespace)
  const maker = top === workload ? reference : { kind: top.kind, name: top.metadata.name }
  const args = maker === undefined ? {} : { maker: `${maker.kind.toLowerCase()}/${maker.name}` }
  return { what: message('StopAtMaker', args), commands: [] }
}
