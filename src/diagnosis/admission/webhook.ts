import { type LabelSelector, type Labels, selects, selectsAll } from '../../api/label-selector.ts'
import type { KubeObject } from '../../api/object.ts'
import { type ObjectRef, refIn } from '../../api/object-ref.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { type Facts, once } from '../facts.ts'
import type { Called } from '../service/answerer.ts'
import type { StuckObject } from '../stuck-object.ts'

/** RuleWithOperations of a webhook. */
export interface AdmissionRule {
  readonly apiGroups?: readonly string[]
  readonly apiVersions?: readonly string[]
  readonly resources?: readonly string[]
  readonly operations?: readonly string[]
  readonly scope?: string
  /** Only in policies. */
  readonly resourceNames?: readonly string[]
}

/** One webhook of a configuration, as far as it decides whom it is asked about and what happens when it is silent. */
export interface Webhook {
  readonly name: string
  readonly clientConfig?: Called
  readonly rules?: readonly AdmissionRule[] | null
  /** Fail unless said. */
  readonly failurePolicy?: string
  readonly matchPolicy?: string
  readonly namespaceSelector?: LabelSelector | null
  readonly objectSelector?: LabelSelector | null
  readonly matchConditions?: readonly { readonly name?: string; readonly expression?: string }[] | null
}

export interface ConfiguredWebhook {
  readonly webhook: Webhook
  readonly mutating: boolean
  readonly configuration: ObjectRef
  /** All webhooks of that configuration, this one included. */
  readonly siblings: readonly Webhook[]
}

export interface Webhooks {
  readonly state: 'known' | 'unreadable'
  readonly webhooks: readonly ConfiguredWebhook[]
}

const GROUP = 'admissionregistration.k8s.io'
const MUTATING = `mutatingwebhookconfigurations.${GROUP}`
const VALIDATING = `validatingwebhookconfigurations.${GROUP}`

/** Every webhook of the cluster; `unreadable` when one of the two lists is, with those of the other. */
export function allWebhooks(facts: Facts): Webhooks {
  return once(facts, 'admission/webhooks', () => {
    const mutating = facts.read({ about: 'list', resource: MUTATING })
    const validating = facts.read({ about: 'list', resource: VALIDATING })
    const states = [mutating.state, validating.state]
    return {
      state: states.includes('unreadable') ? 'unreadable' : 'known',
      webhooks: [
        ...(mutating.state === 'known' ? mutating.value.flatMap(each => webhooksOf(each, true)) : []),
        ...(validating.state === 'known' ? validating.value.flatMap(each => webhooksOf(each, false)) : []),
      ],
    }
  })
}

function webhooksOf(object: KubeObject, mutating: boolean): ConfiguredWebhook[] {
  const siblings = (Array.isArray(object.webhooks) ? object.webhooks : []) as readonly Webhook[]
  const kind = mutating ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration'
  const configuration = refIn(mutating ? MUTATING : VALIDATING, { ...object, kind })
  return siblings.map(webhook => ({ webhook, mutating, configuration, siblings }))
}

/** `unknown`: what decides it could not be read, or only the server can decide it (matchConditions are CEL). */
export type Match = 'yes' | 'no' | 'unknown'

/** A request about an object, as admission sees it: the removal of a finalizer is an UPDATE of the object itself. */
export type Operation = 'UPDATE' | 'DELETE' | 'UPDATE status' | 'UPDATE finalize'

export type Matching = Pick<
  Webhook,
  'rules' | 'matchPolicy' | 'namespaceSelector' | 'objectSelector' | 'matchConditions'
>

/**
 * UPDATE and DELETE have an oldObject, whatever the subresource; other requests have no object that is being deleted.
 * What `letPass` writes.
 */
export const NOT_DELETED = '!(request.operation in ["UPDATE", "DELETE"]) || !has(oldObject.metadata.deletionTimestamp)'
const NOT_DELETED_NOW = /^!\s*has\((?:object|oldObject)\.metadata\.deletionTimestamp\)$/

/** Conditions that leave out what is being deleted; any other CEL only the server can decide. */
function leavesOutDeleted(expression: string): boolean {
  const text = expression.trim()
  return text === NOT_DELETED || NOT_DELETED_NOW.test(text)
}

