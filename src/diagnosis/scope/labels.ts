import { selectorsOf } from '../controller/fit.ts'
import { selects } from '../label-selector.ts'
import type { StuckObject } from '../stuck-object.ts'
import { type Workload, workloadText } from '../workloads/workloads.ts'
import type { Mismatch } from './mismatch.ts'

/** That a workload was started with a label selector which the labels of the object do not meet. */
export function otherLabels(workload: Workload, { meta }: Pick<StuckObject, 'meta'>): Mismatch | undefined {
  const other = selectorsOf(workload).find(({ selector }) => !selects(selector, meta.labels ?? {}))
  if (other === undefined) return undefined
  const fact = `${workloadText(workload)} runs with ${other.said}, which the labels of the object do not meet`
  return {
    key: `labels/${other.said}`,
    lacks: `objects with the labels of these (now ${other.said})`,
    evidence: [{ fact, source: 'metadata.labels' }],
    isCertain: true,
  }
}
