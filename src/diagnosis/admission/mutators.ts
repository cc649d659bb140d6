import type { KubeObject } from '../../api/object.ts'
import { type ObjectRef, refOf } from '../../api/object-ref.ts'
import { together } from '../answered.ts'
import { type Facts, once } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'
import { type Conditioned, conditionedWebhook } from './let-pass.ts'
import { type AdmissionRule, allWebhooks, type Matching, matches, type Operation, ruleMatches } from './webhook.ts'

export interface Mutator extends Conditioned {
  /** Only the server can tell whether it is asked: by CEL, or by what could not be read. */
  readonly unsure: boolean
}

export interface Mutators {
  readonly state: 'known' | 'unreadable'
  readonly mutators: readonly Mutator[]
}

const GROUP = 'admissionregistration.k8s.io'

/** The mutating webhooks and policies that the API server asks about such a request, as far as they can be read. */
export function mutatorsOf(held: StuckObject, operation: Operation, facts: Facts): Mutators {
  const [webhooks, policies] = together(
    () => allWebhooks(facts),
    () => boundPolicies(facts, 'mutatingadmissionpolicies'),
  )
  const states = [webhooks.state, policies.state]
  const found = [
    ...webhooks.webhooks
      .filter(({ mutating }) => mutating)
      .map(found => ({ ...conditionedWebhook(found), match: matches(found.webhook, held, operation, facts) })),
    ...policies.policies
      .filter(({ excluded }) => !excluded.some(rule => ruleMatches(rule, operation, held, false)))
      .map(({ ref, matching }) => ({
        configuration: ref,
        conditions: matching.matchConditions,
        match: matches(matching, held, operation, facts),
      })),
  ]
  const mutators = found
    .filter(({ match }) => match !== 'no')
    .map(({ match, ...rest }) => ({ ...rest, unsure: match !== 'yes' }))
  return { state: states.includes('unreadable') ? 'unreadable' : 'known', mutators }
}

interface Policy {
  readonly ref: ObjectRef
  readonly matching: Matching
  readonly excluded: readonly AdmissionRule[]
  /** What its bindings narrow it to, each for itself. */
  readonly bindings: readonly Matching[]
}

interface PolicySpec {
  readonly matchConstraints?: Omit<Matching, 'rules' | 'matchConditions'> & {
    readonly resourceRules?: readonly AdmissionRule[] | null
    readonly excludeResourceRules?: readonly AdmissionRule[] | null
  }
  readonly matchConditions?: Matching['matchConditions']
}

/** Every bound policy of a type that may deny or change a request; a server without the type has none. */
export function boundPolicies(
  facts: Facts,
  plural: 'mutatingadmissionpolicies' | 'validatingadmissionpolicies',
): {
  readonly state: Mutators['state']
  readonly policies: readonly Policy[]
} {
  return once(facts, `admission/${plural}`, () => {
    const type = facts.types.find(each => each.group === GROUP && each.plural === plural)
    if (type === undefined) return { state: 'known', policies: [] }
    const all = facts.read({ about: 'list', resource: `${plural}.${GROUP}` })
    const bindings = facts.read({ about: 'list', resource: `${plural.replace(/ies$/, 'ybindings')}.${GROUP}` })
    if (all.state !== 'known' || bindings.state !== 'known') return { state: 'unreadable', policies: [] }
    const bound = Map.groupBy(bindings.value, ({ spec }) => (spec as BindingSpec | undefined)?.policyName)
    const policies = all.value
      .filter(({ metadata, spec }) => !isHarmless(spec, bound.get(metadata.name) ?? []))
      .map(policy => {
        const scope = scopeOf(policy)
        const narrowed = bound.get(policy.metadata.name)!.map(binding => narrowedBy(binding, scope.matching))
        return { ref: refOf(type, policy.metadata), ...scope, bindings: narrowed }
      })
    return { state: 'known', policies }
  })
}

/** No binding, or none that denies, and failures are ignored: it only warns or audits, as that of `watch --advice`. */
function isHarmless(spec: unknown, bindings: readonly KubeObject[]): boolean {
  const { failurePolicy } = (spec ?? {}) as { readonly failurePolicy?: string }
  const denies = ({ spec: bound }: KubeObject): boolean => {
    const { validationActions } = (bound ?? {}) as BindingSpec
    return validationActions === undefined || validationActions.includes('Deny')
  }
  return bindings.length === 0 || (failurePolicy === 'Ignore' && !bindings.some(denies))
}

interface BindingSpec {
  readonly policyName?: string
  /** Those of a validating policy; a mutating one has none. */
  readonly validationActions?: readonly string[]
  readonly matchResources?: PolicySpec['matchConstraints'] | null
}

function narrowedBy({ spec }: KubeObject, { rules }: Matching): Matching {
  const { resourceRules, excludeResourceRules: _excluded, ...rest } = (spec as BindingSpec).matchResources ?? {}
  return { rules: (resourceRules ?? []).length > 0 ? resourceRules! : rules!, ...rest }
}

function scopeOf({ spec }: KubeObject): Omit<Policy, 'ref' | 'bindings'> {
  const { matchConstraints = {}, matchConditions } = (spec ?? {}) as PolicySpec
  const { resourceRules, excludeResourceRules, ...rest } = matchConstraints
  return {
    matching: { rules: resourceRules ?? [], matchConditions: matchConditions ?? [], ...rest },
    excluded: excludeResourceRules ?? [],
  }
}
