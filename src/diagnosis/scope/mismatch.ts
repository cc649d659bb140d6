import type { KubeObject } from '../../api/object.ts'
import type { Workload } from '../controller/workloads.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { Held } from '../held.ts'
import { otherClass } from './classes.ts'
import { otherInstance } from './instances.ts'
import { otherLabels } from './labels.ts'
import { unwatched } from './namespaces.ts'

/** Why a workload does not select an object: what it was started with, and what the object carries. */
export interface Mismatch {
  /** The same for objects that are left out alike. */
  readonly key: string
  /** What is to be set, and to what: `namespace team-a`. */
  readonly lacks: string
  readonly evidence: readonly Evidence[]
  /** What the setting means is known, and that it was read means that the object is left alone. */
  readonly isCertain: boolean
}

/** The first setting by which a workload does not select the object; undefined where none shows that. */
export function mismatchOf(
  workload: Workload,
  held: Held,
  whole: KubeObject | undefined,
  facts: Facts,
): Mismatch | undefined {
  return (
    unwatched(workload, held) ??
    otherLabels(workload, held) ??
    otherInstance(workload, held) ??
    (whole && otherClass(workload, whole, facts))
  )
}
