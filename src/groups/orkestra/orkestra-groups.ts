import type { DeletionGroups, Note, Subject } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { blockGroups } from './block-groups.ts'
import { chooseEntry, crdFile } from './choose-entry.ts'
import { clusterCleanup } from './cluster-cleanup.ts'
import { finalizersOf } from './finalizers.ts'
import { entriesOf } from './katalog.ts'
import { operatorBox } from './operator-box.ts'
import { readOrkestraTimeout } from './orkestra-duration.ts'
import { refuseCode } from './replayable.ts'

const POLL_SECONDS = 3

/** The groups that the operator of these Katalogs would delete for a custom resource. */
export function orkestraGroups(katalogs: readonly Field[], subject: Subject, file: string): DeletionGroups {
  const found = chooseEntry(katalogs.flatMap(entriesOf), subject, file)
  const notes: Note[] = [refuseCode(found.entry)]
  const box = operatorBox(found, subject.object)
  const enabled = found.entry.at('enabled')
  if (enabled?.flag() === false)
    note(enabled, 'the entry is disabled: the operator does not look at these resources any more')
  if (found.entry.at('apiTypes') === undefined && crdFile(found))
    note(
      found.entry,
      `"${found.name}" names its kind only in a crdFile, which is not read: it is taken for this resource`,
    )
  const groups = blockGroups(box.onDelete, subject, notes)
  const cleanup = clusterCleanup(box, subject, notes)
  return {
    system: 'orkestra',
    groups: cleanup === undefined ? groups : [...groups, cleanup],
    timeoutSeconds: readOrkestraTimeout(box.onDelete.at('timeout')),
    pollSeconds: POLL_SECONDS,
    propagation: 'Foreground',
    finalizers: finalizersOf(found.entry, found.katalog),
    remaining: [],
    notes: [...notes, { text: 'the time is for all groups together; older releases gave it to each group' }],
  }

  function note(field: Field, text: string): void {
    notes.push({ ...field.place, text })
  }
}
