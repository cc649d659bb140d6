import type { ObjectRef } from '../../api/object-ref.ts'
import type { LetPassWhen } from '../../messages/arguments.ts'
import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import type { Rejection } from '../../statements/rejection.ts'
import { eachTogether } from '../answered.ts'
import { type Evidence, type Remedy, type Subject, toInspect, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { deleteCommand } from '../ownership/release.ts'
import { commandLine } from '../shell-quote.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { type ConfiguredWebhook, type Matching, matches, NOT_DELETED, type Webhook } from './webhook.ts'

/** A webhook of a configuration, or a policy, as far as a condition can be written into it. */
export interface Conditioned {
  readonly configuration: ObjectRef
  /** Where it stands in its configuration; undefined: a policy. */
  readonly webhook?: { readonly name: string; readonly index: number }
  readonly conditions: Webhook['matchConditions']
}

export function conditionedWebhook({ webhook, configuration, siblings }: ConfiguredWebhook): Conditioned {
  const { name, matchConditions } = webhook
  return { configuration, webhook: { name, index: siblings.indexOf(webhook) }, conditions: matchConditions }
}

const CONDITION = 'not-being-deleted'

/** Has the webhook or policy leave alone what is being deleted, and go on with all else. */
export function letPass(target: Conditioned, when: LetPassWhen = 'always'): Remedy {
  const { configuration, webhook, conditions } = target
  const { kind, name } = configuration
  const place = webhook === undefined ? '/spec' : `/webhooks/${webhook.index}`
  if (conditions?.some(({ name }) => name === CONDITION)) return inVain(configuration)
  const condition = { name: CONDITION, expression: NOT_DELETED }
  const path = `${place}/matchConditions`
  const patch = [
    // Another webhook may have its place by the time that this is pasted.
    ...(webhook === undefined ? [] : [{ op: 'test', path: `${place}/name`, value: webhook.name }]),
    (conditions ?? []).length === 0
      ? { op: 'add', path, value: [condition] }
      : { op: 'add', path: `${path}/-`, value: condition },
  ]
  return toRepair(
    message('IgnoreDeleted', { who: webhook?.name ?? name, configuration: `${kind} ${name}`, when }),
    [commandLine('kubectl', 'patch', kind.toLowerCase(), name, '--type=json', '-p', JSON.stringify(patch))],
    'low',
  )
}

/** Such a condition is there, and the request is rejected all the same. */
function inVain({ kind, name }: ObjectRef): Remedy {
  return toRepair(
    message('ConditionInVain', { condition: CONDITION, configuration: `${kind} ${name}` }),
    [commandLine('kubectl', 'edit', kind.toLowerCase(), name)],
    'medium',
  )
}

export function showConfiguration({ kind, name }: ObjectRef, summary: Sentence): Remedy {
  return toInspect(summary, [commandLine('kubectl', 'get', kind.toLowerCase(), name, '-o', 'yaml')])
}

const MAX_OBJECTS = 8

/**
 * The namespace controller deletes all objects of a type at once and names none: a webhook that denies that for the
 * missing name lets a DELETE by name pass (open-policy-agent/gatekeeper#3058). `namespace` is terminating; undefined
 * where the server's dry run does not accept the DELETE of each that is left of what `webhook` is asked about.
 */
export function deleteByName(namespace: StuckObject, webhook: Matching, context: RuleContext): Remedy | undefined {
  const { facts } = context
  const live = context
    .contentOf(namespace.ref.name)
    .held.filter(each => each.meta.deletionTimestamp === undefined)
    .filter(each => matches(webhook, each, 'DELETE', facts) !== 'no')
  if (live.length === 0 || live.length > MAX_OBJECTS) return undefined
  const tried = eachTogether(live, ({ ref: { resource, namespace: place, name, uid } }) =>
    facts.read({ about: 'deletion', resource, namespace: place, name, uid, now: false }),
  )
  if (!tried.every(fact => fact.state === 'known' && fact.value.accepted)) return undefined
  return toRepair(
    message('DeleteByName', { count: live.length }),
    live.map(each => deleteCommand(each, '--wait=false')),
    'low',
  )
}

interface DenyingPolicy {
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
