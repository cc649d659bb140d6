import { kindText, resourceName } from '../../api/resource-type.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { claims } from '../../statements/claims.ts'
import { toldMissing, toldUnserved } from '../../statements/named-missing.ts'
import type { Quote } from '../../statements/quote.ts'
import { statusTexts } from '../../statements/status-texts.ts'
import { isVague } from '../../statements/vague.ts'
import { eachTogether, filterTogether } from '../answered.ts'
import { type Case, lastingErrors, living } from '../dossier/dossier.ts'
import { newestInLog } from '../dossier/log-words.ts'
import { isOfOwnController, mayFinish } from '../dossier/state.ts'
import { type Evidence, evidenceOf, type Verdict } from '../explanation.ts'
import { closedNamespace, nothingCreated } from '../namespaces/terminating-namespaces.ts'
import { namedMissingInWords } from '../references/named-missing.ts'
import type { Reference, Unserved } from '../references/reference.ts'
import { existenceOf, mayName, metadataOf, namesObjects, referencesOf, unservedOf } from '../references/references.ts'
import { type Blocker, blocker, type StuckObject } from '../stuck-object.ts'
import { EARLY_SECONDS } from '../thresholds.ts'
import { elsewhereOf, missingRemedies, placeOf, toldOfReference, unservedRemedies } from './missing-thing.ts'

/** A missing thing with what shows that the controller needs it. */
type Missing = { readonly reference: Reference; readonly told?: Quote }

/**
 * ReferenceMissing: the object names a thing that does not exist (404, or a type not served), and its controller is not
 * known to be gone. `stuck` when the object says that just this was not found; a field is no proof that it is needed,
 * nor anything where it as often names what the controller makes. Not if that works or reports something else.
 */
export function referenceMissing(found: Case): Blocker | undefined {
  const { held, reports, context } = found
  // Of a volume, which names what it may do without, only what an error names (cloud-provider-azure#258).
  const isVolume = held.ref.resource === 'persistentvolumes'
  if (reports.whole === undefined || !(mayName(held) || isVolume) || !isOfOwnController(found)) return undefined
  const passesOver = claims('passed over')
  const texts = [...statusTexts(reports.whole), ...reports.failures, ...reports.waits].filter(each => !passesOver(each))
  const all = isVolume ? [] : referencesOf(held, reports.whole, context, found.known.entry?.refersBy)
  const named = filterTogether(all, reference => !reference.isBare || namesObjects(reference, held, context))
  // Who works on other clusters, even one that runs here, speaks of those where no field names a thing of this one.
  const isOfOthers = found.search.outside?.runs === 'elsewhere'
  const inWords = isOfOthers ? [] : namedMissingInWords(texts, reports.whole, held, context.facts)
  const told = inWords.filter(each => !named.some(other => isSame(each, other)))
  const toldOf = (reference: Reference, quotes: readonly Quote[]) =>
    toldOfReference(reference, { quotes, all, held, own: [] })
  const looked = [...named, ...told].filter(
    ({ mayBeMade, name, type }) => !mayBeMade || toldMissing(name, texts, type.kind) !== undefined,
  )
  const missing = filterTogether(looked, reference => existenceOf(reference, context) === 'absent')
    .map((reference): Missing => {
      const text = toldOf(reference, texts)
      return { reference, ...(text && { told: text }) }
    })
    .filter(({ reference }) => !reference.type.namespaced || placeOf(found, reference) !== undefined)
    .filter(({ reference, told: text }) => text !== undefined || !isOnlyUser(reference, found))
  // While it works, only an error counts: what else it says it did not find, it may just have deleted.
  const isError = ({ reference }: Missing) => toldOf(reference, reports.failures) !== undefined
  const isSaid = (each: Missing) => each.told !== undefined && (reports.progress.length === 0 || isError(each))
  // The newest error of the deletion counts (rabbitmq/messaging-topology-operator#195).
  const sure = missing.filter(each => isSaid(each) && !isOvertaken(found, each))
  // What an error names beside what it did not find is not missing: `cannot scale Web "a": Secret "b" not found`.
  const certain = sure.find(({ reference }) => inWords.some(each => isSame(each, reference))) ?? sure[0]
  if (certain !== undefined)
    return mayFinish(found) ? holding(found, certain, isOld(found, certain) ? 'unknown' : 'stuck') : undefined
  const unserved = unservedOf(held, reports.whole, context.facts)
  for (const each of unserved) {
    const text = toldUnserved(each.kind, texts) ?? toldMissing(each.name, texts, each.kind)
    if (text !== undefined) return mayFinish(found) ? unservedHolding(found, each, text) : undefined
  }
  if (reports.failures.length > 0 || reports.progress.length > 0) return undefined
  if (lastingErrors(found).length > 0 || reports.waits.length > 0 || reports.unheard !== undefined) return undefined
  const isOwn = ({ reference }: Missing) => reference.type.group === held.type.group
  const likely = missing.find(({ reference }) => reference.means) ?? missing.find(isOwn) ?? missing[0]
  const [gone] = unserved
  if ((likely ?? gone) === undefined || !mayFinish(found)) return undefined
  return likely === undefined ? unservedHolding(found, gone!, undefined) : holding(found, likely, 'unknown')
}

