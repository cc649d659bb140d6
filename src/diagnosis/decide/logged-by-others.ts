import { message } from '../../messages/sentence.ts'
import { isKin, wordsOf } from '../controller/kinship.ts'
import type { Candidate } from '../controller/search.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { heardFrom } from '../dossier/log.ts'
import { toInspect } from '../explanation.ts'
import type { Blocker, CauseDraft } from '../stuck-object.ts'
import { showLog } from '../workloads/log-places.ts'
import { workloadsOf, workloadText } from '../workloads/workloads.ts'

const MOST = 4

/**
 * No controller is known for a finalizer on a type of Kubernetes, and of the few that may change that type
 * the log of just one has an error about the object (nolar/kopf#798): told first, without naming a culprit.
 */
export function loggedByWriter(holding: Blocker, found: Case): Blocker {
  const { writers, outside } = found.search
  if (holding.cause?.code !== 'ControllerUnknown' || outside || writers.length > MOST) return holding
  return loggedBy(writers, 'SeeErrorOfWriter', holding, found)
}

/**
 * The controller does not say what it waits for, and of the workloads beside it that are called after its product the
 * log of just one has an error about the object (SeldonIO/seldon-core#5043: the scheduler).
 */
export function loggedBeside(holding: Blocker, found: Case): Blocker {
  const { held, search, context } = found
  const own = living(found)[0]?.workload
  if (holding.cause?.code !== 'CleanupInProgress' || own === undefined) return holding
  const words = wordsOf(held.type.group, own.name)
  const beside = workloadsOf(context.facts).all.filter(
    each =>
      each.namespace === own.namespace &&
      !search.candidates.some(({ workload }) => workload === each) &&
      isKin(each, words),
  )
  const others = beside.slice(0, MOST).map(workload => ({ workload, evidence: [], ailments: [] }))
  return loggedBy(others, 'SeeErrorBeside', holding, found)
}

function loggedBy(
  others: readonly Candidate[],
  advice: 'SeeErrorOfWriter' | 'SeeErrorBeside',
  holding: Blocker,
  found: Case,
): Blocker {
  const { cause } = holding
  const { ofObject = [], perhapsOfObject = [] } = heardFrom(others, found, false) ?? {}
  const named = [...ofObject, ...perhapsOfObject.filter(({ isOfOnlyOne }) => isOfOnlyOne)]
  const errors = named.filter(({ means }) => means === 'failing')
  const [{ source, evidence: logged } = {}] = errors.slice(-1)
  if (cause === undefined || source === undefined || errors.some(each => each.source.who !== source.who)) return holding
  const evidence = [logged!, ...source.who.evidence, ...cause.evidence]
  const look = toInspect(message(advice, { workload: workloadText(source.who.workload) }), [showLog(source)])
  const remedies: CauseDraft['remedies'] = (blocks, direct) => [look, ...cause.remedies(blocks, direct)]
  return { ...holding, cause: { ...cause, key: `${cause.key}/log/${found.held.ref.uid}`, evidence, remedies } }
}
