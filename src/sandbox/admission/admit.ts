import type { KubeObject } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { internalError, Refusal } from '../answer/refusal.ts'
import type { Server } from '../server.ts'
import type { AdmissionHook, Attributes, Review } from './hook.ts'
import { checkNamespace } from './namespace-lifecycle.ts'
import { checkPolicies } from './policies.ts'
import { configuredHooks } from './webhook-configurations.ts'

/** Mutating admission: namespace lifecycle, then mutating webhooks. Answers the object to go on with. */
export async function mutate(
  server: Server,
  attributes: Attributes,
  warnings: string[],
): Promise<KubeObject | undefined> {
  checkNamespace(server, attributes)
  let { object } = attributes
  for (const hook of hooksFor(server, attributes, 'mutating')) {
    object = await call(hook, { ...attributes, object }, warnings)
  }
  return object
}

/** Validating admission: policies, then validating webhooks. Throws the first denial. */
export async function validate(server: Server, attributes: Attributes, warnings: string[]): Promise<void> {
  checkPolicies(server, attributes, warnings)
  for (const hook of hooksFor(server, attributes, 'validating')) await call(hook, attributes, warnings)
}

function hooksFor(server: Server, attributes: Attributes, phase: AdmissionHook['phase']): AdmissionHook[] {
  // Webhook configurations and policies are exempt from both, so that they can always be repaired
  // (kubernetes-deletion.md 8).
  if (attributes.type.group === 'admissionregistration.k8s.io') return []
  const wanted = resourceOf(attributes)
  const given = server.admission.filter(
    hook =>
      hook.phase === phase &&
      (hook.resources.includes('*') || hook.resources.includes(wanted)) &&
      (hook.operations.includes('*') || hook.operations.includes(attributes.operation)),
  )
  return [...given, ...configuredHooks(server, attributes, phase)]
}

function resourceOf({ type, subresource }: Attributes): string {
  return subresource === undefined ? resourceName(type) : `${resourceName(type)}/${subresource}`
}

async function call(hook: AdmissionHook, attributes: Attributes, warnings: string[]): Promise<KubeObject | undefined> {
  let review: Review
  try {
    review = await hook.review(attributes)
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (hook.failurePolicy === 'Ignore') return attributes.object
    const cause = error instanceof Error ? error.message : String(error)
    const url = hook.url ?? `https://${hook.name}.default.svc:443/?timeout=10s`
    const text = /^(Post "|the server )/.test(cause) ? cause : `Post "${url}": ${cause}`
    throw internalError(`failed calling webhook "${hook.name}": failed to call webhook: ${text}`)
  }
  warnings.push(...(review.warnings ?? []))
  if (!review.allowed) throw denial(hook.name, review)
  return review.object ?? attributes.object
}

/** Code and reason are the webhook's own; below 400 becomes 400 (kubernetes-deletion.md 8). */
function denial(name: string, review: Review): Refusal {
  const code = review.code ?? 403
  const text = review.message ?? review.reason
  const denied = `admission webhook "${name}" denied the request`
  const message = text === undefined ? `${denied} without explanation` : `${denied}: ${text}`
  const reason = review.reason ?? (review.code === undefined ? 'Forbidden' : undefined)
  return new Refusal(code < 400 ? 400 : code, { message, reason })
}
