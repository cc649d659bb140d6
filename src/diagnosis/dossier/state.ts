import { oncePer } from '../../api/once-per.ts'
import { eachTogether, filterTogether, together } from '../answered.ts'
import type { Outside } from '../catalogue/outside.ts'
import type { Proof } from '../controller/absence.ts'
import { isGiven, rulesGiven } from '../controller/account-rules.ts'
import { domainOf, isOfDomain, isOfOneOwner } from '../controller/identity.ts'
import { overlaps } from '../controller/kinship.ts'
import type { Listeners } from '../controller/listeners.ts'
import type { Candidate } from '../controller/search.ts'
import { type Facts, once } from '../facts.ts'
import { isProgram, writerOfFinalizer } from '../managers.ts'
import { isStatusApart } from '../object-size.ts'
import { isCustom, type StuckObject } from '../stuck-object.ts'
import type { Workload } from '../workloads/workloads.ts'
import { absenceOf } from './absence.ts'
import type { Absence } from './absence-signs.ts'
import { type Case, dossierOf, living, tieOfCandidate } from './dossier.ts'
import { isOfSpec, refusedAccount, userOf } from './refused-account.ts'

export type ProvenAbsence = Absence & { readonly proof: Proof }

/**
 * How the controller of a finalizer is, so far as it is known. `running`: something of it is ready; `sure` where more
 * than its name says that it is the controller. `forbidden`: it runs, and by the authorizer its account may not change
 * the object. `notReady`: it is installed, nothing of it is ready. `missing`: none is left, which is proven, also by
 * another finalizer of its program (`like`). `outside`: it runs other than as a Pod of this cluster. `unknown`: none.
 */
export type ControllerState =
  | { readonly is: 'running'; readonly who: Candidate; readonly sure: boolean }
  | { readonly is: 'forbidden'; readonly who: Candidate; readonly sure: boolean; readonly user: string }
  | { readonly is: 'notReady'; readonly who: Candidate }
  | { readonly is: 'missing'; readonly absence: ProvenAbsence; readonly like?: Case | undefined }
  | { readonly is: 'outside'; readonly where: Outside; readonly listeners: Listeners | undefined }
  | { readonly is: 'unknown' }

/** Computed once for each dossier, of which there is another in each round of questions. */
export const stateOf = oncePer(judge)

function judge(found: Case): ControllerState {
  const [who] = living(found)
  if (who !== undefined) {
    const [sure, user] = together(
      () => tieOfCandidate(found, who) !== undefined,
      () => refusedAccount(found),
    )
    return user === undefined ? { is: 'running', who, sure } : { is: 'forbidden', who, sure, user }
  }
  const { candidates, outside } = found.search
  const [down] = candidates
  if (down !== undefined) return { is: 'notReady', who: down }
  const { scheduled, unreadable } = found.search
  // All roles, bindings and workloads could be read, and nothing that runs is the controller.
  const absence = scheduled.length > 0 || unreadable.length > 0 ? undefined : absenceOf(found)
  if (absence?.proof !== undefined && absence.unread.length === 0) {
    return { is: 'missing', absence: { ...absence, proof: absence.proof } }
  }
  const isOpen = absence !== undefined && outside === undefined && found.search.suspects.length === 0
  const missing = isOpen ? missingByAnother(found) : undefined
  if (missing !== undefined) return missing
  return outside === undefined ? { is: 'unknown' } : { is: 'outside', where: outside, listeners: absence?.listeners }
}

/**
 * By what the same program put on an object of a custom type, in the domain of one on an object of Kubernetes' types:
 * the same for all of these in a namespace.
 */
function missingByAnother({ held, finalizer, identity: { manager }, context }: Case): ControllerState | undefined {
  if (isCustom(held) || manager === undefined) return undefined
  const { namespace } = held.ref
  const domain = domainOf(finalizer)
  const isOwn = ({ meta, type, ref }: StuckObject, { name }: { name: string }) =>
    (ref.namespace === undefined || ref.namespace === namespace) &&
    isOfOneOwner(domainOf(name), domain) &&
    isOfDomain(type.group, domain) &&
    writerOfFinalizer(meta, name)?.manager === manager
  return once(context.facts, `of the program ${JSON.stringify([manager, domain, namespace])}`, () => {
    const other = [...context.terminating.values()].find(
      each => isCustom(each) && each.finalizers.some(own => isOwn(each, own)),
    )
    const like = other && dossierOf(other, other.finalizers.find(own => isOwn(other, own))!.name, context)
    const state = like && stateOf(like)
    return state?.is === 'missing' ? { ...state, like } : undefined
  })
}

