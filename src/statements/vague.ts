import { spaced } from '../api/camel-case.ts'
import type { Quote } from './quote.ts'
import { says } from './wording.ts'
import { english } from './words/english.ts'

/**
 * Whether an error says no more than that there is one: a word in a field (`status.phase is Failed`), or a sentence
 * without a reason (`Failed to delete resource`). `names`: those of the object, and its kind, which are no reason.
 */
export function isVague(error: Quote, names: readonly string[]): boolean {
  const nameless = names.reduce((left, name) => (name.length < 2 ? left : left.replaceAll(name, ' ')), saidIn(error))
  return !/[a-z0-9]/i.test(english.without('just failed', spaced(nameless)))
}

/** Whether it is one word, as a condition without a message is: why it is so may be logged. */
export function isOneWord(error: Quote): boolean {
  return !saidIn(error).trim().includes(' ')
}

/** The same of one that says how a call ended, and not which. */
export function saysLittle(error: Quote, names: readonly string[]): boolean {
  return isVague({ ...error, fact: english.without('cut short', error.fact) }, names)
}

/** Whether it is of how the object was made, one word, as a reason without a message, or nothing of why it failed. */
export function saysNoReason(error: Quote): boolean {
  const said = saidIn(error).trim()
  return isOfCreation(error) || !/\s/.test(said) || english.has('no why', said)
}

/** Whether it is of the deletion by its own words; another may be how the object ended before (a virtual machine). */
export function isOfDeletion(error: Quote): boolean {
  return says('deletion', saidIn(error))
}

/** Whether it is of how the object was made: the deletion may fail at more (kubermatic/machine-controller#131). */
function isOfCreation(error: Quote): boolean {
  return says('creation', saidIn(error)) && !isOfDeletion(error)
}

/** The same of an object of this kind, and of no session by which to delete it: `Failed to create snapshot`. */
export function isOfMaking(error: Quote, kind: string): boolean {
  const thing = spaced(kind).toLowerCase().split(' ').at(-1)!
  const words = saidIn(error).toLowerCase().split(/\W+/)
  const isThing = (word: string) => word === thing || word === 'resource'
  const isMade = (word: string, at: number) => says('creation', word) && words.slice(at + 1, at + 4).some(isThing)
  return isOfCreation(error) && words.some(isMade)
}

/** Whether a text ends with what an error says in a sentence: a word, as a reason is, is said of others too. */
export function repeats(text: string, error: Quote): boolean {
  const said = saidIn(error)
    .replace(/^\S+: /, '')
    .trim()
  return isSentence(said) && text.endsWith(said)
}

/** A word of a status, with the sentence that stands beside it. */
const WITH_SENTENCE = /^(status\.\S+ is \S+) \((.*)\)$/s

/**
 * What is to be told of these errors, in their order: of one that says hardly more than an earlier one no more than the
 * word before it (`status.phase is Failed`), or nothing.
 */
export function toldOnce(errors: readonly Quote[]): readonly (string | undefined)[] {
  const told: string[] = []
  return errors.map(error => {
    const [, word, sentence] = WITH_SENTENCE.exec(error.fact) ?? []
    const text = (sentence ?? saidIn(error).replace(/^\S+: /, '')).trim()
    if (!isSentence(text)) return error.fact
    const isTold = told.some(each => each.includes(text) || (text.endsWith(each) && each.length * 3 > text.length * 2))
    told.push(text)
    return isTold ? word : error.fact
  })
}

function isSentence(text: string): boolean {
  return /\S\s+\S+\s+\S/.test(text)
}

/** Without who says it, where, and how often. */
function saidIn({ fact }: Quote): string {
  return fact
    .replace(/^(?:\S+ reports |status\.\S+ is |condition [^\s=]+(?:=\S+)? ?)/, '')
    .replace(/ \(\d+ times\)/g, '')
}
