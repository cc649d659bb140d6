import type { ObjectRef } from '../../api/object-ref.ts'
import type { LetPassWhen } from '../../messages/admission.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Remedy } from '../explanation.ts'
import { toInspect, toRepair } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import { NOT_DELETED } from './matches.ts'
import type { ConfiguredWebhook, Webhook } from './webhook.ts'

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
