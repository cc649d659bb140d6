import { resourceName } from '../../api/resource-type.ts'
import { message } from '../../messages/sentence.ts'
import { claims } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { toldMissing } from '../../statements/missing.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { heardOf, type Logged } from '../dossier/log.ts'
import { lastError } from '../dossier/log-words.ts'
import { isOfOwnController } from '../dossier/state.ts'
import { existenceOf, mayName } from '../references/existence.ts'
import { namedMissingInWords } from '../references/named-missing.ts'
import type { Reference } from '../references/reference.ts'
import { referencesOf } from '../references/references.ts'
import type { Blocker } from '../stuck-object.ts'
import { placeOf } from './reference-missing.ts'
import { missingRemedies } from './reference-remedies.ts'

/**
 * ReferenceMissing: the last error about the object in its controller's log is that a thing was not found, and the server says that just this
 * does not exist. What the object names in a field, or the line in the words of the API's own errors.
 */
export function loggedReference(found: Case): Blocker | undefined {
  const { held, reports, context } = found
  const { whole } = reports
  const heard = heardOf(found)
  const error = heard && lastError(heard)
  if (heard === undefined || error === undefined || whole === undefined) return undefined
  if (!mayName(held) || !isOfOwnController(found)) return undefined
  const words = wordsOf(error.line)
  if (claims('passed over')(words)) return undefined
  const named = [
    ...referencesOf(held, whole, context, found.known.entry?.refersBy),
    ...namedMissingInWords([words], whole, held, context.facts),
  ]
  const missing = named
    .filter(({ name }) => toldMissing(name, [words]) !== undefined)
    .filter(reference => existenceOf(reference, context) === 'absent')
    .find(reference => !reference.type.namespaced || placeOf(found, reference) !== undefined)
  return missing && holding(found, missing, error, heard.isTrusted)
}

function holding(found: Case, reference: Reference, error: Logged, isTrusted: boolean): Blocker {
  const { type, name } = reference
  const namespace = placeOf(found, reference)
  const resource = resourceName(type)
  const placed = { ...reference, ...(namespace !== undefined && { namespace }) }
  return {
    verdict: isTrusted ? 'stuck' : 'unknown',
    cause: {
      key: `ReferenceMissing/${resource}/${namespace ?? ''}/${name}`,
      code: 'ReferenceMissing',
      subject: { kind: type.kind, ...(namespace !== undefined && { namespace }), name },
      finalizer: found.finalizer,
      summary: message('NamedIsMissing', {
        kind: type.kind,
        name,
        namespace,
        finalizer: found.finalizer,
        need: 'looks for it',
      }),
      evidence: [
        { fact: message('NotFound', { resource, name, namespace }), source: resource },
        error.evidence,
        ...living(found).flatMap(({ evidence }) => evidence),
      ],
      remedies: (_blocks, direct) => missingRemedies(placed, isTrusted, found, direct),
    },
  }
}
