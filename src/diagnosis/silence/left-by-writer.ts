import { message } from '../../messages/sentence.ts'
import type { Case } from '../dossier/dossier.ts'
import { isProgram } from '../managers.ts'
import { toInspect } from '../remedy.ts'
import { formatSeconds } from '../seconds.ts'
import { SAME_WRITE_SECONDS } from '../thresholds.ts'
import { logCommand } from '../workloads/log-places.ts'
import type { Workload } from '../workloads/workloads.ts'
import { type Clue, clueOf } from './clue.ts'

/**
 * The program that wrote the finalizer changed the object's metadata after the deletion and left the finalizer: it has
 * seen the deletion, as an operator of an older version that does not know this finalizer (elastic/cloud-on-k8s#1094).
 */
export function leftByWriter(
  { held, finalizer, identity: { writer }, context: { facts } }: Case,
  workload: Workload,
): Clue | undefined {
  if (writer === undefined || !isProgram(writer.manager) || held.ageSeconds === undefined) return undefined
  const { deletionTimestamp = '', deletionGracePeriodSeconds = 0 } = held.meta
  const after = (Date.parse(writer.time ?? '') - Date.parse(deletionTimestamp)) / 1000 + deletionGracePeriodSeconds
  if (!(after > SAME_WRITE_SECONDS)) return undefined
  const fact = message('ChangedAndLeft', { manager: writer.manager, after: formatSeconds(after) })
  const remedy = toInspect(message('FindWhetherVersionHandles', { finalizer }), [logCommand(workload, facts)])
  return clueOf(`left/${finalizer}`, message('LeftByWriter'), fact, 'managedFields', remedy)
}
