import type { Note } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { honouredList, type WantedList } from './configuration.ts'
import { readWrittenGroups, type WrittenGroup } from './written-groups.ts'

/** Where lists of groups stand: in a deployer's configuration, or bare in a file, then honoured for any deployer. */
export interface LandscaperFile {
  readonly in: 'configuration' | 'bare'
  readonly field: Field
}

/** The groups of the wanted list. The other list is held to the same rules, for it is the next to be run. */
export function readLists(file: LandscaperFile, wanted: WantedList, notes: Note[]): readonly WrittenGroup[] {
  readWrittenGroups(file.field.at(other(wanted)), [])
  noteSlips(file.field, notes)
  const list = file.in === 'bare' ? file.field.at(wanted) : honouredList(file.field, wanted, notes)
  return readWrittenGroups(list, notes)
}

/** A slip in the name of a list would bring Landscaper's default order, without a word. */
function noteSlips(lists: Field, notes: Note[]): void {
  for (const [key, field] of lists.entries())
    if (/^deletion_?-?group/i.test(key) && key !== 'deletionGroups' && key !== other('deletionGroups'))
      notes.push({
        ...field.place,
        text: `"${key}" has no effect here; the lists are deletionGroups and deletionGroupsDuringUpdate`,
      })
}

function other(wanted: WantedList): WantedList {
  return wanted === 'deletionGroups' ? 'deletionGroupsDuringUpdate' : 'deletionGroups'
}
