import type { KubeObject } from '../../api/object.ts'

type Fields = Readonly<Record<string, unknown>>

/** Webhooks fail closed and match everything unless they say otherwise. */
export function withWebhookDefaults(configuration: KubeObject): KubeObject {
  const webhooks = ((configuration.webhooks ?? []) as readonly Fields[]).map(webhook => ({
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    timeoutSeconds: 10,
    ...(configuration.kind === 'MutatingWebhookConfiguration' && { reinvocationPolicy: 'Never' }),
    ...webhook,
    ...(webhook.rules !== undefined && { rules: scoped(webhook.rules) }),
    clientConfig: withPort(webhook.clientConfig),
  }))
  return { ...configuration, webhooks }
}

/** The same for admission policies (`matchConstraints`) and their bindings (`matchResources`). */
export function withPolicyDefaults(policy: KubeObject): KubeObject {
  const spec = (policy.spec ?? {}) as Fields
  const matched = ['matchConstraints', 'matchResources']
    .filter(field => spec[field] !== undefined)
    .map(field => [field, withMatchDefaults(spec[field] as Fields)])
  const failurePolicy = policy.kind === 'ValidatingAdmissionPolicy' && { failurePolicy: 'Fail' }
  return { ...policy, spec: { ...failurePolicy, ...spec, ...Object.fromEntries(matched) } }
}

function withMatchDefaults(match: Fields): Fields {
  return {
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    ...match,
    ...(match.resourceRules !== undefined && { resourceRules: scoped(match.resourceRules) }),
  }
}

function scoped(rules: unknown): Fields[] {
  return (rules as readonly Fields[]).map(rule => ({ scope: '*', ...rule }))
}

function withPort(config: unknown): unknown {
  const { service, ...rest } = (config ?? {}) as { service?: Fields }
  return service === undefined ? rest : { ...rest, service: { port: 443, ...service } }
}
