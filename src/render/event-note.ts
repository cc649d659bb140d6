import { eventNote } from '../api/cut-text.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import { counted, placedText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import type { Cause } from '../diagnosis/explanation.ts'
import type { AdviceNote } from '../plan/own-types.ts'
import { brief } from './brief.ts'
import { inWords } from './words/in-words.ts'
import { textOf } from './words/template.ts'

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

const ADVICE = {
  is: {
    unserved: 'note: no advice is given: this server has no ValidatingAdmissionPolicy v1 (Kubernetes 1.30 and later)',
    many: 'note: --advice: more might get stuck than can be looked at in a minute: all of it is come to in turn',
    foreign: 'warning: --advice: {name} exists, and is not as this version needs it: update or delete it',
  },
} as const satisfies { readonly is: Readonly<Record<Exclude<AdviceNote['is'], 'failed'>, string>> }

/** A line about that: a note, or a warning. */
export function adviceLine(note: AdviceNote): string {
  return note.is === 'failed' ? `warning: --advice: ${brief(inWords(note.why))}` : textOf(ADVICE, note, inWords)
}
