import { DEFINITIONS } from '../../api/definitions.ts'
import { eachTogether, filterTogether } from '../answered.ts'
import { isGiven, rulesGiven } from '../controller/account-rules.ts'
import { isCustom } from '../custom-type.ts'
import { isProgram } from '../managers.ts'
import { once } from '../once.ts'
import type { Workload } from '../workloads/workloads.ts'
import type { Case } from './dossier.ts'
import { isOfSpec, userOf } from './refused-account.ts'
import { isOfOwnController } from './state.ts'

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
  const wanted: readonly MissingRights[] = [
    { kind: 'see', verbs: SEEING, resource },
    { kind: 'remove', verbs: removingVerbs(found), resource },
    { kind: 'status', verbs: hasStatus(found) ? ['update', 'patch'] : [], resource: `${resource}/status` },
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
function removingVerbs({ held, finalizer, identity: { writer }, known: { entry } }: Case): readonly string[] {
  if (isOfSpec(held, finalizer) || held.ref.resource === 'namespaces') return []
  if (entry?.removedBy !== undefined) return entry.removedBy.verbs
  return writer?.applied && isProgram(writer.manager) ? ['patch'] : ['update', 'patch']
}

/** Whether a status takes a right of its own to write: that of a custom type does, if the CRD has the subresource. */
function hasStatus(found: Case): boolean {
  const { held, context } = found
  if (!isCustom(held) || !isOfOwnController(found)) return false
  const crd = context.facts.read({ about: 'object', resource: DEFINITIONS, name: held.ref.resource })
  const { versions = [] } = ((crd.state === 'known' && crd.value.spec) || {}) as { versions?: readonly Version[] }
  return versions.some(({ name, subresources }) => name === held.type.version && subresources?.status !== undefined)
}

type Version = { readonly name: string; readonly subresources?: { readonly status?: object } }
