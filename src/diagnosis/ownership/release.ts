import { message, type Sentence } from '../../messages/sentence.ts'
import { type Remedy, toRepair } from '../explanation.ts'
import { commandLine, namespaceFlag, typeAndName } from '../shell-quote.ts'
import type { StuckObject } from '../stuck-object.ts'

const MAX_COMMANDS = 10

/**
 * The official way out of a foreground wait: a second DELETE with background propagation only removes
 * foregroundDeletion from the owner (kubernetes-deletion.md 1.2). `afterwards`: what becomes of the dependents.
 */
export function releaseOwners(owners: readonly StuckObject[], afterwards: Sentence): Remedy {
  const named = owners.slice(0, MAX_COMMANDS)
  const names = named.map(({ ref }) => `${ref.kind} ${ref.name}`)
  return toRepair(
    message('DeleteWithoutWaiting', { owners: names, afterwards }),
    named.map(owner => deleteCommand(owner, '--cascade=background', '--wait=false')),
    'low',
  )
}

export function deleteCommand({ ref }: StuckObject, ...flags: readonly string[]): string {
  const place = namespaceFlag(ref.namespace)
  return commandLine('kubectl', 'delete', ...typeAndName(ref.resource, ref.name), ...place, ...flags)
}
