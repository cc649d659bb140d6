import { printable } from '../api/printable.ts'
import { NOT_RECORDED, type ReadSummary, type Unreadable } from '../api/terminating.ts'
import { formatUnreadable, wordedUnreadable } from './unreadable.ts'

/** Of what a recording or a dump does not hold, for whichever reason a question asked for it. */
const UNRECORDED = 'the recording or dump is incomplete: what needs the missing part is unknown'

/** What stands on stderr beside the answer. "Nothing is terminating" is never said after an incomplete read. */
export function commentary(looked: ReadSummary): string[] {
  const { fallbackNamespace } = looked
  const [first, ...others] = looked.unreadable
  const isOne = first !== undefined && others.every(({ resource }) => resource === first.resource)
  if (looked.nothingRead && isOne && AS_KUBECTL.has(first.reason)) {
    return [`Error from server (${first.reason}): ${printable(wordedUnreadable(first).message)}`]
  }
  const [unrecorded, unread] = [true, false].map(is =>
    looked.unreadable.filter(each => (each.reason === NOT_RECORDED) === is),
  )
  const lines = [
    ...formatUnreadable(unread!.filter(entry => !isFallenBack(entry, looked))),
    ...formatUnreadable(unrecorded!.map(({ resource, reason }) => ({ resource, reason, message: UNRECORDED }))),
  ]
  if (fallbackNamespace !== undefined) {
    const types = looked.unreadable.filter(entry => isFallenBack(entry, looked)).length
    lines.push(
      `note: you may not list ${types} ${types === 1 ? 'type' : 'types'} cluster-wide; reading namespace ${printable(fallbackNamespace)} instead, where permitted`,
    )
  }
  if (looked.interrupted) lines.push(`interrupted after ${looked.typesRead} types: this answer is not complete`)
  else if (looked.nothingRead) lines.push('error: nothing could be read')
  else if (looked.empty) lines.push(emptyLine(looked))
  return lines
}

/** The same of a look at named objects, for which nothing may have been scanned. */
export function notesOn(looked: ReadSummary | undefined): string[] {
  return looked === undefined ? [] : commentary(looked)
}

/** What kubectl says of the one type that it was asked for. */
const AS_KUBECTL: ReadonlySet<string> = new Set(['Forbidden', 'NotFound', 'MethodNotAllowed'])

/** Forbidden in the cluster as a whole, so that the note on the fallback says all of it. */
function isFallenBack({ resource, namespace, reason }: Unreadable, { fallbackTypes = [] }: ReadSummary): boolean {
  return namespace === undefined && reason === 'Forbidden' && fallbackTypes.includes(resource)
}

function emptyLine({ namespace, unreadable }: ReadSummary): string {
  const where = namespace === undefined ? '' : ` in ${printable(namespace)} namespace`
  const what = `No terminating resources found${where}`
  return unreadable.length === 0
    ? `${what}.`
    : `${what} in what could be read; the warnings above name what could not be read.`
}
