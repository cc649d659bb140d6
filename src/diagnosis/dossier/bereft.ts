import { bindingsOf, rulesOf } from '../controller/account-rules.ts'
import { isOfControllers, WRITES } from '../controller/confined.ts'
import { isHeldBy } from '../controller/holders.ts'
import { isRival } from '../controller/identity.ts'
import { isKin, namesOf } from '../controller/kinship.ts'
import { isCustom } from '../custom-type.ts'
import type { Facts } from '../facts.ts'
import { once } from '../once.ts'
import { type Workload, workloadsOf } from '../workloads/workloads.ts'
import type { Case } from './dossier.ts'

/** So many are asked what their logs say. */
const MAX_BEREFT = 2

/**
 * Ready workloads that may not change the type and may have lost that right: without a candidate, those with a
 * ClusterRoleBinding for other types of its API group (`isOfGroup`), and kin; else the namesake of a candidate in the
 * object's own namespace.
 */
export function bereftOf({ held: { ref, type }, search, identity, context: { facts } }: Case) {
  const { holders, words, unreadable } = search
  const names = search.candidates.map(each => each.workload.name)
  const isHere = search.candidates.some(each => each.workload.namespace === ref.namespace)
  if (!isCustom({ type }) || unreadable.length > 0 || isHere) return []
  const found = once(facts, `bereft ${ref.resource} ${ref.namespace} ${identity.key} ${names.join()}`, () =>
    workloadsOf(facts).all.flatMap(workload => {
      const may = holders.some(each => isHeldBy(each, workload))
      if (workload.readyReplicas === 0 || may || isRival(namesOf(workload), identity)) return []
      const isOfGroup = looksAfter(group => group === type.group, workload, facts)
      const isNamesake = workload.namespace === ref.namespace && names.includes(workload.name)
      const isNear = isNamesake || (names.length === 0 && (isOfGroup || isKin(workload, words)))
      return isNear ? [{ who: { workload, evidence: [], ailments: [] }, isOfGroup }] : []
    }),
  )
  return found.toSorted((a, b) => Number(b.isOfGroup) - Number(a.isOfGroup)).slice(0, MAX_BEREFT)
}

/** By a ClusterRoleBinding, as controllers do. */
export function looksAfter(isOne: (group: string) => boolean, workload: Workload, facts: Facts): boolean {
  const rules = bindingsOf(workload, 'clusterrolebindings', facts).flatMap(each => rulesOf(each, facts) ?? [])
  return rules.some(
    ({ apiGroups, resources, verbs }) =>
      apiGroups?.some(isOne) && isOfControllers(resources) && verbs.some(verb => WRITES.has(verb)),
  )
}
