import type { Holding } from '../held.ts'
import { tracesOf } from './absence-traces.ts'
import { absenceOf } from './controller-absence.ts'
import { type Case, tieOfCandidate } from './controller-case.ts'

/**
 * A cause that rests on a workload which has no more than a name, or on what an Event says where no controller was found, does not
 * hide that cluster-scoped traces of an uninstall were found: it is `unknown`, and both are told. undefined facts change nothing.
 */
export function withAbsence(holding: Holding, found: Case): Holding {
  const { cause } = holding
  if (cause === undefined || cause.code === 'ControllerMissing' || cause.code === 'ControllerUnknown') return holding
  if (found.search.candidates.some(each => tieOfCandidate(found, each) !== undefined)) return holding
  const absence = absenceOf(found)
  if (absence?.proof !== 'traces' || absence.unread.length > 0) return holding
  const evidence = [...cause.evidence, ...tracesOf(found, absence)]
  return { ...holding, verdict: 'unknown', cause: { ...cause, key: `${cause.key}/absent`, evidence } }
}
