import type { KubeObject } from '../../api/object.ts'
import { message } from '../../messages/sentence.ts'
import { type Gone, goneAs, withoutNames } from '../../statements/gone.ts'
import type { Quote } from '../../statements/quote.ts'
import type { Remedy } from '../explanation.ts'
import { ownNames } from '../references/own-names.ts'
import { toInspect } from '../remedy.ts'

/**
 * Whether each of these errors says that what is to be cleaned up no longer exists; `beside`: a log's fields. By Events
 * alone, which many users of a namespace may write, it is likely and makes no removal cheap.
 */
export function goneBy(errors: readonly Quote[], whole?: KubeObject, beside: readonly string[] = []): Gone | undefined {
  if (whole === undefined || errors.length === 0) return undefined
  const { name, namespace } = whole.metadata
  const names = ownNames(whole)
  const isNamed = names.some(id => id !== name && id !== namespace && beside.includes(id))
  const called = { name, kind: whole.kind, names, isNamed }
  const said = errors.map(error => goneAs(error, called))
  if (said.includes(undefined)) return undefined
  return said.includes('likely') || errors.every(({ source }) => source === 'events') ? 'likely' : 'gone'
}

/** What is left to do. Errors without the name of the thing may be about another, which the removal would not fit. */
export function endsOf(
  gone: Gone | undefined,
  { fix, last }: { readonly fix: Remedy; readonly last: Remedy },
  shown: readonly string[],
  wholes: readonly KubeObject[],
): { readonly fix: Remedy; readonly last: Remedy } {
  if (gone === undefined) return { fix, last }
  const leaks = withoutNames(last.leaks, wholes.flatMap(ownNames))
  // The error names nothing that could be fixed.
  const check = toInspect(message('CheckThatItIsGone'), shown)
  if (gone === 'likely') return { fix: check, last }
  return { fix: check, last: { ...last, summary: message('RemoveIfNothingIsLeft'), risk: 'low', leaks } }
}
