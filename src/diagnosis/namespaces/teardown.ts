import { factFrom } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import type { Quote } from '../../statements/quote.ts'
import type { Evidence } from '../explanation.ts'
import { evidenceOf } from '../said.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { namespaceBeingEmptied } from './terminating-namespaces.ts'

/** What could be created nowhere else than in a namespace that takes nothing in any more. */
export interface Teardown {
  readonly namespace: string
  readonly evidence: readonly Evidence[]
}

/**
 * A controller needs to create something in a terminating namespace, by the server's refusal that the object repeats:
 * it can never finish, since the namespace never comes back. A refusal for a namespace known to be live is an old one.
 */
export function refusedCreation(
  texts: readonly Quote[],
  held: StuckObject,
  context: RuleContext,
): Teardown | undefined {
  for (const { quote, namespace: named } of claimsOf('terminating', texts)) {
    const namespace = named ?? held.ref.namespace
    if (namespace !== undefined && isTerminating(namespace, context)) {
      return { namespace, evidence: [evidenceOf(quote), nothingCreated(namespace)] }
    }
  }
  return undefined
}

export function nothingCreated(namespace: string): Evidence {
  return factFrom('namespaces', 'NothingCreatedIn', { namespace })
}

/** Where the namespace itself may not be read, the refusal is the proof. */
function isTerminating(name: string, context: RuleContext): boolean {
  if (namespaceBeingEmptied(name, context) !== undefined) return true
  return context.facts.read({ about: 'object', resource: 'namespaces', name }).state === 'unreadable'
}
