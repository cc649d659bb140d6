import type { Cause } from '../diagnosis/explanation.ts'
import { brief } from './brief.ts'
import { counted, placedText } from './object-text.ts'

/** What the server takes in the note of an Event, in bytes. */
const MAX_BYTES = 1024

/** The text with its tail, as long as the server takes it: what is too long of the text is cut off before the tail. */
export function eventNote(text: string, tail = ''): string {
  const bytes = Buffer.from(text).subarray(0, MAX_BYTES - 3 - Buffer.byteLength(tail))
  // A character that is cut in two has no text: it is left out.
  return `${new TextDecoder().decode(bytes).replace(/\uFFFD{1,3}$/, '')}${tail}`
}

/** The note of an Event about a cause and how many objects it holds there, with the command that tells the rest. */
export function causeNote({ verdict, subject, summary }: Cause, count: number, command: string): string {
  const text = `deletion of ${counted(count, 'object')} is ${verdict}: ${placedText(subject)}: ${brief(summary, '')}`
  return eventNote(text, ` (${command})`)
}
