import { spaced } from '../api/camel-case.ts'
import { english } from './words/english.ts'

/** So many characters of a text are read: longer ones are dumps. */
const MAX_READ = 1000

/** `BucketNotEmpty` and `bucket_not_empty` are read as words. */
function words(...texts: readonly string[]): string {
  const all = texts.map(text => text.slice(0, MAX_READ)).join(' ')
  return withoutPassedOver(english.without('no error', spaced(all).replaceAll('_', ' ')))
}

/** Whether a reason or a message says one of these; `pods`: how its Pods fare, not why a try to delete it fails. */
export function says(
  what: 'error' | 'failure' | 'deletion' | 'creation' | 'blocked' | 'held' | 'on purpose' | 'waiting' | 'pods',
  ...texts: readonly string[]
): boolean {
  return english.has(what, words(...texts))
}

/** Whether it tells of something that is waited for, or of work that does not go on: no sign of work either way. */
export function saysWaiting(...texts: readonly string[]): boolean {
  return (['waiting', 'blocked', 'on purpose'] as const).some(what => says(what, ...texts))
}

/** Whether a reason, in one word, names work that goes on: `Reconciling`, `Archiving`. */
export function namesWork(reason: string): boolean {
  return /^[A-Z][A-Za-z]*ing$/.test(reason) && !saysWaiting(reason) && !says('error', reason)
}

/** `services "web" not found, continuing with the volume`: gone as it should be. `rest` is what follows the words. */
function isPassedOver(rest: string): boolean {
  const [sentence = ''] = rest.split(/\.(?:\s|$)/)
  const [goesOn] = english.findAll('goes on', sentence)
  if (goesOn === undefined || english.has('keeps from', sentence.slice(0, goesOn.index))) return false
  return (
    !english.has('tries again', rest) && !english.has('waits for it', sentence.slice(goesOn.index + goesOn[0].length))
  )
}

/** A text without the words for what is gone as it should be. */
function withoutPassedOver(text: string): string {
  return english.findAll('not found', text).reduceRight((left, { 0: words, index }) => {
    const end = index + words.length
    return isPassedOver(text.slice(end)) ? left.slice(0, index) + left.slice(end) : left
  }, text)
}

/** Whether a text tells of something that was not found, and that the work goes on without it. */
export function passesOver(text: string): boolean {
  return withoutPassedOver(text) !== text
}