/** Whether the API server asks this webhook or policy about such a request; rules for a subresource match only that. */
export function matches(webhook: Matching, held: StuckObject, operation: Operation | 'CREATE', facts: Facts): Match {
  // Configurations of admission are exempt from admission, so that they can always be repaired.
  if (held.type.group === 'admissionregistration.k8s.io') return 'no'
  const { rules, matchPolicy, objectSelector, namespaceSelector, matchConditions } = webhook
  if (!(rules ?? []).some(rule => ruleMatches(rule, operation, held, matchPolicy === 'Exact'))) return 'no'
  if (!selects(objectSelector, held.meta.labels ?? {})) return 'no'
  const namespace = namespaceMatch(namespaceSelector, held, facts)
  if (namespace !== 'yes') return namespace
  const conditions = matchConditions ?? []
  const isLeftOut = conditions.some(({ expression = '' }) => leavesOutDeleted(expression))
  if (held.meta.deletionTimestamp !== undefined && isLeftOut) return 'no'
  return conditions.length > 0 ? 'unknown' : 'yes'
}

/** With matchPolicy Equivalent, the default, a rule for any version of the type sees the request, converted. */
export function ruleMatches(
  rule: AdmissionRule,
  operation: Operation | 'CREATE',
  { type, ref }: StuckObject,
  exact: boolean,
): boolean {
  const { scope = '*' } = rule
  const [verb = '', subresource = ''] = operation.split(' ')
  return (
    includes(rule.operations, verb) &&
    ((rule.resourceNames ?? []).length === 0 || rule.resourceNames!.includes(ref.name)) &&
    includes(rule.apiGroups, type.group) &&
    (!exact || includes(rule.apiVersions, type.version)) &&
    (rule.resources ?? []).some(resource => isResource(resource, type, subresource)) &&
    (scope === '*' || (scope === 'Namespaced') === type.namespaced)
  )
}

function includes(list: readonly string[] | undefined, value: string): boolean {
  return list !== undefined && (list.includes('*') || list.includes(value))
}

/** `pods` and `*` are the objects; a subresource of `*` means the objects too (the server matches it with none). */
function isResource(resource: string, { plural }: ResourceType, wanted: string): boolean {
  const [name, subresource = ''] = resource.split('/')
  return (name === '*' || name === plural) && (subresource === wanted || subresource === '*')
}

/** A Namespace is selected by its own labels, any other cluster-scoped object always. */
function namespaceMatch(selector: LabelSelector | null | undefined, { type, ref, meta }: StuckObject, facts: Facts) {
  if (selectsAll(selector)) return 'yes'
  if (type.group === '' && type.plural === 'namespaces') return yesOrNo(selector, meta.labels)
  if (ref.namespace === undefined) return 'yes'
  const namespace = facts.read({ about: 'object', resource: 'namespaces', name: ref.namespace })
  return namespace.state === 'known' ? yesOrNo(selector, namespace.value.metadata.labels) : 'unknown'
}

function yesOrNo(selector: LabelSelector | null | undefined, labels: Labels | undefined): Match {
  return selects(selector, labels ?? {}) ? 'yes' : 'no'
}

/**
 * The webhook of this name that the server asks about such a request for the object: names are unique only within their
 * configuration. undefined when no configuration that can be read has it.
 */
export function webhookNamed(
  name: string,
  held: StuckObject,
  facts: Facts,
  operation: Operation = 'UPDATE',
): ConfiguredWebhook | undefined {
  const { webhooks } = allWebhooks(facts)
  const named = webhooks.filter(({ webhook }) => webhook.name === name)
  const asked = named.map(({ webhook }) => matches(webhook, held, operation, facts))
  for (const wanted of ['yes', 'unknown'] as const) {
    const at = asked.indexOf(wanted)
    if (at >= 0) return named[at]
  }
  return undefined
}

/** The subject of a cause whose webhook is known by name alone, its configurations being unreadable. */
export function unknownConfiguration(webhook: string): { readonly kind: string; readonly name: string } {
  return { kind: 'WebhookConfiguration', name: webhook }
}
