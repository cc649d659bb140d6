import { eventNote } from '../api/cut-text.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import { counted, placedText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import type { Cause } from '../diagnosis/explanation.ts'
import type { AdviceNote } from '../plan/own-types.ts'
import { brief } from './brief.ts'
import { inWords } from './words/in-words.ts'

/** The note of an Event about a cause and how many objects it holds there, with the command that tells the rest. */
export function causeNote({ verdict, subject, summary }: Cause, count: number, command: string): string {
  const text = `deletion of ${counted(count, 'object')} is ${verdict}: ${placedText(subject)}: ${brief(inWords(summary), '')}`
  return eventNote(text, ` (${command})`)
}

/** What `kubectl delete` says, in one line of so many bytes: that it would get stuck, why, and when that was proven. */
export function adviceText(
  time: string,
  target: ObjectRef,
  { code, summary }: Cause,
  command: string,
  most: number,
): string {
  const text = `kubectl finalize: as of ${time}, deleting ${placedText(target)} would get stuck: ${code}: ${brief(inWords(summary), '')}`
  return eventNote(text, ` (${printable(command)})`, most)
}

/** A line about that: a note, or a warning. */
export function adviceLine(note: AdviceNote): string {
  switch (note.is) {
    case 'unserved':
      return 'note: no advice is given: this server has no ValidatingAdmissionPolicy v1 (Kubernetes 1.30 and later)'
    case 'many':
      return 'note: --advice: more might get stuck than can be looked at in a minute: all of it is come to in turn'
    case 'foreign':
      return `warning: --advice: ${note.name} exists, and is not as this version needs it: update or delete it`
    case 'failed':
      return `warning: --advice: ${brief(inWords(note.why))}`
  }
}
