import type { LabelSelector } from '../../api/label-selector.ts'
import type { KubeObject } from '../../api/object.ts'
import { type ObjectRef, refIn } from '../../api/object-ref.ts'
import type { Facts } from '../facts.ts'
import { once } from '../once.ts'
import type { Called } from '../service/answerer.ts'

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
