import type { CustomResource, DeletionGroups, Group } from '../../src/groups/deletion-groups.ts'
import { GroupsError } from '../../src/groups/groups-error.ts'
import { openGroups } from '../../src/groups/groups-file.ts'
import { type GroupsWish, groupsFor } from '../../src/groups/read-groups.ts'

export const FILE = 'order.yaml'

/** The custom resource of the worked examples: Cache c1 in namespace shop. */
export function cache(fields: object = {}, annotations: Record<string, string> = {}): CustomResource {
  const metadata = { name: 'c1', namespace: 'shop', uid: 'uid-c1', annotations }
  return { object: { apiVersion: 'acme.test/v1', kind: 'Cache', metadata, ...fields }, resource: 'caches.acme.test' }
}

/** The groups of a file's text. */
export function groupsOf(
  text: string,
  subject: CustomResource = cache(),
  wish: Omit<GroupsWish, 'file'> = {},
): DeletionGroups {
  return groupsFor(subject, { ...wish, file: openGroups(FILE, text) })
}

/** The GroupsError of whatever reads groups, as it is shown; an error of another kind fails the test. */
export function refusal(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof GroupsError) return error.message
    throw error
  }
  throw new Error('it was not refused')
}

/** `Kind namespace/name` of each item that has a name, group by group; a skipped group is "skipped". */
export function shown(groups: readonly Group[]): string[][] {
  return groups.map(({ skipped, items }) =>
    skipped !== undefined
      ? ['skipped']
      : items.map(({ kind, namespaces, names }) => [kind, [...namespaces, ...(names ?? ['*'])].join('/')].join(' ')),
  )
}

/** The number of the first line that holds a text. */
export function lineOf(text: string, part: string): number {
  return text.split('\n').findIndex(line => line.includes(part)) + 1
}

/** A text as lines of the block under a key. */
export function indent(text: string, spaces: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(spaces))
}
