import { factFrom, message } from '../../messages/sentence.ts'
import { type Case, living, tieOfCandidate } from '../dossier/dossier.ts'
import type { Evidence } from '../explanation.ts'
import { toRepair } from '../remedy.ts'
import { type Blocker, BY_ORDER, blocker } from '../stuck-object.ts'
import { readyEvidence, subjectOfWorkload, type Workload, workloadText } from '../workloads/workloads.ts'

/**
 * ControllerMissing, before a deletion: all that runs and could remove the finalizer would be deleted too. `stuck`
 * where the server ends its Pods before it deletes the object; else the two race, and which is first is `unknown`.
 */
export function controllerLeaving(found: Case): Blocker | undefined {
  const { held, finalizer, context } = found
  const { together } = context
  if (together === undefined) return undefined
  const workloads = living(found)
  const [first] = workloads
  if (first === undefined || !workloads.every(({ workload }) => together.has(uidOf(workload)))) return undefined
  const isTied = tieOfCandidate(found, first) !== undefined
  const isFirst = workloads.every(({ workload }) => together.endsFirst(workload, held))
  const { workload } = first
  const names = workloads.map(each => workloadText(each.workload))
  return blocker(isTied && isFirst ? 'stuck' : 'unknown', {
    key: `ControllerMissing/together/${uidOf(workload)}/${isTied && isFirst}`,
    code: 'ControllerMissing',
    subject: subjectOfWorkload(workload, context.facts),
    finalizer,
    summary: message('ControllerDeletedToo', { workloads: names, finalizer }),
    evidence: [...first.evidence, readyEvidence(workload), orderEvidence(workload, isFirst), ...nameOnly(isTied)],
    remedies: () => [toRepair(message('DeleteHeldFirst', { finalizer, after: names.join(' and ') }))],
  })
}

function uidOf({ object }: Workload): string {
  return object.metadata.uid
}

function orderEvidence({ namespace }: Workload, isFirst: boolean): Evidence {
  const fact = isFirst ? message('PodsEndFirst', { namespace }) : message('OrderOfTwoUnknown')
  return { fact, source: isFirst ? 'version' : BY_ORDER }
}

function nameOnly(isTied: boolean): readonly Evidence[] {
  return isTied ? [] : [factFrom('names', 'OnlyNameTells')]
}
