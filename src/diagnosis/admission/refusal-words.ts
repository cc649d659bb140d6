import { itemsOf } from '../../api/fact.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import { type Refusal, refusalsIn } from '../../statements/refusal.ts'
import { type ObjectRefOrSubject, type Remedy, toInspect } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { commandLine } from '../shell-quote.ts'
import type { StuckObject } from '../stuck-object.ts'
import { conditionedWebhook, letPass, showConfiguration } from './let-pass.ts'
import { allWebhooks } from './webhook.ts'

/** Who refuses, where only the server's words tell. */
export interface Refuser {
  readonly subject: ObjectRefOrSubject
  readonly remedies: readonly Remedy[]
}

/** What was refused: of it only the namespace counts. */
type Placed = { readonly ref: Pick<StuckObject['ref'], 'namespace'> }

/** Who refuses a request for an object, by the words of the refusal; undefined: none of the plugins that are known. */
export function refuserOf(words: string, held: Placed, facts: Facts): Refuser | undefined {
  for (const refusal of refusalsIn(words)) {
    const found = refuserBy(refusal, held, facts)
    if (found !== undefined) return found
  }
  return undefined
}

function refuserBy(refusal: Refusal, held: Placed, facts: Facts): Refuser | undefined {
  switch (refusal.by) {
    case 'quota':
      return quota(refusal.name, held)
    case 'pod security':
      return podSecurity(held)
    case 'limits':
      return limitRange(held, facts)
    case 'condition':
      return matchCondition(refusal.expression, facts)
  }
}

function quota(name: string, { ref: { namespace } }: Placed): Refuser | undefined {
  if (namespace === undefined) return undefined
  const summary = message('SeeQuota')
  return inNamespace('ResourceQuota', 'resourcequotas', name, namespace, summary)
}

function podSecurity({ ref }: Placed): Refuser | undefined {
  if (ref.namespace === undefined) return undefined
  const subject = { kind: 'Namespace', name: ref.namespace }
  return { subject, remedies: [inspect(message('SeeEnforcedLevel'), 'namespace', ref.namespace)] }
}

/** The words do not name it: the only one there is. */
function limitRange({ ref }: Placed, facts: Facts): Refuser | undefined {
  if (ref.namespace === undefined) return undefined
  const [only, ...more] = itemsOf(facts.read({ about: 'list', resource: 'limitranges', namespace: ref.namespace }))
  if (only === undefined || more.length > 0) return undefined
  return inNamespace('LimitRange', 'limitranges', only.metadata.name, ref.namespace, message('SeeLimits'))
}

/** A condition that cannot be evaluated, of a webhook that must not fail. One that excludes the object wins. */
function matchCondition(expression: string, facts: Facts): Refuser | undefined {
  const found = allWebhooks(facts).webhooks.find(({ webhook }) =>
    (webhook.matchConditions ?? []).some(condition => condition.expression === expression),
  )
  if (found === undefined) return undefined
  const { configuration } = found
  return {
    subject: configuration,
    remedies: [
      showConfiguration(configuration, message('CorrectMatchConditions', { webhook: found.webhook.name })),
      letPass(conditionedWebhook(found), 'else'),
    ],
  }
}

function inNamespace(kind: string, resource: string, name: string, namespace: string, summary: Sentence): Refuser {
  return { subject: { kind, namespace, name }, remedies: [inspect(summary, resource, name, '-n', namespace)] }
}

function inspect(summary: Sentence, ...object: readonly string[]): Remedy {
  return toInspect(summary, [commandLine('kubectl', 'describe', ...object)])
}
