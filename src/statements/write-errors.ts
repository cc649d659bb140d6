import { type Quote, readable } from './quote.ts'
import { server } from './words/server.ts'

/** Whether the server says that a write, or the annotations in it, are too large. */
export function saysTooLarge(text: string): boolean {
  return server.has('too large', text)
}

const ERRORS = ['immutable', 'too long', 'modified'] as const

/** An error that a write of the whole object meets as it was once read: of which object, where that is said. */
export interface StaleWrite {
  readonly error: (typeof ERRORS)[number]
  readonly of: { readonly type: string; readonly name: string } | undefined
  /** Where it names no object: whether it speaks of a finalizer. */
  readonly ofFinalizer: boolean
}

export function staleWriteIn({ fact }: Quote): StaleWrite | undefined {
  const error = ERRORS.find(each => server.has(each, fact))
  if (error === undefined) return undefined
  const [, kind = '', name] = server.find('write of', fact)
  const [type = ''] = kind.toLowerCase().split('.')
  return { error, of: name === undefined ? undefined : { type, name }, ofFinalizer: /finalizer/i.test(readable(fact)) }
}
