import type { DeletionGroups, Note } from '../deletion-groups.ts'
import { itemOf, type ManagedResource } from './managed-resource.ts'
import { matchGroups } from './match-groups.ts'
import type { WrittenGroup } from './written-groups.ts'

const POLL_SECONDS = 1

/** Landscaper's groups over an inventory; where Landscaper would do otherwise the notes say so. */
export function landscaperGroups(
  written: readonly WrittenGroup[],
  inventory: readonly ManagedResource[],
  notes: readonly Note[],
): DeletionGroups {
  const { groups, unmatched } = matchGroups(written, inventory)
  return {
    system: 'landscaper',
    groups,
    pollSeconds: POLL_SECONDS,
    propagation: 'Background',
    remaining: unmatched.map(object => ({ item: itemOf(object), why: 'no group takes it' })),
    notes: [...notes, ...(inventory.length > 0 ? notesOn(written, inventory) : [])],
  }
}

function notesOn(written: readonly WrittenGroup[], inventory: readonly ManagedResource[]): Note[] {
  const texts = [
    'deletes ask for background propagation; Landscaper asks for none, which leaves the Pods of Jobs behind',
    'the time counts from the start of this run; Landscaper counts from the start of the deletion',
  ]
  if (inventory.some(({ onlyLabelled }) => onlyLabelled !== undefined))
    texts.push(
      'policy fallback: only what is labelled with this DeployItem is deleted; the helm deployer does not look',
    )
  const everything = written.filter(group => group.deleteAll)
  if (everything.length > 0 && inventory.every(({ onlyLabelled }) => onlyLabelled !== undefined))
    texts.push('if none of its objects has that label, Landscaper runs no group at all; here deleteAllResources runs')
  return [...texts.map(text => ({ text })), ...everything.flatMap(unfiltered)]
}

function unfiltered({ resources }: WrittenGroup): Note[] {
  return resources
    .filter(({ names, namespaces }) => names.length === 0 && namespaces.length === 0)
    .map(({ kind, line }) => ({
      line,
      text: `deleteAllResources without names and namespaces is every ${kind} of the cluster, whoever owns it`,
    }))
}
