import { ApiFailure } from '../../api/failure.ts'
import { counted } from '../../api/object-text.ts'
import { printable } from '../../api/printable.ts'
import { readNamespaceContent } from '../../cluster/namespace-content.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { commandFor } from '../../plan/aim.ts'
import type { Ports } from '../ports.ts'

/**
 * Of the failure that a namespace does not exist: how much is stored under its name all the same, and the command that
 * cures it. undefined: another failure, or nothing is left that could be read. Asks the server only for the former.
 */
export async function orphanedContent(
  failure: unknown,
  transport: Transport,
  { signal, aim }: Pick<Ports, 'signal' | 'aim'>,
): Promise<string | undefined> {
  const name = namespaceMissed(failure)
  if (name === undefined) return undefined
  try {
    const { objects, unreadable } = await readNamespaceContent(transport, name, signal)
    if (objects.length === 0) return undefined
    const count = `${unreadable.length === 0 ? '' : 'at least '}${counted(objects.length, 'object')}`
    const cure = commandFor(aim, 'kubectl', 'finalize', 'namespace', name)
    const left = `${count} ${objects.length === 1 ? 'is' : 'are'} left in it, as after a forced deletion:`
    return [left, `  ${cure}`].map(printable).join('\n')
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
