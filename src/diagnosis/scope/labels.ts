import { selects } from '../../api/label-selector.ts'
import { message } from '../../messages/sentence.ts'
import { selectorsOf } from '../controller/fit.ts'
import type { StuckObject } from '../stuck-object.ts'
import { type Workload, workloadText } from '../workloads/workloads.ts'
import type { Mismatch } from './mismatch.ts'

/** That a workload was started with a label selector which the labels of the object do not meet. */
export function otherLabels(workload: Workload, { meta }: Pick<StuckObject, 'meta'>): Mismatch | undefined {
  const other = selectorsOf(workload).find(({ selector }) => !selects(selector, meta.labels ?? {}))
  if (other === undefined) return undefined
  const fact = message('LabelsNotMet', { workload: workloadText(workload), setting: other.said })
  return {
    key: `labels/${other.said}`,
    lacks: message('LabelsLacking', { setting: other.said }),
    evidence: [{ fact, source: 'metadata.labels' }],
    isCertain: true,
  }
}
