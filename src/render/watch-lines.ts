import { counted, placedText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import type { Unreadable } from '../api/terminating.ts'
import { visible } from '../api/visible.ts'
import type { Change } from '../diagnosis/changes.ts'
import type { Cause } from '../diagnosis/explanation.ts'
import { brief } from './brief.ts'
import { wordedUnreadable } from './unreadable.ts'
import { wordedCause } from './words/explanation.ts'
import { inWords } from './words/in-words.ts'

/** One line: when, in which cluster, what it is now, its code and subject, how many objects it holds, and why. */
export function watchLine(time: string, change: Change, context?: string): string {
  return `${time}  ${context === undefined ? '' : `${visible(context)}  `}${changeText(change)}\n`
}

function changeText(change: Change): string {
  switch (change.event) {
    case 'CauseFound':
      return `${headOf(change.cause)} holds ${held(change.cause)}: ${brief(inWords(change.cause.summary))}`
    case 'CauseChanged':
      return `${headOf(change.cause)} holds ${held(change.cause)}, before ${change.before.verdict} and ${held(change.before)}`
    case 'CauseEnded':
      return `ENDED  ${change.cause.code} ${placedText(change.cause.subject)} held ${held(change.cause)}`
    case 'Unreadable':
      return printable(`UNREADABLE  ${placeOf(change.unreadable)}: ${wordedUnreadable(change.unreadable).message}`)
    case 'Readable':
      return printable(`READABLE  ${placeOf(change.unreadable)}`)
  }
}

function headOf({ verdict, code, subject }: Cause): string {
  return `${verdict.toUpperCase()}  ${code} ${placedText(subject)}`
}

function held({ blocks }: Cause): string {
  return counted(blocks.length, 'object')
}

function placeOf({ resource, namespace }: Unreadable): string {
  const what = resource === '*' ? 'the server' : resource
  return namespace === undefined ? what : `${what} in namespace ${namespace}`
}

/** The same as an object, for -o json and yaml. */
export function watchObject(time: string, change: Change, context?: string): object {
  return { time, ...(context !== undefined && { context }), ...toldOf(change) }
}

function toldOf(change: Change): object {
  switch (change.event) {
    case 'Unreadable':
    case 'Readable':
      return { event: change.event, unreadable: wordedUnreadable(change.unreadable) }
    case 'CauseChanged': {
      const { verdict, blocks } = change.before
      return { event: change.event, cause: wordedCause(change.cause), before: { verdict, blocks } }
    }
    default:
      return { event: change.event, cause: wordedCause(change.cause) }
  }
}
