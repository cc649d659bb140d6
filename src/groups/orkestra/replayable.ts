import type { Note } from '../deletion-groups.ts'
import type { Field } from '../document/field.ts'

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
export function refuseCode(entry: Field): Note {
  const places = PLACES.flatMap(path => entry.down(...path) ?? [])
  for (const place of places) {
    const standard = place.at('default')
    if (standard?.flag() === false) standard.fail(`default: false: ${CODE}`)
    for (const key of ['constructor', 'remote']) place.at(key)?.fail(`${key} is set: ${CODE}`)
  }
  const hooks = places.flatMap(place => place.at('hooks') ?? [])[0]
  return { ...hooks?.place, text: UNSEEN }
}
