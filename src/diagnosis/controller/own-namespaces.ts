import type { RbacV1Subject, V1ClusterRole } from '@kubernetes/client-node'
import type { KubeObject, ObjectMeta } from '../../api/object.ts'
import { allWebhooks } from '../admission/webhook.ts'
import { API_SERVICES, aggregatedApi } from '../api-service.ts'
import type { Told } from '../author.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { Held } from '../held.ts'
import { once } from '../once.ts'
import { isCustom } from './custom-type.ts'
import { accountsOf, isForEverybody, isOfServer } from './holders.ts'
import { domainOf } from './identity.ts'
import { overlaps, wordsOf } from './kinship.ts'

const HELM_NAMESPACE = 'meta.helm.sh/release-namespace'
/** operator-framework/operator-lifecycle-manager:pkg/lib/ownerutil/util.go */
const OLM_NAMESPACE = 'olm.owner.namespace'
const RBAC = 'rbac.authorization.k8s.io'
const CRDS = 'customresourcedefinitions.apiextensions.k8s.io'

/** Why a namespace is an operator's own; `named`: only the name of the namespace says so. */
export interface Ownership extends Told<'operator' | 'named'> {
  readonly evidence: Evidence
}

/** The namespaces of an operator, each with what gives it to that operator. */
export type OwnNamespaces = ReadonlyMap<string, Ownership>

/**
 * The namespaces of the operator of a type, or of the group that a finalizer is named after: one of its accounts has a ClusterRole for
 * that group by a ClusterRoleBinding (or had: the role is gone, the binding has the operator's name), its webhook, its aggregated API or
 * the conversion of the CRD is served there, or the CRD or such a ClusterRole says that its release is there. All of it is cluster-scoped, so
 * that users of a namespace cannot say it of their own. Weaker is that such a ClusterRole has the name of the namespace in front. What
 * could not be read gives no namespace.
 */
export function ownNamespaces(held: Pick<Held, 'type' | 'ref'>, finalizer: string, facts: Facts): OwnNamespaces {
  const groups = groupsOf(held, finalizer, facts)
  return once(facts, `own namespaces ${held.ref.resource} ${groups.join()}`, () => {
    const found = [
      ...byBindings(groups, wordsOf(finalizer, ...groups), facts),
      ...byRoles(groups, facts),
      ...byWebhooks(groups, facts),
      ...byApiServices(groups, facts),
      ...(isCustom(held) ? byDefinition(held.ref.resource, facts) : []),
    ]
    const sure = found.map(([namespace, evidence]) => [namespace, { by: 'operator', evidence }] as const)
    // The last one of a namespace counts: the surest.
    return new Map<string, Ownership>([...byNames(groups, facts), ...sure].filter(([namespace]) => namespace !== ''))
  })
}

type Own = readonly [namespace: string, evidence: Evidence]

/** A ClusterRole for the group that has the names of a namespace and of an account in it, both in full, in front of its name. */
export function roleNamedAfter(
  { namespace, account }: { readonly namespace: string; readonly account: string },
  held: Pick<Held, 'type' | 'ref'>,
  finalizer: string,
  facts: Facts,
): Evidence | undefined {
  const own = rolesFor(groupsOf(held, finalizer, facts), facts).find(
    ({ metadata: { name } }) => name === `${namespace}-${account}` || name.startsWith(`${namespace}-${account}-`),
  )
  return own && { fact: `clusterrole/${own.metadata.name} is named after this account`, source: 'clusterroles' }
}

/** The group of a custom type, and the one after which the finalizer is named, where that is a group of custom types here. */
function groupsOf({ type }: Pick<Held, 'type'>, finalizer: string, facts: Facts): readonly string[] {
  const domain = domainOf(finalizer)
  const isServed = facts.types.some(({ group }) => group === domain && isCustom({ type: { group } }))
  return [...new Set([...(isCustom({ type }) ? [type.group] : []), ...(isServed ? [domain] : [])])]
}

function byBindings(groups: readonly string[], words: ReadonlySet<string>, facts: Facts): readonly Own[] {
  const roles = new Map(listed(`clusterroles.${RBAC}`, facts).map(role => [role.metadata.name, role]))
  const isWhole = facts.read({ about: 'list', resource: `clusterroles.${RBAC}` }).state === 'known'
  return listed(`clusterrolebindings.${RBAC}`, facts).flatMap(object => {
    const { subjects, roleRef, metadata } = object as KubeObject & {
      subjects?: RbacV1Subject[]
      roleRef?: { name: string }
    }
    const role = roles.get(roleRef?.name ?? '') as (V1ClusterRole & KubeObject) | undefined
    const isOwn =
      role === undefined
        ? isWhole && overlaps(wordsOf(metadata.name, roleRef?.name ?? ''), words)
        : namesGroup(role, groups)
    if (!isOwn) return []
    const fact = `clusterrolebinding/${metadata.name} names an account of this namespace`
    return accountsOf(subjects).map(({ namespace = '' }): Own => [namespace, { fact, source: 'clusterrolebindings' }])
  })
}

