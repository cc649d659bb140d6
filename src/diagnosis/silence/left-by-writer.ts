import type { Case } from '../dossier/dossier.ts'
import { isProgram } from '../managers.ts'
import { toInspect } from '../remedy.ts'
import { formatSeconds } from '../seconds.ts'
import { logCommand } from '../workloads/log-places.ts'
import type { Workload } from '../workloads/workloads.ts'
import type { Clue } from './clue.ts'

/** A write of the deletion itself may carry its second. */
const SECONDS = 1

/**
 * That the program that wrote the finalizer changed the object's metadata after the deletion and left it: it has seen the deletion, as one
 * has that takes off the finalizers it knows (elastic/cloud-on-k8s#1094, an operator of an older version).
 */
export function leftByWriter(
  { held, finalizer, identity: { writer }, context: { facts } }: Case,
  workload: Workload,
): Clue | undefined {
  if (writer === undefined || !isProgram(writer.manager) || held.ageSeconds === undefined) return undefined
  const { deletionTimestamp = '', deletionGracePeriodSeconds = 0 } = held.meta
  const after = (Date.parse(writer.time ?? '') - Date.parse(deletionTimestamp)) / 1000 + deletionGracePeriodSeconds
  if (!(after > SECONDS)) return undefined
  return {
    key: `left/${finalizer}`,
    why: 'it has changed the object since the deletion and left this finalizer, which its version may not handle',
    evidence: [
      {
        fact: `manager "${writer.manager}", which wrote the finalizer, changed the object's metadata ${formatSeconds(after)} after the deletion and left it`,
        source: 'managedFields',
      },
    ],
    remedy: toInspect(
      `find out whether the version that runs handles ${finalizer}: its log and its release notes tell`,
      [logCommand(workload, facts)],
    ),
  }
}
