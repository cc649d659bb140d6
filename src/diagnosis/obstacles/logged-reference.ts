import { resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { claims } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { heardOf, type Logged } from '../dossier/log.ts'
import { lastError } from '../dossier/log-words.ts'
import { isOfOwnController } from '../dossier/state.ts'
import { namedMissingInWords } from '../references/named-missing.ts'
import type { Reference } from '../references/reference.ts'
import { existenceOf, mayName, referencesOf } from '../references/references.ts'
import { type Blocker, blocker } from '../stuck-object.ts'
import { elsewhereOf, missingRemedies, placeOf, toldOfReference } from './missing-thing.ts'

/** So many of the last lines about the object are looked through: the error of a try stands behind what led to it. */
export const LAST_LINES = 5

/**
 * ReferenceMissing: its controller's log says of the object that a thing was not found, and the server says that just
 * this does not exist: what the object names in a field, or its last error in the words of the API's own errors.
 */
export function loggedReference(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  if (heard === undefined || !mayName(found.held) || !isOfOwnController(found)) return undefined
  const error = lastError(heard)
  const last = heard.ofObject.slice(-LAST_LINES).toReversed()
  const failing = last.filter(({ means }) => means === 'failing')
  for (const said of error === undefined ? last : new Set([error, ...failing])) {
    const missing = missingIn(said, error !== undefined, found)
    if (missing !== undefined) return holding(found, missing, said, heard.isTrusted)
  }
  return undefined
}

function missingIn({ line }: Logged, isError: boolean, found: Case): Reference | undefined {
  const { held, reports, context, known } = found
  const { whole } = reports
  const words = wordsOf(line)
  if (whole === undefined || claims('passed over')(words)) return undefined
  const all = referencesOf(held, whole, context, known.entry?.refersBy)
  const own = [{ ...words, fact: line.message }]
  const named = [...all, ...(isError ? namedMissingInWords([words], whole, held, context.facts) : [])]
  return named
    .filter(reference => toldOfReference(reference, { quotes: [words], all, held, own }) !== undefined)
    .filter(reference => existenceOf(reference, context) === 'absent')
    .find(reference => !reference.type.namespaced || placeOf(found, reference) !== undefined)
}

function holding(found: Case, reference: Reference, said: Logged, isTrusted: boolean): Blocker {
  const { finalizer } = found
  const { type, name } = reference
  const { kind } = type
  const namespace = placeOf(found, reference)
  const resource = resourceName(type)
  const elsewhere = elsewhereOf(found, reference, wordsOf(said.line).fact)
  const isPlaced = elsewhere.length === 0
  // No namespace has one of the name.
  const told = isPlaced ? namespace : undefined
  const placed = { ...reference, ...(namespace !== undefined && { namespace }) }
  return blocker(isTrusted ? 'stuck' : 'unknown', {
    key: `ReferenceMissing/${resource}/${namespace ?? ''}/${name}`,
    subject: { kind, ...(namespace !== undefined && { namespace }), name },
    summary: message('NamedIsMissing', { kind, name, namespace: told, finalizer, need: 'sought' }),
    evidence: [
      factFrom(resource, 'NotFound', { resource, name, namespace: told }),
      said.evidence,
      ...elsewhere,
      ...living(found).flatMap(({ evidence }) => evidence),
    ],
    remedies: (_blocks, direct) =>
      missingRemedies(placed, { isNeeded: isTrusted && isPlaced, isPlaced }, found, direct),
  })
}
