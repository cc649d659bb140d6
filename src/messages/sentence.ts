import { ApiFailure, type Fault, messageOf } from '../api/failure.ts'
import { type Sentence as AnySentence, mapSentence } from '../api/sentence.ts'
import type { WORDS } from '../render/words/index.ts'
import type { ArgsIn } from '../render/words/template.ts'

/** Every sentence of the program by its code, with what it names. */
export type Messages = ArgsIn<typeof WORDS>

export type MessageCode = keyof Messages

/** A sentence as data: it can be compared, kept and sent, and only a renderer makes words of it. */
export interface Message<Code extends MessageCode = MessageCode> {
  readonly code: Code
  readonly args: Messages[Code]
}

/** A message, or words as they are: those of the cluster, the catalogue or a user, and those that have no code yet. */
export type Sentence = string | Message

/** What a message names; of one that names nothing the code alone is enough. */
type Named<Code extends MessageCode> =
  Record<never, never> extends Messages[Code] ? [Messages[Code]?] : [Messages[Code]]

/** The message with this code about these things. */
export function message<Code extends MessageCode>(code: Code, ...args: Named<Code>): Message {
  return { code, args: args[0] ?? {} } as unknown as Message
}

/** A fact in words of this program, and where it was read. */
export function factFrom<Code extends MessageCode>(source: Sentence, code: Code, ...args: Named<Code>) {
  return { fact: message(code, ...args), source }
}

/** The same for texts that say the same, and for no others. */
export function sentenceKey(sentence: AnySentence): string {
  return typeof sentence === 'string' ? sentence : JSON.stringify([sentence.code, sentence.args])
}

/** These sentences, each once, where it comes first. */
export function eachOnce<Each extends AnySentence>(sentences: readonly Each[]): readonly Each[] {
  return [...new Map(sentences.map(each => [sentenceKey(each), each])).values()]
}

/** Whether two sentences are the same. */
export function areSame(one: Sentence, other: Sentence): boolean {
  return sentenceKey(one) === sentenceKey(other)
}

/** An error that a renderer words: whoever catches it takes its sentence. */
export class Trouble extends Error {
  readonly sentence: Sentence

  constructor(sentence: Sentence, options?: ErrorOptions) {
    super(sentenceKey(sentence), options)
    this.sentence = sentence
  }
}

/** The same for a wrong command line, as UsageError: exit code 2. */
export class Misuse extends Trouble {}

/** A failure of the API that a renderer words. */
export class WordedFailure extends ApiFailure {
  readonly sentence: Sentence

  constructor(fault: Fault, sentence: Sentence) {
    super(fault)
    this.sentence = sentence
  }
}

/** What is said of whatever was thrown. */
export function sentenceOf(error: unknown): Sentence {
  return error instanceof Trouble || error instanceof WordedFailure ? error.sentence : messageOf(error)
}

/** Whether a part of it, an argument or the words as they are, is one of which this is so. */
export function someOf(sentence: Sentence, holds: (part: string) => boolean): boolean {
  let found = false
  mapSentence(sentence, part => {
    found ||= holds(part)
    return part
  })
  return found
}
