import { bindingsOf, isOfControllers, roleOf, WRITES } from '../controller/account-rules.ts'
import { isForEverybody, isHeldBy } from '../controller/holders.ts'
import { isRival } from '../controller/identity.ts'
import { isKin, namesOf } from '../controller/kinship.ts'
import { type Facts, once } from '../facts.ts'
import { isCustom } from '../stuck-object.ts'
import { type Workload, workloadsOf } from '../workloads/workloads.ts'
import type { Case } from './dossier.ts'

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

/** By a ClusterRoleBinding, as controllers do: not by a role of everybody's tools, nor for objects of some names. */
export function looksAfter(
  isOne: (group: string) => boolean,
  workload: Workload,
  facts: Facts,
  areMarked = isOfControllers,
): boolean {
  return rulesForAll(workload, facts).some(
    ({ apiGroups, resources, verbs }) =>
      apiGroups?.some(isOne) && areMarked(resources) && verbs.some(verb => WRITES.has(verb)),
  )
}

/** What an account may do in the whole cluster, by roles of its own. */
export function rulesForAll(workload: Workload, facts: Facts) {
  return bindingsOf(workload, 'clusterrolebindings', facts)
    .map(each => roleOf(each, facts))
    .flatMap(role => (role === undefined || isForEverybody(role) ? [] : (role.rules ?? [])))
    .filter(({ resourceNames = [] }) => resourceNames.length === 0)
}
