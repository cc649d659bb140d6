import { ApiFailure } from '../../api/failure.ts'
import { readNamespaceContent } from '../../cluster/namespace-content.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { type Message, message } from '../../messages/sentence.ts'
import { commandFor } from '../../plan/aim.ts'
import type { Ports } from '../ports.ts'

export interface OrphanedContent {
  readonly left: Message
  /** A command. */
  readonly cure: string
}

/**
 * Of the failure that a namespace does not exist: how much is stored under its name all the same, and the command that
 * cures it. undefined: another failure, or nothing is left that could be read. Asks the server only for the former.
 */
export async function orphanedContent(
  failure: unknown,
  transport: Transport,
  { signal, aim }: Pick<Ports, 'signal' | 'aim'>,
): Promise<OrphanedContent | undefined> {
  const name = namespaceMissed(failure)
  if (name === undefined) return undefined
  try {
    const { objects, unreadable } = await readNamespaceContent(transport, name, signal)
    if (objects.length === 0) return undefined
    return {
      left: message('LeftInNamespace', { objects: objects.length, isAll: unreadable.length === 0 }),
      cure: commandFor(aim, 'kubectl', 'finalize', 'namespace', name),
    }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return undefined
  }
}

/** The name of the namespace that the server does not have. */
function namespaceMissed(failure: unknown): string | undefined {
  if (!(failure instanceof ApiFailure) || failure.fault.kind !== 'status') return undefined
  const { reason, details } = failure.fault.status
  return reason === 'NotFound' && details?.kind === 'namespaces' ? details.name : undefined
}