/** Said before the deletion, and not since, by one not shown to have tried again: nothing says cleanup needs it. */
function isOld(found: Case, missing: Missing): boolean {
  return found.reports.failures.length === 0 && lastingErrors(found).length === 0 && isEarlier(found, missing)
}

/** Said before the deletion, and another error since, by the object or in the log of its controller. */
function isOvertaken(found: Case, missing: Missing): boolean {
  if (!isEarlier(found, missing)) return false
  const { ref } = found.held
  if (found.reports.failures.some(each => !isVague(each, [ref.name, ref.kind]))) return true
  const words = newestInLog(found)
  return words !== undefined && toldMissing(missing.reference.name, [words], missing.reference.type.kind) === undefined
}

/** Said before the deletion, and by no error since. */
function isEarlier({ reports: { earlier, failures } }: Case, { told, reference }: Missing): boolean {
  if (told === undefined || toldMissing(reference.name, failures, reference.type.kind) !== undefined) return false
  return earlier.some(({ fact }) => fact.includes(told.fact))
}

/**
 * That its owner is gone is why the garbage collector deletes the object, and no lack (karmada-io/karmada#7474), nor
 * that all that it is kept for is gone (kubernetes-csi/external-snapshotter#248).
 */
function isOnlyUser({ type, name, path }: Reference, { held: { owners }, known }: Case): boolean {
  if (path === known.entry?.onlyFor) return true
  return owners.some(({ ref }) => ref.resource === resourceName(type) && ref.name === name)
}

/** The same thing, said without its namespace and named with it. */
function isSame(told: Reference, named: Reference): boolean {
  if (resourceName(told.type) !== resourceName(named.type) || told.name !== named.name) return false
  return told.namespace === undefined || told.namespace === named.namespace
}

function holding(found: Case, { reference, told }: Missing, verdict: Verdict): Blocker {
  const { held, finalizer } = found
  const { type, name, path } = reference
  const namespace = placeOf(found, reference)
  const placed = { ...reference, ...(namespace !== undefined && { namespace }) }
  const resource = resourceName(type)
  const need = told === undefined ? 'named' : 'needed'
  const elsewhere = elsewhereOf(found, reference, told?.fact ?? '')
  const evidence: Evidence[] = [
    factFrom(resource, 'NotFound', { resource, name, namespace }),
    told === undefined
      ? factFrom(path, 'NamedInField', { object: `${held.ref.kind} ${held.ref.name}`, path })
      : reported(held, told),
    ...elsewhere,
    ...(namespace !== undefined && closedNamespace(namespace, found.context) ? [nothingCreated(namespace)] : []),
  ]
  return blocker(verdict, {
    key: `ReferenceMissing/${resource}/${namespace ?? ''}/${name}`,
    subject: { kind: type.kind, ...(namespace !== undefined && { namespace }), name },
    summary: message('NamedIsMissing', { kind: kindText(type), name, namespace, finalizer, need }),
    evidence,
    remedies: (_blocks, direct) => {
      const of = { isNeeded: verdict === 'stuck', isPlaced: elsewhere.length === 0 }
      const all = missingRemedies(placed, of, found, direct)
      const isEarly = (held.ageSeconds ?? 0) < EARLY_SECONDS
      return isEarly && verdict === 'unknown' && living(found).length > 0 && all.length > 1
        ? all.filter(({ kind }) => kind !== 'remove')
        : all
    },
  })
}

function reported({ ref }: StuckObject, told: Quote): Evidence {
  const { fact, source } = evidenceOf(told)
  return factFrom(source, 'ObjectReports', { kind: ref.kind, text: fact })
}

function unservedHolding(found: Case, unserved: Unserved, told: Quote | undefined): Blocker {
  const { held, finalizer } = found
  const { group, kind, namespace, name, path } = unserved
  const need = told === undefined ? 'named' : 'needed'
  return blocker(told === undefined ? 'unknown' : 'stuck', {
    key: `ReferenceMissing/${group}/${kind}/${namespace ?? ''}/${name}`,
    subject: { kind, ...(namespace !== undefined && { namespace }), name },
    summary: message('NamedKindNotServed', { kind, name, group, finalizer, need }),
    evidence: [
      factFrom('discovery', 'NoKindServed', { kind, group }),
      factFrom(path, 'NamedInField', { object: `${held.ref.kind} ${held.ref.name}`, what: `${kind} ${name}`, path }),
      ...(told === undefined ? [] : [reported(held, told)]),
    ],
    remedies: (_blocks, direct) => unservedRemedies(unserved, told !== undefined, found, direct),
  })
}

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
