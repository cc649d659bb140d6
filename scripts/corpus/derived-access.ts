import type { Fact, Query } from '../../src/api/fact.ts'
import type { KubeObject } from '../../src/api/object.ts'
import { rbacAllows } from '../../src/sandbox/access/rbac.ts'

const GROUP = 'rbac.authorization.k8s.io'
const KINDS = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'].map(plural => `${plural}.${GROUP}`)

/**
 * Whether a service account may do something, by the roles and bindings that were there; undefined where they could not be read. Of other
 * users more than RBAC decides.
 */
export function derivedAccess(
  { user, verb, resource, subresource, namespace }: Extract<Query, { about: 'access' }>,
  list: (resource: string) => readonly KubeObject[] | undefined,
): Fact<boolean> | undefined {
  const [, place] = /^system:serviceaccount:([^:]+):/.exec(user) ?? []
  if (place === undefined || KINDS.some(kind => list(kind) === undefined)) return undefined
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${place}`, 'system:authenticated']
  const [plural = '', ...group] = resource.split('.')
  const wanted = {
    verb,
    namespace,
    group: group.join('.'),
    resource: subresource === undefined ? plural : `${plural}/${subresource}`,
  }
  const allowed = rbacAllows(storeOf(list), { name: user, groups }, wanted)
  return { state: 'known', value: allowed === true }
}

/** The lists as the sandbox's authorizer reads its store. */
function storeOf(list: (resource: string) => readonly KubeObject[] | undefined): Parameters<typeof rbacAllows>[0] {
  const all = (resource: string): KubeObject[] => [...(list(resource) ?? [])]
  const store: Pick<Parameters<typeof rbacAllows>[0], 'list' | 'get'> = {
    list: all,
    get: (resource, namespace, name) =>
      all(resource).find(({ metadata }) => metadata.name === name && metadata.namespace === namespace),
  }
  return store as Parameters<typeof rbacAllows>[0]
}