function rolesFor(groups: readonly string[], facts: Facts): readonly KubeObject[] {
  return listed(`clusterroles.${RBAC}`, facts).filter(role => namesGroup(role as V1ClusterRole & KubeObject, groups))
}

/** Helm writes into each object of a release where its record is, OLM into each ClusterRole where its operator is. */
function byRoles(groups: readonly string[], facts: Facts): readonly Own[] {
  return rolesFor(groups, facts).flatMap(({ metadata }): readonly Own[] => {
    const place = metadata.annotations?.[HELM_NAMESPACE] ?? metadata.labels?.[OLM_NAMESPACE]
    if (place === undefined) return []
    const fact = `clusterrole/${metadata.name} says that it was installed with what is in this namespace`
    return [[place, { fact, source: 'clusterroles' }]]
  })
}

/** `lakes-system` and ClusterRole `lakes-manager-role`, as the usual scaffolding names them (kubebuilder: config/default, namePrefix). */
function byNames(groups: readonly string[], facts: Facts): readonly (readonly [string, Ownership])[] {
  const roles = rolesFor(groups, facts)
  const namespaces = roles.length === 0 ? [] : metas('namespaces', facts)
  return namespaces.flatMap(({ name }): readonly (readonly [string, Ownership])[] => {
    const stem = name.replace(/-system$/, '')
    const role = roles.find(({ metadata }) => metadata.name.startsWith(`${stem}-`))
    if (role === undefined) return []
    const fact = `clusterrole/${role.metadata.name} is named after this namespace`
    return [[name, { by: 'named', evidence: { fact, source: 'clusterroles' } }]]
  })
}

function metas(resource: string, facts: Facts): readonly ObjectMeta[] {
  const list = facts.read({ about: 'metadata', resource })
  return list.state === 'known' ? list.value : []
}

function namesGroup(role: V1ClusterRole & KubeObject, groups: readonly string[]): boolean {
  if (isForEverybody(role) || isOfServer(role)) return false
  return (role.rules ?? []).some(
    ({ apiGroups = [], verbs }) =>
      apiGroups.some(group => groups.includes(group)) && verbs.some(verb => ['patch', 'update', '*'].includes(verb)),
  )
}

function byWebhooks(groups: readonly string[], facts: Facts): readonly Own[] {
  return allWebhooks(facts).webhooks.flatMap(({ webhook, configuration }): readonly Own[] => {
    const isOwn = webhook.rules?.some(rule => rule.apiGroups?.some(group => groups.includes(group)))
    const namespace = webhook.clientConfig?.service?.namespace
    if (!isOwn || namespace === undefined) return []
    const fact = `webhook ${webhook.name} of ${configuration.kind} ${configuration.name} is served from this namespace`
    return [[namespace, { fact, source: configuration.resource.replace(/\..*/, '') }]]
  })
}

function byApiServices(groups: readonly string[], facts: Facts): readonly Own[] {
  return listed(API_SERVICES, facts).flatMap((object): readonly Own[] => {
    const api = aggregatedApi(object)
    if (api === undefined || !groups.includes(api.group)) return []
    const fact = `APIService ${api.ref.name} is served from this namespace`
    return [[api.service.namespace, { fact, source: 'apiservices' }]]
  })
}

/** Helm and OLM write where they installed it; a conversion webhook is the operator's own. */
function byDefinition(name: string, facts: Facts): readonly Own[] {
  const definition = facts.read({ about: 'object', resource: CRDS, name })
  if (definition.state !== 'known') return []
  const { metadata, spec } = definition.value
  const { conversion } = (spec ?? {}) as {
    conversion?: { webhook?: { clientConfig?: { service?: { namespace?: string } } } }
  }
  const release = metadata.annotations?.[HELM_NAMESPACE]
  const converts = conversion?.webhook?.clientConfig?.service?.namespace
  const olm = Object.keys(metadata.labels ?? {})
    .find(label => label.startsWith('operators.coreos.com/'))
    ?.split('.')
    .at(-1)
  const source = 'customresourcedefinitions'
  const places: readonly (readonly [string | undefined, string])[] = [
    [converts, `the conversion webhook of CRD ${name} is served from this namespace`],
    [release, `CRD ${name} says that its Helm release is in this namespace`],
    [olm, `CRD ${name} says that OLM installed its operator in this namespace`],
  ]
  return places.flatMap(([namespace, fact]): readonly Own[] =>
    namespace === undefined ? [] : [[namespace, { fact, source }]],
  )
}

function listed(resource: string, facts: Facts): readonly KubeObject[] {
  const list = facts.read({ about: 'list', resource })
  return list.state === 'known' ? list.value : []
}
