import type { V1Service } from '@kubernetes/client-node'
import { message } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import type { Quote } from '../../statements/quote.ts'
import { type Case, living } from '../dossier/dossier.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { answererOf } from '../service/answerer.ts'
import type { ServiceName } from '../service/backend.ts'
import { endOf, isGoneForGood } from '../serving/end.ts'

/** Why a server that the cleanup calls does not answer, and what makes it answer again. */
export interface ServerUnanswered {
  readonly evidence: readonly Evidence[]
  readonly repair: Remedy
  /** The namespace is being deleted in which it was: there it cannot come back. */
  readonly goneWith: string | undefined
}

/**
 * An error says that a Service of the cluster was called and nothing answered, and what can be read proves that
 * nothing is behind that Service now (rabbitmq/messaging-topology-operator#1206: a server scaled to zero).
 */
export function serverUnanswered(errors: readonly Quote[], found: Case): ServerUnanswered | undefined {
  const { facts } = found.context
  // One that runs elsewhere calls the Service of its own cluster.
  if (living(found).length === 0) return undefined
  for (const { namespace, name } of claimsOf('no answer', errors)) {
    const answerer = answererOf({ service: { namespace, name, port: portOf({ namespace, name }, facts) } }, facts)
    if (!answerer.isSilent) continue
    const { evidence, repair } = endOf(message('CalledByCleanup'), answerer, facts)
    return { evidence, repair, goneWith: isGoneForGood(answerer, facts) ? namespace : undefined }
  }
  return undefined
}

/** One that it has: at a headless Service any port is called, and an error may name none. */
function portOf(service: ServiceName, facts: Facts): number | undefined {
  const found = facts.read({ about: 'object', resource: 'services', ...service })
  return found.state === 'known' ? (found.value as unknown as V1Service).spec?.ports?.[0]?.port : undefined
}

/** What makes the server answer again, or that nothing does. */
export function toServer({ repair, goneWith }: ServerUnanswered, last: Remedy): readonly Remedy[] {
  if (goneWith === undefined) return [repair, last]
  return [{ ...last, summary: message('NothingServesAgain', { namespace: goneWith, next: last.summary }) }]
}