/**
 * Whether a controller may be there that would finish, were nothing in its way: one that lives, or one that was not
 * found and is not proven to be missing. One that is there and not ready, or proven to be missing, is the cause itself.
 * That a workload that the catalogue knows is not there is less than what is seen in the way of it.
 */
export function mayFinish(found: Case): boolean {
  // Who lives needs no more questions.
  if (living(found).length > 0) return true
  const state = stateOf(found)
  return state.is === 'missing' ? state.absence.proof === 'catalogue' : state.is !== 'notReady'
}

/**
 * Whether what the object says and names is of the controller of this finalizer: the product's own, and not one of
 * several that hold the object. What a bystander's finalizer waits for, the object does not tell.
 */
export function isOfOwnController({ identity: { isStranger, rivals, own, ofType } }: Case): boolean {
  return !isStranger && (rivals.length === 0 || overlaps(own, ofType))
}

/** Without these a controller does not see what happens to its objects. */
export const SEEING: readonly string[] = ['get', 'list', 'watch']

/** Rights of one kind that an account lacks, and that a controller may need before its finalizer is gone. */
export interface MissingRights {
  /** `see`: it learns of no deletion; `remove`: no removal by that verb; `status`: it cannot write that first. */
  readonly kind: 'see' | 'remove' | 'status'
  readonly verbs: readonly string[]
  /** `plural.group`, with `/status` behind it. */
  readonly resource: string
}

/**
 * What a workload's account lacks by its roles, and by the server's authorizer: each verb by itself, as only who
 * applied the finalizer shows which one it uses. Empty if it may act by another account, or not all was read.
 */
export function missingRights(found: Case, workload: Workload): readonly MissingRights[] {
  const { held, context, search } = found
  const user = userOf(workload)
  if (user === undefined || search.unreadable.length > 0) return []
  const { facts } = context
  const { namespace, name, resource } = held.ref
  const isWritten = isOfOwnController(found) && hasStatus(held, facts)
  const wanted: readonly MissingRights[] = [
    { kind: 'see', verbs: SEEING, resource },
    { kind: 'remove', verbs: removingVerbs(found), resource },
    { kind: 'status', verbs: isWritten ? ['update', 'patch'] : [], resource: `${resource}/status` },
  ]
  const lacks = (verb: string, subresource?: string): boolean => {
    const part = subresource === undefined ? held.type.plural : `${held.type.plural}/${subresource}`
    if (isGiven(workload, { verb, group: held.type.group, resource: part, name }, namespace, facts)) return false
    const answer = facts.read({ about: 'access', user, verb, resource, subresource, namespace })
    return answer.state === 'known' && !answer.value
  }
  const which = rulesGiven(workload, namespace, facts).byName ? `${namespace}/${name}` : namespace
  return once(facts, `rights of ${user} on ${wanted.map(({ verbs }) => verbs.length)} ${resource} ${which}`, () =>
    eachTogether(wanted, right => {
      const verbs = filterTogether(right.verbs, verb => lacks(verb, right.resource.split('/')[1]))
      return { ...right, verbs }
    }).filter(({ verbs }) => verbs.length > 0),
  )
}

/**
 * By which it may remove the finalizer: what its source tells, else who applied it patches. That of a Namespace can go
 * by its /finalize, too.
 */
export function removingVerbs({ held, finalizer, identity: { writer }, known: { entry } }: Case): readonly string[] {
  if (isOfSpec(held, finalizer) || held.ref.resource === 'namespaces') return []
  if (entry?.removedBy !== undefined) return entry.removedBy.verbs
  return writer?.applied && isProgram(writer.manager) ? ['patch'] : ['update', 'patch']
}

/** Whether a status takes a right of its own to write: that of a custom type does, if the CRD has the subresource. */
export function hasStatus(held: StuckObject, facts: Facts): boolean {
  return isCustom(held) && isStatusApart(held, facts) === true
}
