import type { CustomResource, DeletionGroups, Note } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { blockGroups } from './block-groups.ts'
import { chooseEntry } from './choose-entry.ts'
import { clusterCleanup } from './cluster-cleanup.ts'
import { entryNotes } from './entry-notes.ts'
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

/** The operator's own, of all its releases and both its names. */
const OWN = [
  'orkestra.orkspace.io/cleanup',
  'orkestra.orkspace.io/finalizer',
  'orkestra.konductor.io/finalizer',
  'inrun.dev/cleanup',
  'inrun.dev/finalizer',
]

/** What the operator removes when its groups are done: its own finalizers and those that the file gives it. */
function finalizersOf(entry: Field, katalog: Field): readonly string[] {
  const written = [
    katalog.down('spec', 'finalizers'),
    entry.down('operatorBox', 'finalizers'),
    entry.down('operatorBox', 'runtime', 'finalizers'),
  ]
  return [...new Set([...OWN, ...written.flatMap(list => list?.texts() ?? [])])]
}
