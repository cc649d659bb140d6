import { factFrom, type Messages, message } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/line.ts'
import { isHeldBy } from '../controller/holders.ts'
import { domainOf, isOfOneOwner, ownerDomain } from '../controller/identity.ts'
import { isKin, wordsOf as kinWords } from '../controller/kinship.ts'
import { SHARED_DOMAINS } from '../controller/last-writes.ts'
import type { Candidate } from '../controller/search.ts'
import { soleHolder } from '../controller/sought.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { heardFrom } from '../dossier/log.ts'
import { toInspect } from '../explanation.ts'
import { once } from '../facts.ts'
import { deniedByWebhook } from '../obstacles/error-cause.ts'
import { type Blocker, type CauseDraft, withCause } from '../stuck-object.ts'
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
 * Of those that may change an object of Kubernetes the one whose account alone has roles for types of the finalizer's
 * owner, which no user of a namespace can bind (matrixorigin/matrixone#25045). That it works on the object only its log
 * can tell.
 */
export function soleServer({ search, finalizer, context: { facts } }: Case): readonly Candidate[] {
  const owner = ownerDomain(domainOf(finalizer))
  if (search.writers.length === 0 || search.unreadable.length > 0 || SHARED_DOMAINS.test(owner)) return []
  const isMeant = (group: string) => isOfOneOwner(group, owner)
  const account = once(facts, `alone for ${owner}`, () => soleHolder(isMeant, undefined, facts))
  return search.writers.flatMap(each => {
    if (account === undefined || !isHeldBy(account, each.workload)) return []
    const told = { workload: workloadText(each.workload), owner }
    return [{ ...each, evidence: [...each.evidence, factFrom('rolebindings', 'AloneLooksAfter', told)] }]
  })
}

/**
 * The controller does not say what it waits for, and of the workloads beside it that are called after its product the
 * log of just one has an error about the object (SeldonIO/seldon-core#5043: the scheduler), or of a webhook that denies
 * what it asks for (kubevirt/kubevirt#2138: the agent of the node).
 */
export function loggedBeside(holding: Blocker, found: Case): Blocker {
  const { held, search, context } = found
  const own = living(found)[0]?.workload
  if (holding.cause?.code !== 'CleanupInProgress' || own === undefined) return holding
  const words = kinWords(held.type.group, own.name)
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
  const [{ source, line, evidence: logged } = {}] = errors.slice(-1)
  if (cause === undefined || source === undefined || errors.some(each => each.source.who !== source.who)) return holding
  const workload = workloadText(source.who.workload)
  const [denied] = claimsOf('denied by webhook', [wordsOf(line!)])
  const denial = denied && deniedByWebhook(denied, found)
  const evidence = [logged!, ...(denial?.evidence ?? []), ...source.who.evidence, ...cause.evidence]
  const look = toInspect(message(advice, { workload }), [showLog(source)])
  const first = { ...look, commands: [...(denial?.remedies(look, look)[0]?.commands ?? []), ...look.commands] }
  const remedies: CauseDraft['remedies'] = (blocks, direct) => [first, ...cause.remedies(blocks, direct)]
  const { summary: told } = cause
  const isOpen = denied && typeof told === 'object' && told.code === 'SilentForUnknownReason'
  const why = message('DeniedBeside', { webhook: denied?.webhook ?? '', workload })
  const summary = isOpen ? message('MayBeUnable', { ...(told.args as Messages['MayBeUnable']), why }) : told
  return withCause(holding, { summary, key: `${cause.key}/log/${found.held.ref.uid}`, evidence, remedies })
}
