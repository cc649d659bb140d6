import type { CustomResource, DeletionGroups, Note } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { blockGroups } from './block-groups.ts'
import { chooseEntry } from './choose-entry.ts'
import { clusterCleanup } from './cluster-cleanup.ts'
import { entryNotes } from './entry-notes.ts'
import { finalizersOf } from './finalizers.ts'
import { entriesOf } from './katalog.ts'
import { operatorBox } from './operator-box.ts'
import { readOrkestraTimeout } from './orkestra-duration.ts'
import { refuseCode } from './replayable.ts'

const POLL_SECONDS = 3

/** The groups that the operator of these Katalogs would delete for a custom resource. */
export function orkestraGroups(katalogs: readonly Field[], subject: CustomResource, file: string): DeletionGroups {
  const found = chooseEntry(katalogs.flatMap(entriesOf), subject, file)
  const uncertain = refuseCode(found.entry)
  const box = operatorBox(found, subject.object)
  if (box.target !== undefined) refuseCode(box.target.entry)
  const notes: Note[] = [uncertain, ...entryNotes(found, box)]
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
    notes,
  }
}
