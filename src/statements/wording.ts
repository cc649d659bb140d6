import { spaced } from '../api/camel-case.ts'
import { withoutPassedOver } from './passed-over.ts'
import { english } from './words/english.ts'

/** So many characters of a text are read: longer ones are dumps. */
const MAX_READ = 1000

/** `BucketNotEmpty` and `bucket_not_empty` are read as words. */
function words(...texts: readonly string[]): string {
  const all = texts.map(text => text.slice(0, MAX_READ)).join(' ')
  return withoutPassedOver(english.without('no error', spaced(all).replaceAll('_', ' ')))
}

/** Whether a text, of a reason or a message, tells of an error. */
export function saysError(...texts: readonly string[]): boolean {
  return english.has('error', words(...texts))
}

/** Whether a reason, in one word, names work that goes on: `Reconciling`, `Archiving`. */
export function namesWork(reason: string): boolean {
  return /^[A-Z][A-Za-z]*ing$/.test(reason) && !saysWaiting(reason) && !saysError(reason)
}

/** Whether it says in so many words that something failed. */
export function saysFailed(...texts: readonly string[]): boolean {
  return english.has('failure', words(...texts))
}

/** Whether it tells that the object, or what belongs to it, is being deleted. */
export function saysDeletion(...texts: readonly string[]): boolean {
  return english.has('deletion', words(...texts))
}

/** Whether it tells that the work does not go on: blocked, paused, skipped. */
export function saysBlocked(...texts: readonly string[]): boolean {
  return english.has('blocked', words(...texts))
}

/** Whether it tells how the Pods of a thing fare: what nobody's try at its deletion runs into. */
export function saysOfPods(...texts: readonly string[]): boolean {
  return english.has('pods', words(...texts))
}

/** Whether it tells that something else keeps the work from going on: a pause, a disruption budget. */
export function saysHeld(...texts: readonly string[]): boolean {
  return english.has('held', words(...texts))
}

/** Whether it tells of something that is waited for, or of work that does not go on: no sign of work either way. */
export function saysWaiting(...texts: readonly string[]): boolean {
  return english.has('waiting', words(...texts)) || saysBlocked(...texts)
}
