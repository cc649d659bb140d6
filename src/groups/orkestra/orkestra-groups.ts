import { parseDuration } from '../../api/duration.ts'
import type { CustomResource, DeletionGroups, Note } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'
import { blockGroups } from './block-groups.ts'
import { chooseEntry, crdFile } from './choose-entry.ts'
import { clusterCleanup } from './cluster-cleanup.ts'
import { entriesOf, type KatalogEntry } from './katalog.ts'
import { type OperatorBox, operatorBox } from './operator-box.ts'
import { RESOURCE_KINDS } from './resource-kinds.ts'

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

/** Keys outside onDelete that have a say in a deletion and are not replayed. */
const NOT_REPLAYED: Readonly<Record<string, string>> = {
  allowedNamespaces: 'the operator may leave out kinds because of it; here they are deleted',
  restrictedNamespaces: 'the operator may leave out kinds because of it; here they are deleted',
  imports: 'it is not followed; what it adds for the cleanup after the groups stays',
  preReconcile: 'the operator may not get to the deletion because of it; here it is not asked',
}
const NEWER = Object.entries(RESOURCE_KINDS).flatMap(([key, { newer }]) => (newer ? [key] : []))

/** What is worth saying about an entry before its groups are run. */
function entryNotes({ name, entry, katalog }: KatalogEntry, box: OperatorBox): Note[] {
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

/** Where the keys that choose the code of an operator have stood. */
const PLACES = [
  ['reconciler'],
  ['operatorBox'],
  ['operatorBox', 'reconciler'],
  ['operatorBox', 'reconcile'],
  ['operatorBox', 'runtime'],
]

const CODE = 'code and not onDelete ends these resources, which cannot be replayed; write DeletionGroups for them'
const UNSEEN = 'a Go OnDelete hook cannot be seen in a file; if the operator has one, it runs instead of these groups'

/** Throws a GroupsError when code, not onDelete, ends the resources of an entry or its target; a note that it may. */
function refuseCode(entry: Field): Note {
  const places = PLACES.flatMap(path => entry.down(...path) ?? [])
  for (const place of places) {
    const standard = place.at('default')
    if (standard?.flag() === false) standard.fail(`default: false: ${CODE}`)
    for (const key of ['constructor', 'remote']) place.at(key)?.fail(`${key} is set: ${CODE}`)
  }
  const hooks = places.flatMap(place => place.at('hooks') ?? [])[0]
  return { ...hooks?.place, text: UNSEEN }
}

/** What Orkestra waits when nothing, `never` or nothing above zero is written. */
const DEFAULT_TIMEOUT_SECONDS = 300

const DAY = 86_400
const LONG_UNITS: Readonly<Record<string, number>> = { d: DAY, w: 7 * DAY, mo: 30 * DAY, y: 365 * DAY }

/** Seconds of an Orkestra timeout: Go's durations, or a number of d, w, mo or y alone. Other text is a GroupsError. */
function readOrkestraTimeout(timeout: Field | undefined): number {
  if (timeout === undefined) return DEFAULT_TIMEOUT_SECONDS
  const text = timeout.scalar()
  const seconds = text === 'never' ? 0 : secondsOf(text)
  if (seconds === undefined)
    return timeout.fail(
      `"${text}" is not a valid duration in Orkestra; write for example "90s", "1h30m" or "2d", without mixing in days`,
    )
  return seconds > 0 ? seconds : DEFAULT_TIMEOUT_SECONDS
}

function secondsOf(text: string): number | undefined {
  const long = /^(-?(?:\d+(?:\.\d*)?|\.\d+))(d|w|mo|y)$/.exec(text)
  if (long !== null) return Number(long[1]) * LONG_UNITS[long[2]!]!
  return text.includes('d') ? undefined : parseDuration(text)
}
