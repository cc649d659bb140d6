import type { RbacV1Subject, V1ClusterRole, V1RoleBinding } from '@kubernetes/client-node'
import { itemsOf } from '../../api/fact.ts'
import { KUBERNETES_GROUPS } from '../../api/kubernetes-groups.ts'
import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Author, Authored } from '../author.ts'
import { type Facts, once } from '../facts.ts'
import { type Grant, grantOf, namesOf, writesOf } from './rbac-grants.ts'

const RBAC = 'rbac.authorization.k8s.io'

/** A service account that may change a type, and by which binding. */
export interface Holder extends Authored {
  readonly namespace: string
  /** `*`: every service account of the namespace. */
  readonly name: string
  readonly grant: Grant
  /** The only objects that it may change, of a `partial` grant. */
  readonly only: readonly string[] | undefined
  /** By which verbs the binding lets it change them; none: their /finalize alone. */
  readonly may: readonly string[]
  readonly role: string
  readonly binding: string
  /** By an aggregated role: others give it rights that way, as each provider gives its types to a core program. */
  readonly isLent: boolean
}

/** A user or group that may change a type: a controller that runs outside of the cluster would be such. */
export interface Outsider {
  /** `User name` or `Group name`. */
  readonly who: string
  readonly grant: Grant
  readonly only: readonly string[] | undefined
  readonly role: string
  readonly binding: string
}

export interface Dangling extends Authored {
  readonly binding: string
  readonly role: string
  readonly subjects: readonly string[]
}

export interface Holders {
  readonly holders: readonly Holder[]
  readonly outside: readonly Outsider[]
  /** Bindings whose role no longer exists: what an uninstall leaves behind. Each as `clusterrolebinding/name`. */
  readonly dangling: readonly Dangling[]
  readonly unreadable: readonly Unreadable[]
}

/**
 * Who may update or patch objects of a type in a namespace, read backwards from the roles. Roles of everybody's tools
 * (admin, edit, view and what is aggregated to them, and the server's own) tell nothing: left out.
 */
export function holdersOf(
  facts: Facts,
  { group, plural, namespace }: Pick<ResourceType, 'group' | 'plural'> & Pick<ObjectRef, 'namespace'>,
): Holders {
  const { roles, bindings, unreadable, isOwn } = rolesAndBindings(facts, namespace)
  const ofCluster = { group, plural, namespace: undefined }
  if (!isOwn && namespace !== undefined)
    return once(facts, `holders ${group}/${plural} of all`, () => holdersOf(facts, ofCluster))
  const holders: Holder[] = []
  const outside: Outsider[] = []
  const dangling: Dangling[] = []
  for (const object of bindings) {
    const binding = object as unknown as V1RoleBinding & KubeObject
    // The server takes no binding without a role; a file may hold one.
    if (typeof binding.roleRef?.kind !== 'string' || typeof binding.roleRef.name !== 'string') continue
    const key = `${binding.roleRef.kind}/${binding.roleRef.name}`
    const role = roles.get(key) as (V1ClusterRole & KubeObject) | undefined
    // The server takes no service account without a namespace; a file may hold one.
    const accounts = accountsOf(binding.subjects).filter(({ namespace }) => namespace !== undefined)
    const name = `${object.kind.toLowerCase()}/${object.metadata.name}`
    // Whoever administers a namespace writes RoleBindings in it, and deletes the Roles that they name.
    const by: Author = object.kind === 'ClusterRoleBinding' ? 'cluster' : 'namespace'
    if (role === undefined) {
      const subjects = accounts.map(account => `${account.namespace}/${account.name}`)
      if (unreadable.length === 0) dangling.push({ by, binding: name, role: key, subjects })
      continue
    }
    const grant = grantOf(role.rules, group, plural)
    if (grant === undefined || isForEverybody(role)) continue
    const only = grant === 'partial' ? namesOf(role.rules, group, plural) : undefined
    const granted = { grant, only, role: key, binding: name }
    for (const subject of binding.subjects ?? [])
      if (isOutsider(subject, grant)) outside.push({ who: `${subject.kind} ${subject.name}`, ...granted })
    if (isOfServer(role)) continue
    const more = { may: writesOf(role.rules, group, plural), isLent: role.aggregationRule !== undefined }
    for (const account of accounts)
      holders.push({ by, namespace: account.namespace ?? '', name: account.name, ...more, ...granted })
  }
  return { holders, outside, dangling, unreadable }
}

