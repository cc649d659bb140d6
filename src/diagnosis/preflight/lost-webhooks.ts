import type { RemovalAnswer } from '../../api/fact.ts'
import { matches, type Operation } from '../admission/matches.ts'
import { allWebhooks, type ConfiguredWebhook } from '../admission/webhook.ts'
import { eachTogether } from '../answered.ts'
import type { ObjectRefOrSubject } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { once } from '../once.ts'
import { answererOf } from '../service/answerer.ts'
import type { StuckObject } from '../stuck-object.ts'

/** A webhook that answers today, and that nothing would answer any more. */
export interface LostWebhook {
  readonly found: ConfiguredWebhook
  readonly service: { readonly namespace: string; readonly name: string }
  /** Whether the server then rejects what the webhook is asked about. */
  readonly fails: boolean
}

/** The webhooks whose Service, or all that is behind it, the deletion takes along, of those that stay configured. */
export function lostWebhooks(today: Facts, afterwards: Facts): readonly LostWebhook[] {
  return once(afterwards, 'lost webhooks', () => {
    const { webhooks } = allWebhooks(afterwards)
    return eachTogether(webhooks, found => {
      const called = found.webhook.clientConfig ?? {}
      const after = answererOf(called, afterwards)
      if (!after.isSilent || after.service === undefined || answererOf(called, today).isSilent) return []
      const fails = (found.webhook.failurePolicy ?? 'Fail') === 'Fail'
      return [{ found, service: after.service, fails }]
    }).flat()
  })
}

/** Those of one configuration, which is the subject of a cause. */
export function lostBy(subject: ObjectRefOrSubject, lost: readonly LostWebhook[]): readonly LostWebhook[] {
  return 'uid' in subject ? lost.filter(({ found }) => found.configuration.uid === subject.uid) : []
}

/** The server's error for such a request then; undefined: the same answer as today; `unknown`: only it can tell. */
export function rejectionAfterwards(
  held: StuckObject,
  operation: Operation,
  lost: readonly LostWebhook[],
  facts: Facts,
): Extract<RemovalAnswer, { accepted: false }> | 'unknown' | undefined {
  const asked = eachTogether(
    lost.filter(({ fails }) => fails),
    each => ({ each, match: matches(each.found.webhook, held, operation, facts) }),
  )
  const first = asked.find(({ match }) => match === 'yes')
  if (first === undefined) return asked.some(({ match }) => match === 'unknown') ? 'unknown' : undefined
  const { found, service } = first.each
  const foreseen = { webhook: found.webhook.name, service }
  return { accepted: false, code: 500, reason: 'InternalError', message: '', causes: [], foreseen }
}
