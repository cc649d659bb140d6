import { NAME, refOf } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { claims } from '../../statements/claims.ts'
import { type LogLine, wordsOf } from '../../statements/log/line.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { logWords } from '../../statements/words/log.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { type Heard, heardOf, type Logged } from '../dossier/log.ts'
import { controllingOwner, loggedOfOwner } from '../dossier/log-of-owner.ts'
import { isSoonAfter, lastError, perhapsOf } from '../dossier/log-words.ts'
import { isOfOwnController } from '../dossier/state.ts'
import { ownerType } from '../ownership/owner-lookup.ts'
import { namedMissingInWords, standsIn } from '../references/named-missing.ts'
import type { Reference } from '../references/reference.ts'
import { existenceOf, mayName, referencesOf } from '../references/references.ts'
import { type Blocker, blocker, readHeld, wholeOf } from '../stuck-object.ts'
import { elsewhereOf, missingRemedies, placeOf, toldOfReference } from './missing-thing.ts'

/** So many of the last lines about the object are looked through: the error of a try stands behind what led to it. */
export const LAST_LINES = 5

/**
 * ReferenceMissing: its controller's log says of the object that a thing was not found, and the server says that just
 * this does not exist: what the object names in a field, or its last error in the words of the API's own errors.
 */
export function loggedReference(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  if (heard === undefined) return undefined
  if (!mayName(found.held)) return missingToOwner(found)
  const isSure = heard.isTrusted && isOfOwnController(found)
  const error = lastError(heard)
  const last = heard.ofObject.slice(-LAST_LINES).toReversed()
  const failing = last.filter(({ means }) => means === 'failing')
  for (const said of error === undefined ? last : new Set([error, ...failing])) {
    const before = linesBefore(said, heard)
    const missing = missingIn(said, before, error !== undefined, found)
    if (missing !== undefined) return holding(found, missing, said, isSure, before)
  }
  // An error with its name that names what a field of it does will be of it (kubeovn/kube-ovn#4898).
  for (const said of heard.perhapsOfObject
    .filter(({ means }) => means === 'failing')
    .slice(-LAST_LINES)
    .toReversed()) {
    const missing = missingIn(said, [], false, found)
    if (missing !== undefined) return holding(found, missing, perhapsOf(said), false)
  }
  return heard.ofObject.length > 0 ? undefined : missingToOwner(found)
}

/**
 * What the owner that controls the object names in its spec, and its controller did not find, by its last line about
 * that: it comes to no end of the owner, nor of what hangs on it (cozystack/cozystack#1660).
 */
function missingToOwner(found: Case): Blocker | undefined {
  const { held, context } = found
  const owner = controllingOwner(found)
  const type = owner && ownerType(owner, context)
  const said = type?.verbs.includes('list') ? loggedOfOwner(found)[0] : undefined
  if (owner === undefined || type === undefined || said?.means !== 'failing') return undefined
  const namespace = type.namespaced ? held.ref.namespace : undefined
  const whole = wholeOf({ ref: refOf(type, { ...owner, ...(namespace !== undefined && { namespace }) }) }, context)
  const by = whole && readHeld(whole, context)
  if (by === undefined) return undefined
  const named = namedMissingInWords([wordsOf(said.line)], whole!, by, context.facts)
  const missing = named.find(each => standsIn(whole!.spec, each.name) && existenceOf(each, context) === 'absent')
  return missing && holding(found, missing, said, false)
}

/** What it said of the object directly before, which may tell where it looks (zakkg3/ClusterSecret#35). */
function linesBefore(said: Logged, { ofObject }: Heard): readonly Logged[] {
  const before = ofObject[ofObject.indexOf(said) - 1]
  return before?.source === said.source && before.means !== 'failing' && isSoonAfter(said, before) ? [before] : []
}

function missingIn({ line }: Logged, before: readonly Logged[], isError: boolean, found: Case): Reference | undefined {
  const { held, reports, context, known } = found
  const { whole } = reports
  const words = wordsOf(line)
  if (whole === undefined || claims('passed over')(words)) return undefined
  const all = referencesOf(held, whole, context, known.entry?.refersBy)
  const own = [{ ...words, fact: line.message }]
  // What it says of another's finalizer counts only where it skips the object.
  const text = [...before.map(each => wordsOf(each.line).fact), words.fact].join(': ')
  const inWords = isError ? namedMissingInWords([{ ...words, fact: text }], whole, held, context.facts) : []
  const named = isOfOwnController(found) ? [...all, ...inWords] : []
  const gone = goneBefore(line, found)
  return [...gone, ...named]
    .filter(each => gone.includes(each) || toldOfReference(each, { quotes: [words], all, held, own }) !== undefined)
    .filter(reference => existenceOf(reference, context) === 'absent')
    .find(reference => !reference.type.namespaced || placeOf(found, reference) !== undefined)
}

/** What is gone that the object belongs to: of a kind of its group, by the line, whose name it has in a field of it. */
function goneBefore({ message: said, fields }: LogLine, { held, reports, context }: Case): readonly Reference[] {
  const { labels, ownerReferences } = held.meta
  // `Removing the finalizer because the cluster is gone` goes on.
  const kind = (logWords.has('does not act', said) && logWords.find('gone before', said)[1]?.toLowerCase()) || ''
  const [name = '', place] = (fields.get(kind) ?? '').split('/').toReversed()
  if (!NAME.test(name)) return []
  const isNamed = JSON.stringify([reports.whole?.spec, labels, ownerReferences]).includes(`"${name}"`)
  const type = context.facts.types.find(each => each.group === held.type.group && each.kind.toLowerCase() === kind)
  if (!isNamed || type === undefined || type.kind === held.ref.kind) return []
  const namespace = type.namespaced ? (place ?? held.ref.namespace) : undefined
  return [{ type, name, namespace, path: 'owner', means: false, mayBeMade: false }]
}

function holding(
  found: Case,
  reference: Reference,
  said: Logged,
  isSure: boolean,
  before: readonly Logged[] = [],
): Blocker {
  const { finalizer } = found
  const { type, name } = reference
  const isSkipped = reference.path === 'owner'
  const { kind } = type
  const namespace = placeOf(found, reference)
  const resource = resourceName(type)
  const elsewhere = elsewhereOf(found, reference, wordsOf(said.line).fact)
  const isPlaced = elsewhere.length === 0
  // No namespace has one of the name.
  const told = isPlaced ? namespace : undefined
  const placed = { ...reference, ...(namespace !== undefined && { namespace }) }
  return blocker(isSure ? 'stuck' : 'unknown', {
    key: `ReferenceMissing/${resource}/${namespace ?? ''}/${name}`,
    subject: { kind, ...(namespace !== undefined && { namespace }), name },
    summary: message('NamedIsMissing', { kind, name, namespace: told, finalizer, need: isSkipped ? 'gone' : 'sought' }),
    evidence: [
      factFrom(resource, 'NotFound', { resource, name, namespace: told }),
      ...before.filter(({ line }) => hasWord(name)(line.message)).map(({ evidence }) => evidence),
      said.evidence,
      ...elsewhere,
      ...living(found).flatMap(({ evidence }) => evidence),
    ],
    remedies: (_blocks, direct) => {
      const all = missingRemedies(placed, { isNeeded: isSure && isPlaced, isPlaced }, found, direct)
      const last = all.at(-1)!
      return isSkipped ? [{ ...last, summary: message('RemoveAfterGone', { kind, name, next: last.summary }) }] : all
    },
  })
}
