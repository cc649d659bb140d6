import { Misuse, message } from '../../../messages/sentence.ts'
import { isName } from '../sources/source.ts'

/** What an operator can be named by, in the order in which it is told. */
export const KINDS = ['helm', 'subscription', 'deployment', 'group'] as const
export type OperatorKind = (typeof KINDS)[number]

export interface OperatorName {
  /** undefined: whichever has the name. */
  readonly kind: OperatorKind | undefined
  readonly name: string
}

/**
 * `operator NAME`, or `operator KIND/NAME`, and the words after it; undefined: all words are kubectl's. For a type
 * `operators` of the server users write `operators NAME` or `operator/NAME`. Throws a Misuse.
 */
export function readOperator(
  words: readonly string[],
): { readonly operator: OperatorName; readonly rest: readonly string[] } | undefined {
  const [word, text, ...rest] = words
  if (word !== 'operator' || text === undefined) return undefined
  const [name = '', of, ...more] = text.split('/').toReversed()
  const kind = KINDS.find(each => each === of)
  if (!isName(name) || more.length > 0 || (of !== undefined && kind === undefined))
    throw new Misuse(message('OperatorMalformed', { text }))
  const other = rest.find(each => !each.includes('/'))
  if (other !== undefined) throw new Misuse(message('OneOperatorName', { other }))
  return { operator: { kind, name }, rest }
}
