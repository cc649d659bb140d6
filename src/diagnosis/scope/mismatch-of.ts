import type { KubeObject } from '../../api/object.ts'
import type { Facts } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'
import type { Workload } from '../workloads/workloads.ts'
import { otherClass } from './classes.ts'
import { otherInstance } from './instances.ts'
import { otherLabels } from './labels.ts'
import type { Mismatch } from './mismatch.ts'
import { unwatched } from './namespaces.ts'

/** The first setting by which a workload does not select the object; undefined where none shows that. */
export function mismatchOf(
  workload: Workload,
  held: StuckObject,
  whole: KubeObject | undefined,
  facts: Facts,
): Mismatch | undefined {
  return (
    unwatched(workload, held) ??
    otherLabels(workload, held) ??
    otherInstance(workload, held) ??
    (whole && otherClass(workload, held, whole, facts))
  )
}
