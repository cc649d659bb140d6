import { UsageError } from '../../exit-code.ts'

/** What the words of the command line ask for: everything, types, or objects by name. */
export type Asked =
  | { readonly kind: 'everything' }
  | { readonly kind: 'types'; readonly types: readonly string[] }
  | { readonly kind: 'names'; readonly names: readonly AskedName[] }

export interface AskedName {
  /** As the user wrote it; may stand for several types (`all`). */
  readonly type: string
  readonly name: string
}

/** Reads `TYPE/NAME...`, `TYPE[,TYPE...] NAME...` or `TYPE[,TYPE...]` as kubectl does. Throws UsageError. */
export function readAsked(words: readonly string[]): Asked {
  const [first, ...rest] = words
  if (first === undefined) return { kind: 'everything' }
  if (words.some(word => word.includes('/'))) return { kind: 'names', names: words.map(splitName) }
  const types = first.split(',').filter(type => type !== '')
  if (types.length === 0) throw new UsageError('you must specify a resource type')
  if (rest.length === 0) return { kind: 'types', types }
  const empty = rest.find(name => name === '')
  if (empty !== undefined) throw new UsageError('a resource name may not be empty')
  return { kind: 'names', names: types.flatMap(type => rest.map(name => ({ type, name }))) }
}

function splitName(word: string): AskedName {
  const [type, name, ...more] = word.split('/')
  if (name === undefined) {
    throw new UsageError(
      "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl finalize explain resource/name' instead of 'kubectl finalize explain resource resource/name')",
    )
  }
  if (more.length > 0) throw new UsageError('arguments in resource/name form may not have more than one slash')
  if (type === '' || name === '' || type!.includes(',')) {
    throw new UsageError('arguments in resource/name form must have a single resource and name')
  }
  return { type: type!, name }
}
