import type { KubeObject } from '../../api/object.ts'
import { type RbacRequest, type RbacRule, ruleAllows } from '../../api/rbac-rule.ts'
import type { User } from '../request/user.ts'
import type { Store } from '../store/store.ts'

/** What a user wants to do to a resource. */
export interface ResourceAttributes extends RbacRequest {
  readonly namespace?: string | undefined
}

interface Subject {
  readonly kind: string
  readonly name: string
  readonly namespace?: string
}

const GROUP = 'rbac.authorization.k8s.io'

/** Evaluates the stored RBAC objects; the reason names bindings whose role is gone, as the real authorizer does. */
export function rbacAllows(store: Store, user: User, wanted: ResourceAttributes): true | string {
  if (user.groups.includes('system:masters')) return true
  const missing: string[] = []
  const bindings = [
    ...store.list(`clusterrolebindings.${GROUP}`),
    ...(wanted.namespace === undefined
      ? []
      : store.list(`rolebindings.${GROUP}`).filter(binding => binding.metadata.namespace === wanted.namespace)),
  ]
  for (const binding of bindings) {
    if (!bindsTo(binding, user)) continue
    const rules = rulesOf(store, binding)
    if (typeof rules === 'string') missing.push(rules)
    else if (rules.some(rule => ruleAllows(rule, wanted))) return true
  }
  return missing.length === 0 ? '' : `RBAC: ${missing.length === 1 ? missing[0] : `[${missing.join(', ')}]`}`
}

/** The same for a path outside of the resource API, which only a ClusterRole bound in the whole cluster can allow. */
export function rbacAllowsPath(store: Store, user: User, verb: string, path: string): boolean {
  return store
    .list(`clusterrolebindings.${GROUP}`)
    .filter(binding => bindsTo(binding, user))
    .map(binding => rulesOf(store, binding))
    .some(rules => typeof rules !== 'string' && rules.some(rule => pathIsIn(rule, verb, path)))
}

function pathIsIn({ verbs = [], nonResourceURLs = [] }: RbacRule, verb: string, path: string): boolean {
  const fits = (url: string) => (url.endsWith('*') ? path.startsWith(url.slice(0, -1)) : path === url)
  return (verbs.includes(verb) || verbs.includes('*')) && nonResourceURLs.some(fits)
}

function bindsTo(binding: KubeObject, user: User): boolean {
  return ((binding.subjects ?? []) as readonly Subject[]).some(subject => {
    if (subject.kind === 'User') return subject.name === user.name
    if (subject.kind === 'Group') return user.groups.includes(subject.name)
    return user.name === `system:serviceaccount:${subject.namespace ?? binding.metadata.namespace}:${subject.name}`
  })
}

function rulesOf(store: Store, binding: KubeObject): readonly RbacRule[] | string {
  const { kind, name } = binding.roleRef as { kind: string; name: string }
  const role =
    kind === 'Role'
      ? store.get(`roles.${GROUP}`, binding.metadata.namespace, name)
      : store.get(`clusterroles.${GROUP}`, undefined, name)
  if (role === undefined) return `${kind.toLowerCase()}.${GROUP} "${name}" not found`
  return (role.rules ?? []) as readonly RbacRule[]
}
