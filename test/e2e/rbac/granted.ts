import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { untilAllowed } from '../rig/allowed.ts'
import type { Api, Thing } from '../rig/api.ts'
import { api, unique } from '../rig/rig.ts'

const RBAC = 'rbac.authorization.k8s.io'

export interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly nonResourceURLs?: readonly string[]
  readonly verbs: readonly string[]
}

/** The rules of a role as it is published in docs/rbac. */
export function publishedRules(role: 'reader' | 'repairer' | 'restorer'): readonly Rule[] {
  const file = resolve(import.meta.dirname, `../../../docs/rbac/${role}.yaml`)
  const { rules } = parse(readFileSync(file, 'utf8')) as { rules: Partial<Rule>[] }
  return rules.map(rule => ({ apiGroups: [], resources: [], verbs: [], ...rule }))
}

/** Each verb of each rule, as `patch *`, with the rules that are left without it. */
export function rightsOf(rules: readonly Rule[]): readonly { right: string; others: readonly Rule[] }[] {
  return rules.flatMap((rule, index) =>
    rule.verbs.map(verb => {
      const verbs = rule.verbs.filter(each => each !== verb)
      const others = rules.with(index, { ...rule, verbs }).filter(each => each.verbs.length > 0)
      return { right: `${verb} ${[...rule.resources, ...(rule.nonResourceURLs ?? [])][0]}`, others }
    }),
  )
}

/** Somebody new who may do just this; `as` makes the program that somebody. Hold it with `await using`. */
export interface Granted extends AsyncDisposable {
  readonly as: readonly [flag: '--as', user: string]
}

export interface GrantOptions {
  /** Another cluster than the target. */
  readonly on?: Api
  /** Rules that hold in this namespace only, in addition. */
  readonly inNamespace?: { readonly namespace: string; readonly rules: readonly Rule[] }
}

/** A ServiceAccount with a ClusterRole of these rules, once the server's authorizer has seen them. */
export async function granted(rules: readonly Rule[], { on = api, inNamespace }: GrantOptions = {}): Promise<Granted> {
  const account = { kind: 'ServiceAccount', name: unique('sre'), namespace: 'default' }
  const user = `system:serviceaccount:${account.namespace}:${account.name}`
  const metadata = { name: account.name, namespace: account.namespace }
  const made: Thing[] = [await on.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata })]
  const grant = async (each: readonly Rule[], namespace?: string): Promise<void> => {
    const roleMetadata = { name: `${account.name}${namespace === undefined ? '' : '-there'}` }
    const role = { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: roleMetadata, rules: each }
    made.push(await on.create(role))
    const binding = {
      apiVersion: `${RBAC}/v1`,
      kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
      metadata: { ...roleMetadata, ...(namespace !== undefined && { namespace }) },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: roleMetadata.name },
      subjects: [account],
    }
    made.push(await on.create(binding))
    for (const rule of each) await allowed(on, user, rule, namespace)
  }
  await grant(rules)
  if (inNamespace !== undefined) await grant(inNamespace.rules, inNamespace.namespace)
  const remove = async () => {
    for (const thing of made.toReversed()) await on.delete(thing)
  }
  return { as: ['--as', user], [Symbol.asyncDispose]: remove }
}

/** The authorizer reads roles by a watch: they count a moment after they are written. */
async function allowed(
  on: Api,
  user: string,
  { apiGroups, resources, nonResourceURLs, verbs }: Rule,
  namespace?: string,
) {
  // The authorizer sees a role as a whole; the rule beside this one tells.
  if (nonResourceURLs !== undefined) return
  const [resource = '', subresource] = resources[0]!.split('/')
  for (const verb of verbs) {
    await untilAllowed(user, { verb, group: apiGroups[0]!, resource, subresource, namespace }, on)
  }
}
