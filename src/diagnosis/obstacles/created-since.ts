import { rfc3339 } from '../../api/rfc3339.ts'
import { message } from '../../messages/sentence.ts'
import { toldMissing } from '../../statements/missing.ts'
import type { Quote } from '../../statements/quote.ts'
import { eachTogether } from '../answered.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Evidence } from '../explanation.ts'
import { namedMissingInWords } from '../references/named-missing.ts'
import type { Reference } from '../references/reference.ts'
import { metadataOf, referencesOf } from '../references/references.ts'

/**
 * That the thing that an error could not find is there by now, created after the error: only where its namespace is
 * known, as one of the same name elsewhere is another. One that was there all the time was sought elsewhere.
 */
export function createdSince(
  error: Quote & { readonly at: number },
  { held, reports, known, context }: Case,
): Evidence | undefined {
  const { whole } = reports
  if (whole === undefined) return undefined
  const named = referencesOf(held, whole, context, known.entry?.refersBy)
  const sought: readonly Reference[] = [
    ...named.filter(({ name, type }) => toldMissing(name, [error], type.kind) !== undefined),
    ...namedMissingInWords([error], whole, held, context.facts),
  ].filter(({ type, namespace }) => !type.namespaced || namespace !== undefined)
  const created = eachTogether(sought, reference => {
    const fact = metadataOf(reference, context)
    const at = fact.state === 'known' ? Date.parse(fact.value.creationTimestamp ?? '') : Number.NaN
    return { reference, at }
  })
  const [first] = created
  if (first === undefined || !created.every(({ at }) => at > error.at)) return undefined
  const { type, namespace, name } = first.reference
  const fact = message('ExistsSinceError', { kind: type.kind, name, namespace, at: rfc3339(new Date(first.at)) })
  return { fact, source: type.plural }
}
