import type { RbacV1Subject, V1ClusterRole } from '@kubernetes/client-node'
import { DEFINITIONS } from '../../api/definitions.ts'
import type { KubeObject } from '../../api/object.ts'
import { allWebhooks } from '../admission/webhook.ts'
import { together } from '../answered.ts'
import { isCustom } from '../custom-type.ts'
import type { Facts } from '../facts.ts'
import { once } from '../once.ts'
import { type Called, servingService } from '../service/answerer.ts'
import { API_SERVICES, aggregatedApi } from '../service/api-service.ts'
import type { StuckObject } from '../stuck-object.ts'
import { accountsOf, isForEverybody, isOfServer } from './holders.ts'
import { domainOf } from './identity.ts'
import { overlaps, wordsOf } from './kinship.ts'

const HELM_NAMESPACE = 'meta.helm.sh/release-namespace'
/** operator-framework/operator-lifecycle-manager:pkg/lib/ownerutil/util.go */
const OLM_NAMESPACE = 'olm.owner.namespace'
const RBAC = 'rbac.authorization.k8s.io'
/** Namespaces; undefined and empty where there is none. */
type Places = readonly (string | undefined)[]

/** The namespaces of an operator; `named`: only the name of the namespace says so. */
export type OwnNamespaces = ReadonlyMap<string, 'operator' | 'named'>

/**
 * The namespaces of the operator of a type, or of the group that a finalizer is named after: one of its accounts has a ClusterRole for
 * that group by a ClusterRoleBinding (or had: the role is gone, the binding has the operator's name), its webhook, its aggregated API or
 * the conversion of the CRD is served there, or the CRD or such a ClusterRole says that its release is there. All of it is cluster-scoped, so
 * that users of a namespace cannot say it of their own. Weaker is that such a ClusterRole has the name of the namespace in front. What
 * could not be read gives no namespace.
 */
export function ownNamespaces(held: Pick<StuckObject, 'type' | 'ref'>, finalizer: string, facts: Facts): OwnNamespaces {
  const groups = groupsOf(held, finalizer, facts)
  return once(facts, `own namespaces ${held.ref.resource} ${groups.join()}`, () => {
    const [names, ...found] = together<Places[]>(
      () => byNames(groups, facts),
      () => byBindings(groups, facts),
      () => rolesFor(groups, facts).map(installedIn),
      () => byWebhooks(groups, facts),
      () => byApiServices(groups, facts),
      () => (isCustom(held) ? byDefinition(held.ref.resource, facts) : []),
    )
    const named = (places: Places) => places.filter(namespace => namespace !== undefined && namespace !== '')
    // The last one of a namespace counts: the surest.
    return new Map([
      ...named(names!).map(namespace => [namespace!, 'named'] as const),
      ...named(found.flat()).map(namespace => [namespace!, 'operator'] as const),
    ])
  })
}

/** Whether a ClusterRole for the group has the names of a namespace and of an account, both in full, in front of its name. */
export function isRoleNamedAfter(
  { namespace, account }: { readonly namespace: string; readonly account: string },
  held: Pick<StuckObject, 'type' | 'ref'>,
  finalizer: string,
  facts: Facts,
): boolean {
  return rolesFor(groupsOf(held, finalizer, facts), facts).some(
    ({ metadata: { name } }) => name === `${namespace}-${account}` || name.startsWith(`${namespace}-${account}-`),
  )
}

/** The group of a custom type, and the one after which the finalizer is named, where that is a group of custom types here. */
function groupsOf({ type }: Pick<StuckObject, 'type'>, finalizer: string, facts: Facts): readonly string[] {
  const domain = domainOf(finalizer)
  const isServed = facts.types.some(({ group }) => group === domain && isCustom({ type: { group } }))
  return [...new Set([...(isCustom({ type }) ? [type.group] : []), ...(isServed ? [domain] : [])])]
}

/** The words are those of the groups alone: a finalizer is called as whoever put it on the object likes. */
function byBindings(groups: readonly string[], facts: Facts): Places {
  const words = wordsOf(...groups)
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
    return isOwn ? accountsOf(subjects).map(({ namespace }) => namespace) : []
  })
}

function rolesFor(groups: readonly string[], facts: Facts): readonly KubeObject[] {
  return listed(`clusterroles.${RBAC}`, facts).filter(role => namesGroup(role as V1ClusterRole & KubeObject, groups))
}

/** Helm writes into each object of a release where its record is, OLM into each ClusterRole where its operator is. */
function installedIn({ metadata: { annotations, labels } }: KubeObject): string | undefined {
  return annotations?.[HELM_NAMESPACE] ?? labels?.[OLM_NAMESPACE]
}

/** `lakes-system` and ClusterRole `lakes-manager-role`, as the usual scaffolding names them (kubebuilder: config/default, namePrefix). */
function byNames(groups: readonly string[], facts: Facts): readonly string[] {
  const roles = rolesFor(groups, facts)
  const namespaces = roles.length === 0 ? undefined : facts.read({ about: 'metadata', resource: 'namespaces' })
  const names = namespaces?.state === 'known' ? namespaces.value.map(({ name }) => name) : []
  return names.filter(name => {
    const stem = name.replace(/-system$/, '')
    return roles.some(({ metadata }) => metadata.name.startsWith(`${stem}-`))
  })
}

function namesGroup(role: V1ClusterRole & KubeObject, groups: readonly string[]): boolean {
  if (isForEverybody(role) || isOfServer(role)) return false
  return (role.rules ?? []).some(
    ({ apiGroups = [], verbs }) =>
      apiGroups.some(group => groups.includes(group)) && verbs.some(verb => ['patch', 'update', '*'].includes(verb)),
  )
}

function byWebhooks(groups: readonly string[], facts: Facts): Places {
  const own = allWebhooks(facts).webhooks.filter(({ webhook }) =>
    webhook.rules?.some(rule => rule.apiGroups?.some(group => groups.includes(group))),
  )
  return own.map(({ webhook }) => servingService(webhook.clientConfig ?? {}, facts)?.namespace)
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
  const { conversion } = (spec ?? {}) as {
    conversion?: { webhook?: { clientConfig?: Called } }
  }
  const olm = Object.keys(metadata.labels ?? {}).find(label => label.startsWith('operators.coreos.com/'))
  return [
    servingService(conversion?.webhook?.clientConfig ?? {}, facts)?.namespace,
    metadata.annotations?.[HELM_NAMESPACE],
    olm?.split('.').at(-1),
  ]
}

function listed(resource: string, facts: Facts): readonly KubeObject[] {
  const list = facts.read({ about: 'list', resource })
  return list.state === 'known' ? list.value : []
}
