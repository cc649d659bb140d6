import type { V1ClusterRole, V1RoleBinding } from '@kubernetes/client-node'
import { itemsOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { type RbacRequest, ruleAllows } from '../../api/rbac-rule.ts'
import type { Facts } from '../facts.ts'
import { once } from '../once.ts'
import { accountsOf, isHeldBy } from './holders.ts'

const RBAC = 'rbac.authorization.k8s.io'

export type Binding = V1RoleBinding & KubeObject

/** As what Pods run. */
interface Account {
  readonly namespace: string
  readonly serviceAccount: string
}

/** Bindings of one sort that name an account, or all of its namespace. */
export function bindingsOf(account: Account, resource: string, facts: Facts): readonly Binding[] {
  const named = ({ subjects, metadata }: Binding): boolean =>
    accountsOf(subjects).some(({ namespace = metadata.namespace ?? '', name }) =>
      isHeldBy({ namespace, name }, account),
    )
  // A file may hold one without a role.
  return listed(resource, facts)
    .map(object => object as unknown as Binding)
    .filter(binding => binding.roleRef !== undefined && named(binding))
}

export function roleOf({ roleRef, metadata }: Binding, facts: Facts): (V1ClusterRole & KubeObject) | undefined {
  const role = listed(roleRef.kind === 'Role' ? 'roles' : 'clusterroles', facts).find(
    each =>
      each.metadata.name === roleRef.name &&
      (roleRef.kind === 'ClusterRole' || each.metadata.namespace === metadata.namespace),
  )
  return role as (V1ClusterRole & KubeObject) | undefined
}

export function rulesOf(binding: Binding, facts: Facts): V1ClusterRole['rules'] {
  return roleOf(binding, facts)?.rules
}

/** All rules that an account's own bindings give it in a namespace, and whether some are for objects by their names. */
export function rulesGiven(account: Account, namespace: string | undefined, facts: Facts) {
  return once(facts, `rules of ${account.namespace}/${account.serviceAccount} in ${namespace}`, () => {
    const rules = [
      ...bindingsOf(account, 'clusterrolebindings', facts),
      ...bindingsOf(account, 'rolebindings', facts).filter(({ metadata }) => metadata.namespace === namespace),
    ].flatMap(binding => rulesOf(binding, facts) ?? [])
    return { rules, byName: rules.some(({ resourceNames = [] }) => resourceNames.length > 0) }
  })
}

/** Whether an account's roles give it a right in a namespace. The authorizer may too: bindings to everybody count. */
export function isGiven(account: Account, wanted: RbacRequest, namespace: string | undefined, facts: Facts): boolean {
  return rulesGiven(account, namespace, facts).rules.some(rule => ruleAllows(rule, wanted))
}

function listed(resource: string, facts: Facts): readonly KubeObject[] {
  return itemsOf(facts.read({ about: 'list', resource: `${resource}.${RBAC}` }))
}
