import type { V1ClusterRole, V1RoleBinding } from '@kubernetes/client-node'
import { itemsOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { type RbacRequest, ruleAllows } from '../../api/rbac-rule.ts'
import { type Facts, once } from '../facts.ts'
import { isCustom } from '../stuck-object.ts'
import type { Workload } from '../workloads/workloads.ts'
import { accountsOf, isHeldBy } from './holders.ts'
import { isOfOneOwner } from './identity.ts'
import { overlaps, wordsOf } from './kinship.ts'
import { grantOf } from './rbac-grants.ts'

const RBAC = 'rbac.authorization.k8s.io'

export type Binding = V1RoleBinding & KubeObject

type Account = { readonly namespace: string; readonly serviceAccount: string }

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

/** The one role of an account for a type, by its name in whatever group (`ingresses`): there any other right lacks. */
export function roleFor(account: Account, plural: string, place: string | undefined, facts: Facts): string | undefined {
  const bindings = [
    ...bindingsOf(account, 'rolebindings', facts).filter(({ metadata }) => metadata.namespace === place),
    ...bindingsOf(account, 'clusterrolebindings', facts),
  ].filter(each => rulesOf(each, facts)?.some(({ resources }) => resources?.includes(plural)))
  const [role, ...others] = new Set(bindings.map(({ roleRef }) => `${roleRef.kind} ${roleRef.name}`))
  return others.length === 0 ? role : undefined
}

function listed(resource: string, facts: Facts): readonly KubeObject[] {
  return itemsOf(facts.read({ about: 'list', resource: `${resource}.${RBAC}` }))
}

export interface Place {
  readonly group: string
  readonly plural: string
  readonly namespace: string | undefined
}

/**
 * Whether a workload is an operator of other namespaces, that never could change objects here and lost nothing:
 * RoleBindings there let it change the type, and no binding of this namespace names it. Of one that wrote the
 * finalizer, by its name, only where it may in its own namespace alone: then each may have its own, of the same name.
 */
export function isConfined(workload: Workload, isWriter: boolean, { group, plural, namespace }: Place, facts: Facts) {
  if (namespace === undefined || namespace === workload.namespace) return false
  const own = bindingsOf(workload, 'rolebindings', facts)
  const granting = own.filter(binding => grantOf(rulesOf(binding, facts), group, plural) !== undefined)
  const places = new Set(granting.map(({ metadata }) => metadata.namespace))
  const isNamedThere = own.some(({ metadata }) => metadata.namespace === namespace)
  if (isNamedThere || places.size === 0) return false
  return !isWriter || (places.size === 1 && places.has(workload.namespace))
}

export const WRITES: ReadonlySet<string> = new Set(['patch', 'update', '*'])

/** As controllers' roles name what they look after; of what they only make (ServiceMonitors) they name the type. */
export function isOfControllers(resources: readonly string[] | undefined): boolean {
  return (resources ?? []).some(resource => /\/(finalizers|status)$|^\*$/.test(resource))
}

/** A CSI driver has one account for all sidecars: that of snapshots too (kubernetes-csi/csi-driver-nfs#721). */
const OF_SIDECARS = 'snapshot.storage.k8s.io'

type Owned = { readonly group: string; readonly domain: string }

/**
 * Whether a workload is the controller of another product, that has only the name: its account looks after custom
 * types, and all of them are of other owners than the type and the finalizer, whose domain this is.
 */
export function servesAnother(workload: Workload, { group, domain }: Owned, facts: Facts): boolean {
  // A RoleBinding of another namespace, which names any account, is the word of that namespace's users.
  const isOfItsOwn = ({ metadata }: Binding) => (metadata.namespace ?? workload.namespace) === workload.namespace
  const bindings = ['rolebindings', 'clusterrolebindings']
    .flatMap(resource => bindingsOf(workload, resource, facts))
    .filter(isOfItsOwn)
  const groups = bindings
    .flatMap(binding => rulesOf(binding, facts) ?? [])
    .filter(({ verbs, resources }) => isOfControllers(resources) && verbs.some(verb => WRITES.has(verb)))
    .flatMap(({ apiGroups = [] }) => apiGroups)
  if (groups.includes('*')) return false
  const custom = groups.filter(name => isCustom({ type: { group: name } }) && !name.endsWith(OF_SIDECARS))
  const isAkin = (name: string) => overlaps(wordsOf(name), wordsOf(domain, group))
  return (
    custom.length > 0 && !custom.some(name => isOfOneOwner(name, domain) || isOfOneOwner(name, group) || isAkin(name))
  )
}
