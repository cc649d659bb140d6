import { type LabelSelector, selects } from '../../api/label-selector.ts'
import type { KubeObject } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { Refusal } from '../answer/refusal.ts'
import { evaluateCel } from '../cel.ts'
import type { Server } from '../server.ts'
import type { Attributes } from './hook.ts'
import { fulfils, type MatchCondition, type Scope, scopeOf } from './match-conditions.ts'
import { type ParamKind, type ParamRef, paramsFor, paramType } from './policy-params.ts'
import { type Rule, ruleMatches } from './rules.ts'
import { namespaceMatches } from './webhook-configurations.ts'

interface MatchResources {
  readonly resourceRules?: readonly Rule[]
  readonly excludeResourceRules?: readonly Rule[]
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
}

interface Validation {
  readonly expression: string
  readonly message?: string
  readonly messageExpression?: string
  readonly reason?: string
}

interface PolicySpec {
  readonly failurePolicy?: 'Fail' | 'Ignore'
  readonly paramKind?: ParamKind
  readonly matchConstraints?: MatchResources
  readonly matchConditions?: readonly MatchCondition[]
  readonly validations?: readonly Validation[]
}

interface BindingSpec {
  readonly policyName: string
  readonly paramRef?: ParamRef
  readonly validationActions?: readonly string[]
  readonly matchResources?: MatchResources
}

const GROUP = 'admissionregistration.k8s.io'

/**
 * Code of a denial by its reason; without one it is 422, although the text says "is forbidden"
 * (kubernetes-deletion.md 8).
 */
const CODES: Readonly<Record<string, number>> = {
  Unauthorized: 401,
  Forbidden: 403,
  RequestEntityTooLarge: 413,
  Invalid: 422,
}

/** ValidatingAdmissionPolicies with their bindings. CEL is understood as far as cel.ts goes. */
export function checkPolicies(server: Server, attributes: Attributes, warnings: string[]): void {
  if (attributes.type.group === GROUP) return
  for (const binding of server.store.list(`validatingadmissionpolicybindings.${GROUP}`)) {
    const { policyName, validationActions = ['Deny'], matchResources, paramRef } = binding.spec as BindingSpec
    const policy = server.store.get(`validatingadmissionpolicies.${GROUP}`, undefined, policyName)
    if (policy === undefined) continue
    const spec = policy.spec as PolicySpec
    if (!applies(server, spec.matchConstraints, attributes)) continue
    if (matchResources !== undefined && !applies(server, { resourceRules: EVERYTHING, ...matchResources }, attributes))
      continue
    const denial = firstDenial(server, spec, paramRef, attributes)
    if (denial === undefined) continue
    if (validationActions.includes('Warn')) {
      warnings.push(
        `Validation failed for ValidatingAdmissionPolicy '${policyName}' with binding '${binding.metadata.name}': ${denial.message}`,
      )
    }
    if (validationActions.includes('Deny')) throw denied(attributes, policyName, binding, denial)
  }
}

const EVERYTHING: readonly Rule[] = [
  { apiGroups: ['*'], apiVersions: ['*'], resources: ['*', '*/*'], operations: ['*'] },
]

function applies(server: Server, match: MatchResources | undefined, attributes: Attributes): boolean {
  if (!(match?.resourceRules ?? []).some(rule => ruleMatches(rule, attributes))) return false
  if ((match?.excludeResourceRules ?? []).some(rule => ruleMatches(rule, attributes))) return false
  const labels = (attributes.object ?? attributes.oldObject)?.metadata.labels ?? {}
  return selects(match?.objectSelector, labels) && namespaceMatches(server, match?.namespaceSelector, attributes)
}

interface Denial {
  readonly message: string
  readonly reason: string
}

function firstDenial(
  server: Server,
  spec: PolicySpec,
  paramRef: ParamRef | undefined,
  attributes: Attributes,
): Denial | undefined {
  try {
    // Params come before conditions: what these leave out is denied too where those are missing.
    const found = paramsFor(server, paramType(server, spec.paramKind), paramRef, attributes)
    const scope = scopeOf(server, attributes)
    for (const params of found) {
      const denial = denialOf(spec, { ...scope, params })
      if (denial !== undefined) return denial
    }
    return undefined
  } catch (error) {
    if (spec.failurePolicy === 'Ignore') return undefined
    return { message: (error as Error).message, reason: 'Invalid' }
  }
}

function denialOf({ matchConditions, validations = [] }: PolicySpec, scope: Scope): Denial | undefined {
  try {
    if (!fulfils(matchConditions, scope)) return undefined
    for (const validation of validations) {
      const { expression, reason = 'Invalid' } = validation
      if (evaluateCel(expression, scope) !== true) return { message: messageOf(validation, scope), reason }
    }
    return undefined
  } catch (error) {
    throw new Error(`expression resulted in error: ${(error as Error).message}`)
  }
}

/** What the expression says; where it cannot be evaluated, is empty or has line breaks, the text beside it. */
function messageOf({ expression, message, messageExpression }: Validation, scope: Scope): string {
  const otherwise = message ?? `failed expression: ${expression}`
  if (messageExpression === undefined) return otherwise
  try {
    const said = evaluateCel(messageExpression, scope)
    return typeof said === 'string' && said.trim() !== '' && !said.includes('\n') ? said : otherwise
  } catch {
    return otherwise
  }
}

function denied(
  { type, name }: Attributes,
  policy: string,
  binding: KubeObject,
  { message, reason }: { readonly message: string; readonly reason: string },
): Refusal {
  // A policy that cannot be set up has come to no binding yet.
  const by = message.startsWith('failed to configure policy') ? '' : ` with binding '${binding.metadata.name}'`
  const text = `ValidatingAdmissionPolicy '${policy}'${by} denied request: ${message}`
  const subject = name === '' ? resourceName(type) : `${resourceName(type)} "${name}"`
  return new Refusal(CODES[reason] ?? 422, {
    message: `${subject} is forbidden: ${text}`,
    reason,
    details: {
      name: name || undefined,
      group: type.group || undefined,
      kind: type.plural,
      causes: [{ message: text }],
    },
  })
}