/** What gives rights in a namespace; the roles each by its kind and name. */
function rolesAndBindings(facts: Facts, namespace: string | undefined) {
  const lists = ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'].map(resource =>
    facts.read({ about: 'list', resource: `${resource}.${RBAC}` }),
  )
  const unreadable = lists.flatMap(list => (list.state === 'unreadable' ? [list.why] : []))
  const [clusterRoles, clusterBindings, roles, bindings] = lists.map(itemsOf)
  const inScope = (object: KubeObject): boolean => object.metadata.namespace === namespace
  const byName = new Map<string, KubeObject>([
    ...clusterRoles!.map(role => [`ClusterRole/${role.metadata.name}`, role] as const),
    ...roles!.filter(inScope).map(role => [`Role/${role.metadata.name}`, role] as const),
  ])
  const isOwn = roles!.some(inScope) || bindings!.some(inScope)
  return { roles: byName, bindings: [...clusterBindings!, ...bindings!.filter(inScope)], unreadable, isOwn }
}

/** Of those who may change objects of the type, who may change this one. */
export function holdersOfObject(all: Holders, name: string): Holders {
  const has = ({ only }: Pick<Holder, 'only'>): boolean => only?.includes(name) ?? true
  if (all.holders.every(has) && all.outside.every(has)) return all
  return { ...all, holders: all.holders.filter(has), outside: all.outside.filter(has) }
}

/** The same for all objects of the type of which the same holders are left. */
export function keyOfHolders({ holders, outside }: Holders, name: string): string {
  return [...holders, ...outside].flatMap(({ only }) => (only === undefined ? [] : [only.includes(name)])).join()
}

/** Groups of the server's own and of everybody have every right in each cluster: that tells of no controller. */
function isOutsider(subject: RbacV1Subject, grant: Grant): boolean {
  if (accountOf(subject).length > 0) return false
  // A dump may have a subject without a name.
  return grant !== 'wildcard' || !`${subject.name}`.startsWith('system:')
}

/**
 * Roles of the server's own parts, or of those that a provider runs for them. One that names types of a product is the
 * product's (`system:ovn`, kubeovn/kube-ovn#4898).
 */
export function isOfServer({ metadata: { name, labels }, rules }: V1ClusterRole & KubeObject): boolean {
  const groups = labels?.['kubernetes.io/bootstrapping'] ? [] : (rules ?? []).flatMap(({ apiGroups = [] }) => apiGroups)
  return name.startsWith('system:') && !groups.some(group => group !== '*' && !KUBERNETES_GROUPS.has(group))
}

/** Roles of users, of whatever product: `admin`, `edit`, `view`, and what is aggregated to them. */
export function isForEverybody({ metadata, aggregationRule }: V1ClusterRole & KubeObject): boolean {
  const labels = [metadata.labels, ...(aggregationRule?.clusterRoleSelectors ?? []).map(each => each.matchLabels)]
  return (
    ['admin', 'edit', 'view'].includes(metadata.name) ||
    labels.flatMap(each => Object.keys(each ?? {})).some(label => label.startsWith(`${RBAC}/aggregate-to-`))
  )
}

export function isHeldBy(
  holder: Pick<Holder, 'namespace' | 'name'>,
  workload: { readonly namespace: string; readonly serviceAccount: string },
): boolean {
  return holder.namespace === workload.namespace && (holder.name === '*' || holder.name === workload.serviceAccount)
}

export function accountsOf(subjects: readonly RbacV1Subject[] | undefined): ReturnType<typeof accountOf> {
  return (subjects ?? []).flatMap(accountOf)
}

/** A service account can be named by its user name, and all of a namespace (`*`) by their group. */
function accountOf(subject: RbacV1Subject): { namespace: string | undefined; name: string }[] {
  const { kind, name, namespace } = subject
  if (kind === 'ServiceAccount') return [{ namespace, name }]
  const [, user, group, place, account] =
    /^system:(?:(serviceaccount)|(serviceaccounts)):([^:]+)(?::([^:]+))?$/.exec(name) ?? []
  if (kind === 'User' && user && account) return [{ namespace: place, name: account }]
  if (kind === 'Group' && group && !account) return [{ namespace: place, name: '*' }]
  return []
}
