import type { ObjectRef } from '../../api/object-ref.ts'
import { factFrom } from '../../messages/sentence.ts'
import type { Rejection } from '../../statements/rejection.ts'
import type { Evidence, Subject } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { Conditioned } from './let-pass.ts'
import type { Webhook } from './webhook.ts'

export interface DenyingPolicy {
  readonly subject: ObjectRef | Subject
  readonly evidence: readonly Evidence[]
  /** Undefined where it cannot be read. */
  readonly target?: Conditioned
  /** Its answer depends on who asks, so that it says nothing about what the finalizer's controller may do. */
  readonly dependsOnUser: boolean
  /** The condition that denied it; undefined where the words may be those of several. */
  readonly expression?: string | undefined
}

/** The admission policy that the server named. One that cannot be read is its name alone. */
export function denyingPolicy(
  { kind, policy: name, why }: Extract<Rejection, { by: 'policy' }>,
  facts: Facts,
): DenyingPolicy {
  const plural = kind === 'ValidatingAdmissionPolicy' ? 'validatingadmissionpolicies' : 'mutatingadmissionpolicies'
  const resource = `${plural}.admissionregistration.k8s.io`
  const found = facts.read({ about: 'object', resource, name })
  if (found.state !== 'known') return { subject: { kind, name }, evidence: [], dependsOnUser: false }
  const { apiVersion, metadata, spec } = found.value
  const configuration = { apiVersion, kind, resource, name, uid: metadata.uid }
  const { matchConditions: conditions } = (spec ?? {}) as Pick<Webhook, 'matchConditions'>
  // CEL sees the user as `request.userInfo`, and what he may do through `authorizer`.
  const dependsOnUser = /\brequest\.userInfo\b|\bauthorizer\b/.test(JSON.stringify(spec ?? {}))
  return {
    subject: configuration,
    target: { configuration, conditions },
    evidence: dependsOnUser ? [factFrom(plural, 'PolicyDependsOnUser')] : [],
    dependsOnUser,
    expression: expressionOf(spec, why),
  }
}

/** The server quotes the message of a validation, or, without one, its expression. */
function expressionOf(spec: unknown, why: string): string | undefined {
  const { validations = [] } = (spec ?? {}) as {
    validations?: readonly { expression?: string; message?: string; messageExpression?: string }[]
  }
  const [first, ...more] = validations.filter(
    ({ expression = '', message }) => why === (message ?? `failed expression: ${expression.trim()}`),
  )
  const [only, ...others] = validations
  // A message that CEL makes is no text to compare with.
  const alone = others.length === 0 && only?.messageExpression !== undefined ? only : undefined
  return more.length > 0 ? undefined : (first ?? alone)?.expression
}
