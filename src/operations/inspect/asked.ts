import { UsageError } from '../../exit-code.ts'

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

/** Reads `TYPE/NAME...`, `TYPE[,TYPE...] NAME...` or `TYPE[,TYPE...]` as kubectl does; `command` is whose words they are. Throws UsageError. */
export function readAsked(words: readonly string[], command: string): Query {
  const [first, ...rest] = words
  if (first === undefined) return { kind: 'everything' }
  if (words.some(word => word.includes('/')))
    return { kind: 'names', names: words.map(word => splitName(word, command)) }
  const types = first.split(',').filter(type => type !== '')
  if (types.length === 0) throw new UsageError('you must specify a resource type')
  if (rest.length === 0) return { kind: 'types', types }
  const empty = rest.find(name => name === '')
  if (empty !== undefined) throw new UsageError('a resource name may not be empty')
  return { kind: 'names', names: types.flatMap(type => rest.map(name => ({ type, name }))) }
}

function splitName(word: string, command: string): QueryName {
  const [type, name, ...more] = word.split('/')
  const program = ['kubectl finalize', command].join(' ')
  if (name === undefined) {
    throw new UsageError(
      `there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. '${program} resource/name' instead of '${program} resource resource/name')`,
    )
  }
  if (more.length > 0) throw new UsageError('arguments in resource/name form may not have more than one slash')
  if (type === '' || name === '' || type!.includes(',')) {
    throw new UsageError('arguments in resource/name form must have a single resource and name')
  }
  return { type: type!, name }
}
