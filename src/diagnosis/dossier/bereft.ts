import { bindingsOf, rulesOf } from '../controller/account-rules.ts'
import { isHeldBy } from '../controller/holders.ts'
import { isRival } from '../controller/identity.ts'
import { isKin, namesOf } from '../controller/kinship.ts'
import type { Candidate } from '../controller/search.ts'
import { isCustom } from '../custom-type.ts'
import type { Facts } from '../facts.ts'
import { once } from '../once.ts'
import { type Workload, workloadsOf } from '../workloads/workloads.ts'
import type { Case } from './dossier.ts'

/** A workload that is ready and no candidate, as nothing lets it change the type: it may have lost that right. */
export interface Bereft {
  readonly who: Candidate
  /** By a ClusterRoleBinding it may change other types of the same API group. */
  readonly isOfGroup: boolean
}

/** So many are asked what their logs say. */
const MAX_BEREFT = 2

/**
 * Where nothing is a candidate: what looks after other types of the API group, and kin. Else what goes by the very name
 * of the candidates, which are all in other namespaces, in that of the object: each may look after its own.
 */
export function bereftOf({ held, search, identity, context: { facts } }: Case): readonly Bereft[] {
  const { candidates, holders, words } = search
  if (!isCustom(held) || search.unreadable.length > 0) return []
  const { all } = once(facts, 'workloads', () => workloadsOf(facts))
  const names = candidates.map(({ workload }) => workload.name)
  const isNamesake = ({ namespace, name }: Workload) => namespace === held.ref.namespace && names.includes(name)
  if (candidates.some(({ workload }) => workload.namespace === held.ref.namespace)) return []
  const found = once(facts, `bereft ${held.ref.resource} ${held.ref.namespace} ${identity.key} ${names.join()}`, () =>
    all.flatMap(workload => {
      const may = holders.some(each => isHeldBy(each, workload))
      if (workload.readyReplicas === 0 || may || isRival(namesOf(workload), identity)) return []
      const isOfGroup = mayChangeIn(held.type.group, workload, facts)
      const isNear = names.length > 0 ? isNamesake(workload) : isOfGroup || isKin(workload, words)
      return isNear ? [{ who: { workload, evidence: [], ailments: [] }, isOfGroup }] : []
    }),
  )
  return found.toSorted((a, b) => Number(b.isOfGroup) - Number(a.isOfGroup)).slice(0, MAX_BEREFT)
}

function mayChangeIn(group: string, workload: Workload, facts: Facts): boolean {
  const rules = bindingsOf(workload, 'clusterrolebindings', facts).flatMap(each => rulesOf(each, facts) ?? [])
  return rules.some(
    ({ apiGroups, verbs }) => apiGroups?.includes(group) && verbs.some(verb => ['update', 'patch', '*'].includes(verb)),
  )
}
