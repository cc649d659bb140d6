import { itemsOf } from '../../api/fact.ts'
import { selects } from '../../api/label-selector.ts'
import type { KubeObject } from '../../api/object.ts'
import { isCompleted } from '../../api/pod-phase.ts'
import type { Facts } from '../facts.ts'
import { templateOf, type Workload, workloadOf } from '../workloads/workloads.ts'

const KINDS = ['deployments.apps', 'statefulsets.apps', 'daemonsets.apps'] as const

export interface Selected {
  /** Deployments, StatefulSets and DaemonSets whose Pods it selects. */
  readonly workloads: readonly Workload[]
  /** Pods that have the labels and are not finished. */
  readonly pods: readonly KubeObject[]
  /** Those that have the Service's own name, and make Pods with other labels. */
  readonly namesakes: readonly Workload[]
  /** All of it was read, so that what is not here is not there. */
  readonly complete: boolean
}

export function selectedBy(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  selector: Readonly<Record<string, string>>,
  facts: Facts,
): Selected {
  const lists = KINDS.map(resource => facts.read({ about: 'list', resource, namespace }))
  const pods = facts.read({ about: 'list', resource: 'pods', namespace })
  const all = lists.flatMap(itemsOf).map(workloadOf)
  const isSelected = (labels: Readonly<Record<string, string>> | undefined): boolean =>
    selects({ matchLabels: selector }, labels ?? {})
  const workloads = all.filter(({ object }) => isSelected(templateOf(object)?.metadata?.labels))
  return {
    workloads,
    pods: itemsOf(pods).filter(pod => isSelected(pod.metadata.labels) && !isCompleted(pod)),
    namesakes: all.filter(workload => workload.name === name && !workloads.includes(workload)),
    complete: [...lists, pods].every(({ state }) => state === 'known'),
  }
}
