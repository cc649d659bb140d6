import type { RbacV1Subject, V1ClusterRole } from '@kubernetes/client-node'
import { DEFINITIONS } from '../../api/definitions.ts'
import { itemsOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { allWebhooks } from '../admission/webhook.ts'
import { together } from '../answered.ts'
import { type Facts, once } from '../facts.ts'
import { API_SERVICES, aggregatedApi, type Called, servingService } from '../service/answerer.ts'
import { isCustom, type StuckObject } from '../stuck-object.ts'
import { isOfControllers } from './account-rules.ts'
import { accountsOf, isForEverybody, isOfServer } from './holders.ts'
import { domainOf } from './identity.ts'
import { RELEASE_NAMESPACE } from './install-marks.ts'
import { overlaps, wordsOf } from './kinship.ts'
import { grantOf } from './rbac-grants.ts'

/** operator-framework/operator-lifecycle-manager:pkg/lib/ownerutil/util.go */
const OLM_NAMESPACE = 'olm.owner.namespace'
const RBAC = 'rbac.authorization.k8s.io'
/** A file may hold one without either. */
type Binding = KubeObject & { readonly subjects?: RbacV1Subject[]; readonly roleRef?: { readonly name: string } }
/** Namespaces; undefined and empty where there is none. */
type Places = readonly (string | undefined)[]

/** The namespaces of an operator; `named`: only the name of the namespace says so. */
export type OwnNamespaces = ReadonlyMap<string, 'operator' | 'named'>

/**
 * The namespaces of the operator of a type, or of the group that a finalizer is named after: one of its accounts has a
 * ClusterRole for that type, or a controller's for that group, by a ClusterRoleBinding (or had: the role is gone, the
 * binding has the operator's name), its webhook, its aggregated API or the conversion of the CRD is served there, or
 * the CRD or a controller's ClusterRole says that its release is there. All of it is cluster-scoped, so that users of a
 * namespace cannot say it of their own. Weaker is that such a ClusterRole has the name of the namespace in front, or
 * that a webhook is served there by a Service of another name. What could not be read gives no namespace.
 */
export function ownNamespaces(held: Pick<StuckObject, 'type' | 'ref'>, finalizer: string, facts: Facts): OwnNamespaces {
  const product = productOf(held, finalizer, facts)
  const { groups } = product
  return once(facts, `own namespaces ${held.ref.resource} ${groups.join()}`, () => {
    const [names, webhooks, ...found] = together<Places[]>(
      () => byNames(product, facts),
      () => byWebhooks(product, false, facts),
      () => byWebhooks(product, true, facts),
      () => byBindings(product, facts),
      () => rolesFor(product, facts).filter(isOfController).map(installedIn),
      () => byApiServices(groups, facts),
      () => (isCustom(held) ? byDefinition(held.ref.resource, facts) : []),
    )
    const named = (places: Places) => places.filter(namespace => namespace !== undefined && namespace !== '')
    // The last one of a namespace counts: the surest.
    return new Map([
      ...named([...names!, ...webhooks!]).map(namespace => [namespace!, 'named'] as const),
      ...named(found.flat()).map(namespace => [namespace!, 'operator'] as const),
    ])
  })
}

/**
 * Whether a ClusterRole for the product has the names of a namespace and of an account, both in full, in front of its
 * name, and no ClusterRoleBinding gives it to an account of another namespace.
 */
export function isRoleNamedAfter(
  { namespace, account }: { readonly namespace: string; readonly account: string },
  held: Pick<StuckObject, 'type' | 'ref'>,
  finalizer: string,
  facts: Facts,
): boolean {
  const isOfOthers = (role: string): boolean =>
    listed(`clusterrolebindings.${RBAC}`, facts).some(object => {
      const { subjects, roleRef } = object as Binding
      return roleRef?.name === role && accountsOf(subjects).some(other => other.namespace !== namespace)
    })
  return rolesFor(productOf(held, finalizer, facts), facts).some(
    ({ metadata: { name } }) =>
      !isOfOthers(name) && (name === `${namespace}-${account}` || name.startsWith(`${namespace}-${account}-`)),
  )
}

/**
 * Whose operator is sought: the type, where it is a custom one, and its group and the one after which the finalizer is
 * named.
 */
interface Product {
  readonly type: { readonly group: string; readonly plural: string } | undefined
  readonly groups: readonly string[]
}

/** Of the group after which the finalizer is named only where that is a group of custom types here. */
function productOf({ type }: Pick<StuckObject, 'type'>, finalizer: string, facts: Facts): Product {
  const domain = domainOf(finalizer)
  const isServed = facts.types.some(({ group }) => group === domain && isCustom({ type: { group } }))
  const own = isCustom({ type }) ? type : undefined
  return { type: own, groups: [...new Set([...(own === undefined ? [] : [own.group]), ...(isServed ? [domain] : [])])] }
}

/** The words are those of the groups alone: a finalizer is called as whoever put it on the object likes. */
function byBindings(product: Product, facts: Facts): Places {
  const words = wordsOf(...product.groups)
  const roles = new Map(listed(`clusterroles.${RBAC}`, facts).map(role => [role.metadata.name, role]))
  const isWhole = facts.read({ about: 'list', resource: `clusterroles.${RBAC}` }).state === 'known'
  return listed(`clusterrolebindings.${RBAC}`, facts).flatMap(object => {
    const { subjects, roleRef, metadata } = object as Binding
    const role = roles.get(roleRef?.name ?? '') as (V1ClusterRole & KubeObject) | undefined
    const isCalled = overlaps(wordsOf(metadata.name, roleRef?.name ?? ''), words)
    const isOwn =
      role === undefined
        ? isWhole && isCalled
        : isForProduct(role, product) && (isCalled || !isForPartAlone(role, product))
    return isOwn ? accountsOf(subjects).map(({ namespace }) => namespace) : []
  })
}

function rolesFor(product: Product, facts: Facts): readonly KubeObject[] {
  return listed(`clusterroles.${RBAC}`, facts).filter(role => isForProduct(role as V1ClusterRole & KubeObject, product))
}

/** Users of a product have roles for it too, by releases of their own. */
function isOfController(role: KubeObject): boolean {
  return ((role as V1ClusterRole & KubeObject).rules ?? []).some(({ resources }) => isOfControllers(resources))
}

/** Helm writes into each object of a release where its record is, OLM into each ClusterRole where its operator is. */
function installedIn({ metadata: { annotations, labels } }: KubeObject): string | undefined {
  return annotations?.[RELEASE_NAMESPACE] ?? labels?.[OLM_NAMESPACE]
}

/** `lakes-system` and ClusterRole `lakes-manager-role`, as scaffolding names them (config/default of kubebuilder). */
function byNames(product: Product, facts: Facts): readonly string[] {
  const roles = rolesFor(product, facts)
  const namespaces = roles.length === 0 ? undefined : facts.read({ about: 'metadata', resource: 'namespaces' })
  const names = namespaces?.state === 'known' ? namespaces.value.map(({ name }) => name) : []
  return names.filter(name => {
    const stem = name.replace(/-system$/, '')
    return roles.some(({ metadata }) => metadata.name.startsWith(`${stem}-`))
  })
}

/**
 * Whoever may change all objects of the type could end them without a word that is believed. A role for another type of
 * the group, or for objects of some names alone, may be that of a user of the product; for another group than the
 * type's only a controller's counts.
 */
function isForProduct(role: V1ClusterRole & KubeObject, { type, groups }: Product): boolean {
  if (isForEverybody(role) || isOfServer(role)) return false
  return (role.rules ?? []).some(({ apiGroups = [], resources = [], resourceNames = [], verbs }) => {
    if (resourceNames.length > 0 || !verbs.some(verb => ['patch', 'update', '*'].includes(verb))) return false
    return apiGroups.some(group =>
      group === type?.group
        ? resources.some(each => ['*', type.plural].includes(each.split('/')[0]!))
        : groups.includes(group) && isOfControllers(resources),
    )
  })
}

/** Whoever may write no more than the status of the type cannot end its objects: a reporter of others may have that. */
function isForPartAlone({ rules = [] }: V1ClusterRole, { type }: Product): boolean {
  if (type === undefined || grantOf(rules, type.group, type.plural) !== undefined) return false
  return rules.some(({ apiGroups }) => apiGroups?.includes(type.group))
}

/**
 * Where webhooks for the product are served; `isOwn`: they or their Service are called as the product, else they may be
 * the policy of others.
 */
function byWebhooks({ type, groups }: Product, isOwn: boolean, facts: Facts): Places {
  const words = wordsOf(...groups, type?.plural ?? '')
  return allWebhooks(facts).webhooks.flatMap(({ webhook }) => {
    const service = servingService(webhook.clientConfig ?? {}, facts)
    const isFor = webhook.rules?.some(rule => rule.apiGroups?.some(group => groups.includes(group)))
    if (!isFor || service === undefined) return []
    const isNamed = groups.some(group => webhook.name.endsWith(`.${group}`)) || overlaps(wordsOf(service.name), words)
    return isNamed === isOwn ? [service.namespace] : []
  })
}

function byApiServices(groups: readonly string[], facts: Facts): Places {
  const apis = listed(API_SERVICES, facts).map(aggregatedApi)
  return apis.map(api => (api !== undefined && groups.includes(api.group) ? api.service.namespace : undefined))
}

/** Helm and OLM write where they installed it; a conversion webhook is the operator's own. */
function byDefinition(name: string, facts: Facts): Places {
  const definition = facts.read({ about: 'object', resource: DEFINITIONS, name })
  if (definition.state !== 'known') return []
  const { metadata, spec } = definition.value
  const { conversion } = (spec ?? {}) as { conversion?: { webhook?: { clientConfig?: Called } } }
  const olm = Object.keys(metadata.labels ?? {}).find(label => label.startsWith('operators.coreos.com/'))
  return [
    servingService(conversion?.webhook?.clientConfig ?? {}, facts)?.namespace,
    metadata.annotations?.[RELEASE_NAMESPACE],
    olm?.split('.').at(-1),
  ]
}

function listed(resource: string, facts: Facts): readonly KubeObject[] {
  return itemsOf(facts.read({ about: 'list', resource }))
}
