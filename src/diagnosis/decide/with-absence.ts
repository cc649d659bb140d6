import { trustedAuthor } from '../author.ts'
import { absenceOf } from '../dossier/absence.ts'
import { type Absence, tracesOf } from '../dossier/absence-signs.ts'
import { type Case, tieOfCandidate } from '../dossier/dossier.ts'
import type { Blocker } from '../stuck-object.ts'

/**
 * A cause that rests on a workload which has no more than a name, or on what Events say where no controller was found,
 * does not hide that cluster-scoped traces of an uninstall were found: both are told, and it is `unknown` where the
 * traces are proof, or nothing but Events speaks against them.
 */
export function withAbsence(holding: Blocker, found: Case): Blocker {
  const { cause } = holding
  if (cause === undefined || cause.code === 'ControllerMissing' || cause.code === 'ControllerUnknown') return holding
  const { search, reports } = found
  if (search.candidates.some(each => tieOfCandidate(found, each) !== undefined)) return holding
  const absence = absenceOf(found)
  if (absence === undefined || !hasTraces(found, absence)) return holding
  const said = [...reports.failures, ...reports.progress, ...reports.waits]
  const isOpen = absence.proof === 'traces' || said.every(({ source }) => source === 'events')
  const evidence = [...cause.evidence, ...tracesOf(found, absence)]
  const verdict = isOpen ? 'unknown' : holding.verdict
  return { ...holding, verdict, cause: { ...cause, key: `${cause.key}/absent`, evidence } }
}

function hasTraces({ search }: Case, { installation, leaving, lapsed, gone, idle }: Absence): boolean {
  const told = [...leaving, ...lapsed, ...gone, ...idle, ...search.dangling]
  return installation.present === false || trustedAuthor(told) !== undefined
}
