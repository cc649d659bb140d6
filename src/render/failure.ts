import { ApiFailure, messageOf } from '../api/failure.ts'
import { printable } from '../api/printable.ts'
import type { Sentence, Trouble } from '../messages/sentence.ts'
import { brief, briefMessage } from './brief.ts'
import { inWords } from './words/in-words.ts'

/** What has to be known beside an answer, as a line. */
export function formatNote(note: Sentence): string {
  return `note: ${printable(inWords(note))}`
}

/** An error as kubectl words it: what was answered, or why nothing was. One line, but for hints on configuration. */
export function formatFailure(error: unknown): string {
  const message = briefMessage(inWords((error as Partial<Trouble> | undefined)?.sentence ?? messageOf(error)), '')
  if (!(error instanceof ApiFailure)) return `error: ${message.replace(/^listen E[A-Z]+: /, '')}`
  const { fault } = error
  switch (fault.kind) {
    case 'status':
      if (fault.code === 401) return `error: You must be logged in to the server (${message})`
      return fault.status.reason
        ? `Error from server (${brief(fault.status.reason, '')}): ${message}`
        : `Error from server: ${message}`
    case 'refused':
      return `The connection to the server ${brief(fault.host, '')} was refused - did you specify the right host or port?`
    case 'unreachable':
      return `Unable to connect to the server: ${message}`
    case 'configuration': {
      const lines = error.message
        .split('\n')
        .map(line => briefMessage(line, ''))
        .join('\n')
      return lines.startsWith('Error in configuration:') ? lines : `error: ${lines}`
    }
    case 'cut':
    case 'garbled':
    case 'oversized':
    case 'unrecorded':
    case 'aborted':
      return `error: ${message}`
  }
}
