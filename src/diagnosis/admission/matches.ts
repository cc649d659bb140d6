import type { ResourceType } from '../../api/resource-type.ts'
import type { Facts } from '../facts.ts'
import type { Held } from '../held.ts'
import { type LabelSelector, type Labels, selects, selectsAll } from './label-selector.ts'
import type { AdmissionRule, Webhook } from './webhook.ts'

/** `unknown`: what decides it could not be read, or only the server can decide it (matchConditions are CEL). */
export type Match = 'yes' | 'no' | 'unknown' | 'pending'

/** The removal of a finalizer is an UPDATE. */
export type Operation = 'UPDATE' | 'DELETE'

/** Whether the API server asks this webhook about an UPDATE of the object itself; rules about a subresource alone do not see it. */
export function matchesUpdate(webhook: Webhook, held: Held, facts: Facts): Match {
  return matches(webhook, held, 'UPDATE', facts)
}

/** Whether the API server asks this webhook about such a request for the object itself. */
export function matches(webhook: Webhook, held: Held, operation: Operation, facts: Facts): Match {
  // Configurations of admission are exempt from admission, so that they can always be repaired.
  if (held.type.group === 'admissionregistration.k8s.io') return 'no'
  const { rules, matchPolicy, objectSelector, namespaceSelector, matchConditions } = webhook
  if (!(rules ?? []).some(rule => ruleMatches(rule, operation, held.type, matchPolicy === 'Exact'))) return 'no'
  if (!selects(objectSelector, held.meta.labels ?? {})) return 'no'
  const namespace = namespaceMatch(namespaceSelector, held, facts)
  if (namespace !== 'yes') return namespace
  return (matchConditions ?? []).length > 0 ? 'unknown' : 'yes'
}

/** With matchPolicy Equivalent, the default, a rule for any version of the type sees the request, converted. */
function ruleMatches(rule: AdmissionRule, operation: Operation, type: ResourceType, exact: boolean): boolean {
  const { scope = '*' } = rule
  return (
    includes(rule.operations, operation) &&
    includes(rule.apiGroups, type.group) &&
    (!exact || includes(rule.apiVersions, type.version)) &&
    (rule.resources ?? []).some(resource => isResource(resource, type.plural)) &&
    (scope === '*' || (scope === 'Namespaced') === type.namespaced)
  )
}

function includes(list: readonly string[] | undefined, value: string): boolean {
  return list !== undefined && (list.includes('*') || list.includes(value))
}

/** `pods` and `*` are the objects; a subresource of `*` means the objects too (the server matches it with none). */
function isResource(resource: string, plural: string): boolean {
  const [name, subresource = ''] = resource.split('/')
  return (name === '*' || name === plural) && (subresource === '' || subresource === '*')
}

/** A Namespace is selected by its own labels, any other cluster-scoped object always. */
function namespaceMatch(selector: LabelSelector | null | undefined, { type, ref, meta }: Held, facts: Facts): Match {
  if (selectsAll(selector)) return 'yes'
  if (type.group === '' && type.plural === 'namespaces') return yesOrNo(selector, meta.labels)
  if (ref.namespace === undefined) return 'yes'
  const namespace = facts.read({ about: 'object', resource: 'namespaces', name: ref.namespace })
  if (namespace.state === 'pending') return 'pending'
  return namespace.state === 'known' ? yesOrNo(selector, namespace.value.metadata.labels) : 'unknown'
}

function yesOrNo(selector: LabelSelector | null | undefined, labels: Labels | undefined): Match {
  return selects(selector, labels ?? {}) ? 'yes' : 'no'
}
