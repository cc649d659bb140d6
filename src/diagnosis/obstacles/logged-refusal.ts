import { message } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { accountText, neverListed, toldForbidden } from '../controller/lost-right.ts'
import { askedAt } from '../controller/since-deletion.ts'
import type { Case } from '../dossier/dossier.ts'
import { heardOf, type Logged } from '../dossier/log.ts'
import { timeOf } from '../dossier/log-words.ts'
import type { Blocker } from '../stuck-object.ts'
import { forbidden, tieOfAccount } from './controller-forbidden.ts'

const LEASES = 'leases.coordination.k8s.io'

/**
 * ControllerForbidden: the controller's log has a refusal of its own account by the server's authorizer, which says so
 * still. Of lines that name no object only what it needs for every object of the type, or to lead.
 */
export function loggedRefusal(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  if (heard === undefined) return undefined
  const { held, finalizer, context } = found
  const asked = askedAt(held)
  const isOfType = (said: Logged) => resourcesIn(said).every(each => each === held.ref.resource || each === LEASES)
  const all = [...heard.ofObject.filter(({ means }) => means === 'failing'), ...heard.ofProgram.filter(isOfType)]
  for (const said of all.filter(each => timeOf(each) >= asked && isOfOwnAccount(each)).toReversed()) {
    const { workload } = said.source.who
    const own = { namespace: workload.namespace, name: workload.serviceAccount }
    const words = [wordsOf(said.line)]
    const lost = toldForbidden(words, context) ?? neverListed(words, own, held.ref.namespace, context)
    if (lost === undefined) continue
    const { account, verbs, resources } = lost.right
    const who = accountText(account)
    const summary = message('LacksNeededRight', { finalizer, account: who, verb: verbs[0]!, resource: resources[0]! })
    const denied = {
      fact: message('AccountMayNot', { account: who, verbs: verbs.slice(0, 1), resource: resources[0]! }),
      source: 'subjectaccessreviews',
    }
    return forbidden(
      found,
      lost.right,
      verbs[0]!,
      summary,
      [said.evidence, denied],
      tieOfAccount(account, found),
      'logs',
    )
  }
  return undefined
}

/** Whoever could have a text logged could have any account named there. What a log says lets nobody read Secrets. */
function isOfOwnAccount(said: Logged): boolean {
  const { namespace, serviceAccount } = said.source.who.workload
  return claimsOf('denied', [wordsOf(said.line)]).every(
    ({ account, resource }) =>
      account.namespace === namespace &&
      account.name === serviceAccount &&
      resource !== 'secrets' &&
      !resource.includes('rbac.authorization'),
  )
}

function resourcesIn(said: Logged): readonly string[] {
  return claimsOf('denied', [wordsOf(said.line)]).map(({ resource }) => resource)
}
