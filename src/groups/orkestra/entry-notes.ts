import type { Note } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { crdFile } from './choose-entry.ts'
import type { KatalogEntry } from './katalog.ts'
import type { OperatorBox } from './operator-box.ts'
import { RESOURCE_KINDS } from './resource-kinds.ts'

/** Keys outside onDelete that have a say in a deletion and are not replayed. */
const NOT_REPLAYED: Readonly<Record<string, string>> = {
  allowedNamespaces: 'the operator may leave out kinds because of it; here they are deleted',
  restrictedNamespaces: 'the operator may leave out kinds because of it; here they are deleted',
  imports: 'it is not followed; what it adds for the cleanup after the groups stays',
  preReconcile: 'the operator may not get to the deletion because of it; here it is not asked',
}
const NEWER = Object.entries(RESOURCE_KINDS).flatMap(([key, { newer }]) => (newer ? [key] : []))

/** What is worth saying about an entry before its groups are run. */
export function entryNotes({ name, entry, katalog }: KatalogEntry, box: OperatorBox): Note[] {
  const notes: Note[] = []
  const say = (field: Field, text: string) => notes.push({ ...field.place, text })
  const enabled = entry.at('enabled')
  if (enabled?.flag() === false) say(enabled, 'the entry is disabled: the operator no longer watches these resources')
  if (entry.at('apiTypes') === undefined && crdFile(entry))
    say(entry, `"${name}" names its kind only in a crdFile, which is not read: it is taken for this resource`)
  for (const place of [katalog, katalog.at('spec'), entry, entry.at('operatorBox')])
    for (const [key, why] of Object.entries(NOT_REPLAYED)) {
      const field = place?.at(key)
      if (field !== undefined) say(field, `"${key}": ${why}`)
    }
  if (box.older)
    say(
      box.onDelete,
      `releases that read onDelete in this place ignore conditions of groups, and ${NEWER.join(', ')}; here they count`,
    )
  return notes
}
