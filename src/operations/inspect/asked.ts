import { Misuse, message } from '../../messages/sentence.ts'

/** What the words of the command line ask for: everything, types, or objects by name. */
export type Query =
  | { readonly kind: 'everything' }
  | { readonly kind: 'types'; readonly types: readonly string[] }
  | { readonly kind: 'names'; readonly names: readonly QueryName[] }

export interface QueryName {
  /** As the user wrote it; may stand for several types (`all`). */
  readonly type: string
  readonly name: string
}

/** Reads `TYPE/NAME...`, `TYPE[,TYPE...] NAME...` or `TYPE[,TYPE...]` as kubectl does. Throws a Misuse of `command`. */
export function readAsked(words: readonly string[], command: string): Query {
  const [first, ...rest] = words
  if (first === undefined) return { kind: 'everything' }
  if (words.some(word => word.includes('/')))
    return { kind: 'names', names: words.map(word => splitName(word, command)) }
  const types = first.split(',').filter(type => type !== '')
  if (types.length === 0) throw new Misuse(message('TypeMissing'))
  if (rest.length === 0) return { kind: 'types', types }
  const empty = rest.find(name => name === '')
  if (empty !== undefined) throw new Misuse(message('NameEmpty'))
  return { kind: 'names', names: types.flatMap(type => rest.map(name => ({ type, name }))) }
}

function splitName(word: string, command: string): QueryName {
  const [type, name, ...more] = word.split('/')
  if (name === undefined)
    throw new Misuse(message('TypeGivenApart', { program: ['kubectl finalize', command].join(' ') }))
  if (more.length > 0) throw new Misuse(message('SeveralSlashes'))
  if (type === '' || name === '' || type!.includes(',')) throw new Misuse(message('OneTypeAndName'))
  return { type: type!, name }
}
