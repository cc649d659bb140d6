import { selects } from '../../api/label-selector.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { selectorsOf } from '../controller/fit.ts'
import type { StuckObject } from '../stuck-object.ts'
import { type Workload, workloadText } from '../workloads/workloads.ts'
import type { Mismatch } from './mismatch.ts'
import { settingsOf } from './setting.ts'

/** A setting that has to be the value of one label of each object that the controller looks after. */
interface InstanceRow {
  readonly setting: RegExp
  readonly label: string
  /** Without the setting, objects with the label are left to others; else all are looked after. */
  readonly leavesLabelled: boolean
  /** The group of the objects, as the same setting of another product means something else. */
  readonly group: RegExp
  readonly source: string
}

// biome-ignore format: a table is read by its columns
export const INSTANCE_ROWS: readonly InstanceRow[] = [
  { setting: /^--?instance-id$/, label: 'argo-rollouts.argoproj.io/controller-instance-id', leavesLabelled: true, group: /^argoproj\.io$/, source: 'argoproj/argo-rollouts:controller/controller.go, instanceID' },
  { setting: /^--?watch-filter$/, label: 'cluster.x-k8s.io/watch-filter', leavesLabelled: false, group: /(^|\.)cluster\.x-k8s\.io$/, source: 'kubernetes-sigs/cluster-api:util/predicates/generic_predicates.go, ResourceHasFilterLabel' },
]

/** That the object is of another instance, shard or revision of the product than the workload. */
export function otherInstance(workload: Workload, { meta, type }: StuckObject): Mismatch | undefined {
  for (const row of INSTANCE_ROWS) {
    if (!row.group.test(type.group)) continue
    const [own] = settingsOf(workload, row.setting)
    const label = meta.labels?.[row.label]
    const isOther = own?.value ? label !== own.value : own === undefined && row.leavesLabelled && label !== undefined
    if (!isOther) continue
    const args = { workload: workloadText(workload), setting: own?.said, label: row.label, value: label }
    return {
      key: `instance/${row.label}/${label ?? ''}`,
      lacks: message('LabelLacking', { label: row.label, value: label ?? '' }),
      evidence: [factFrom('metadata.labels', 'RunsForOtherInstance', args), factFrom(row.source, 'OnlyOwnValue')],
      isCertain: true,
    }
  }
  return undefined
}

/** That a workload was started with a label selector which the labels of the object do not meet. */
export function otherLabels(workload: Workload, { meta }: Pick<StuckObject, 'meta'>): Mismatch | undefined {
  const other = selectorsOf(workload).find(({ selector }) => !selects(selector, meta.labels ?? {}))
  if (other === undefined) return undefined
  return {
    key: `labels/${other.said}`,
    lacks: message('LabelsLacking', { setting: other.said }),
    evidence: [factFrom('metadata.labels', 'LabelsNotMet', { workload: workloadText(workload), setting: other.said })],
    isCertain: true,
  }
}
