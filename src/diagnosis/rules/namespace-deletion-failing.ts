import type { Held, Holding, RuleContext } from '../held.ts'
import { deletionErrors } from '../namespaces/deletion-errors.ts'
import { saysTooLarge } from '../object-size.ts'
import { commandLine } from '../shell-quote.ts'
import { awaitsNamespaceController } from '../unreadable/namespace-condition.ts'
import { tooLargeIn } from './object-too-large.ts'

/** Errors of webhooks, policies, conversions and aggregated APIs, which have causes of their own. */
const TOLD_ELSEWHERE =
  /webhook|denied the request|denied request|stale GroupVersion|currently unable to handle|unable to retrieve the complete list|unable to decode|failed to (?:decode|list)/

/**
 * CleanupFailing of the namespace controller: it tries, and its conditions name an error that no other rule explains.
 * `unknown`: it goes on trying, and an error may pass.
 */
export function namespaceDeletionFailing(held: Held, context: RuleContext): readonly Holding[] {
  if (!awaitsNamespaceController(held)) return []
  const isTold = (message: string): boolean =>
    TOLD_ELSEWHERE.test(message) || (saysTooLarge(message) && tooLargeIn(held, context).length > 0)
  const errors = (deletionErrors(held, context) ?? []).filter(({ message }) => !isTold(message))
  if (errors.length === 0) return []
  const { name } = held.ref
  return [
    {
      verdict: 'unknown',
      cause: {
        key: `CleanupFailing/namespaces/${name}`,
        code: 'CleanupFailing',
        subject: held.ref,
        finalizer: 'kubernetes',
        summary: `The namespace controller tries to empty namespace ${name} and meets an error.`,
        evidence: errors.map(({ type, message }) => ({ fact: `${type}: ${message}`, source: 'namespaces' })),
        remedies: () => [
          {
            kind: 'inspect',
            summary: 'remove what the error names; the namespace controller tries again every minute',
            commands: [commandLine('kubectl', 'get', 'namespace', name, '-o', 'yaml')],
            risk: 'none',
            leaks: [],
          },
        ],
      },
    },
  ]
}
