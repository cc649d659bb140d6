import { factFrom, message } from '../../messages/sentence.ts'
import { type Holder, isHeldBy } from '../controller/holders.ts'
import { accountOf } from '../controller/lost-right.ts'
import type { Candidate } from '../controller/search.ts'
import { type Case, living, tieOfCandidate } from '../dossier/dossier.ts'
import { type Evidence, toRepair } from '../explanation.ts'
import { type Blocker, BY_ORDER, blocker, type DeletedTogether, type StuckObject } from '../stuck-object.ts'
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
    subject: subjectOfWorkload(workload, context.facts),
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

/**
 * ControllerForbidden, before a deletion: the account of the controller, or all that lets it change the object, would
 * be deleted as well, and which of them goes first the server does not say.
 */
export function rightLeaving(found: Case): Blocker | undefined {
  const { held, finalizer, context } = found
  const { together } = context
  const [controller] = living(found)
  if (together === undefined || controller === undefined) return undefined
  const { workload } = controller
  const loses = lossOf(found, controller, together)
  if (loses === undefined) return undefined
  const account = accountOf(workload)
  return blocker('unknown', {
    key: `ControllerForbidden/${account.namespace}/${account.name}/together/${held.ref.namespace ?? ''}`,
    subject: { kind: 'ServiceAccount', ...account },
    summary: message('GoesWithRight', { workload: workloadText(workload), finalizer, right: loses }),
    evidence: [...controller.evidence, readyEvidence(workload), factFrom(BY_ORDER, 'OrderOfAllUnknown')],
    remedies: () => [toRepair(message('DeleteHeldFirst', { finalizer, after: loses }))],
  })
}

/** What the controller would lose: its account, or the last binding or role that gives it the right. */
export function lossOf(
  { held, search }: Pick<Case, 'held' | 'search'>,
  { workload }: Pick<Candidate, 'workload'>,
  together: DeletedTogether,
): string | undefined {
  const { namespace, serviceAccount } = workload
  if (together.hasNamed('serviceaccount', namespace, serviceAccount)) return `serviceaccount/${serviceAccount}`
  const rights = search.holders.filter(holder => isHeldBy(holder, workload))
  const [first] = rights
  return first !== undefined && rights.every(right => isLeaving(right, held, together)) ? first.binding : undefined
}

function isLeaving({ binding, role }: Holder, { ref }: StuckObject, { hasNamed }: DeletedTogether): boolean {
  return [binding, role].some(text => {
    const [kind = '', name = ''] = text.toLowerCase().split('/')
    return hasNamed(kind, kind.startsWith('cluster') ? undefined : ref.namespace, name)
  })
}
