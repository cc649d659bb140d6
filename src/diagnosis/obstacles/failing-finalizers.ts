import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { message } from '../../messages/sentence.ts'
import { conditionsOf } from '../../statements/conditions.ts'
import { type Gone, goneAs, withoutNames } from '../../statements/gone.ts'
import type { Quote } from '../../statements/quote.ts'
import { statusTexts } from '../../statements/status-texts.ts'
import { isOfMaking } from '../../statements/vague.ts'
import { eachTogether } from '../answered.ts'
import type { Risk } from '../catalogue/entry.ts'
import { knownOf, RISKS } from '../catalogue/known.ts'
import { domainOf } from '../controller/identity.ts'
import { searchController } from '../controller/search.ts'
import { type Case, living, removal } from '../dossier/dossier.ts'
import { isOfOwnController } from '../dossier/state.ts'
import { type Clue, type Evidence, type Remedy, toInspect } from '../explanation.ts'
import { closedNamespace } from '../namespaces/terminating-namespaces.ts'
import { ownedBy } from '../ownership/owned-objects.ts'
import { ownNames } from '../references/own-names.ts'
import type { OwnedJob } from '../silence/owned-job.ts'
import { stillNamed } from '../silence/users.ts'
import { type DirectlyHeld, wholeOf } from '../stuck-object.ts'
import type { ErrorCause } from './error-cause.ts'
import type { OwnWriteFailing } from './own-write-failing.ts'

/** The first of the finalizers of one controller: an error of it does not say at which of them it fails. */
export function whoseOf(found: Case): string {
  const { held, finalizer, context } = found
  const [controller] = living(found)
  const isFound = (name: string) =>
    living({ search: searchController(held, name, context) })[0]?.workload === controller?.workload
  // Which its log alone tells, it is by the domain.
  const isIts = isFound(finalizer) ? isFound : (name: string) => domainOf(name) === domainOf(finalizer)
  const names = held.finalizers.map(({ name }) => name)
  return controller === undefined ? finalizer : (names.find(isIts) ?? finalizer)
}

/** Names that tell this object from others that fail alike. */
export function namesOfObject({ held: { ref }, reports: { whole } }: Case): readonly string[] {
  return [...(whole === undefined ? [] : ownNames(whole)), ref.name, ref.namespace ?? '', ref.uid]
}

/** What keeps causes apart that meet the same error. What makes an object too large is its own. */
export function apartBy(
  { gone, source, ownWrite, user }: Pick<Failing, 'gone' | 'source' | 'ownWrite' | 'user'>,
  job: OwnedJob | undefined,
  overcome: Evidence | undefined,
): string {
  const ofJob = job?.is === 'failed' ? job.key : undefined
  const isGone = gone === 'perhaps' ? undefined : gone
  const parts = [isGone, ofJob, overcome && 'overcome', user?.key, source?.key, ownWrite && `write/${ownWrite.of}`]
  return parts.flatMap(part => (part === undefined ? [] : [`/${part}`])).join('')
}

/** What a condition says in words; its type, its state and its time stand in those of others too. */
const WORDS = new Set(['status.conditions.reason', 'status.conditions.message'])

/** Whether all that it says of its failure is what a terminating object of its own says of itself (Cluster API). */
export function isMirrored({ held, reports: { failures }, context }: Case): boolean {
  if (failures.length === 0) return false
  const owned = eachTogether(ownedBy(held, context), each => wholeOf(each.held, context))
  const texts = owned.flatMap(whole => (whole === undefined ? [] : statusTexts(whole)))
  const said = texts.filter(({ source }) => WORDS.has(source))
  // `(…)` stands around what a phase has beside it.
  return failures.every(({ fact }) => said.some(text => `${fact})`.includes(` ${text.fact})`)))
}

/** A user of an object whose cleanup fails, where no error tells more (aws-controllers-k8s/community#1509). */
export function userBeside(found: Case, ...told: readonly unknown[]): Clue | undefined {
  return told.every(each => each === undefined) && isOfOwnController(found) ? stillNamed(found) : undefined
}

interface Failing {
  readonly source: ErrorCause | undefined
  /** The server rejects the controller's own write: a removal proven to pass comes in place of another. */
  readonly ownWrite: OwnWriteFailing | undefined
  readonly gone: Gone | undefined
  readonly user: Clue | undefined
  readonly fix: Remedy
  readonly shown: readonly string[]
}

/** To end what the error names, and after that the removal; of several finalizers each alone. */
export function fixOrRemove(
  found: Case,
  { blocks, direct }: { readonly blocks: readonly ObjectRef[]; readonly direct: readonly DirectlyHeld[] },
  { source, ownWrite, gone, user, fix, shown }: Failing,
): readonly Remedy[] {
  const all = removal(found, direct)
  const { context } = found
  const wholes = direct.flatMap(each => wholeOf(each, context) ?? [])
  const closed = closedNamespace(found.held.ref.namespace, context)?.ref.name
  const { fix: first, last } = endsOf(gone, { fix, last: all }, shown, wholes, closed)
  const own = ownWrite?.remedies(blocks, direct) ?? []
  const byFinalizer = Map.groupBy(direct, ({ heldBy }) => heldBy)
  byFinalizer.delete(undefined)
  if (source !== undefined && !(source.isPerhaps && (gone === 'gone' || gone === 'likely'))) {
    // Of all of them at once what costs most is told.
    const costs = [...byFinalizer].map(([name, [held]]) =>
      removal({ ...found, known: knownOf(held!, name!, context) }, direct),
    )
    const [worst = all] = costs.toSorted((a, b) => RISKS.indexOf(b.risk as Risk) - RISKS.indexOf(a.risk as Risk))
    return source.remedies(worst, fix)
  }
  // What a removal costs is told of each: one of high risk is not called by the risk of another.
  const each = ([name, objects]: [string | undefined, DirectlyHeld[]]): Remedy => {
    const known = knownOf(objects[0]!, name!, context)
    const { last: end } = endsOf(gone, { fix, last: removal({ ...found, known }, objects) }, shown, wholes)
    const of = { finalizer: name!, count: byFinalizer.size }
    return { ...end, summary: message('RemoveFailingAlone', { ...of, next: end.summary }) }
  }
  const ends = byFinalizer.size > 1 ? [...byFinalizer].map(each) : [last]
  const proven = own.filter(({ kind }) => kind === 'remove')
  const before = own.filter(({ kind }) => kind !== 'remove')
  return [...before, first, ...(user === undefined ? [] : [user.remedy]), ...(proven.length > 0 ? proven : ends)]
}

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
  // A word of a status that a longer error has as well tells no more: `status.failureReason is DeleteError`.
  const isWithin = ({ fact, source }: Quote) =>
    fact.startsWith(`${source} is `) &&
    errors.some(each => each.fact.length > fact.length && each.fact.includes(fact.slice(source.length + 4)))
  const said = errors.filter(each => !isWithin(each)).map(error => goneAs(error, called))
  if (said.includes(undefined)) return unmade(whole).length > 0 ? 'unmade' : undefined
  if (said.includes('perhaps')) return 'perhaps'
  return said.includes('likely') || errors.every(({ source }) => source === 'events') ? 'likely' : 'gone'
}

/** What it says of a creation that failed, beside the deletion that fails too (crossplane/crossplane#358). */
export function unmade(whole: KubeObject | undefined): readonly Quote[] {
  if (whole === undefined) return []
  return conditionsOf(whole).filter(each => each.means === 'failing' && isOfMaking(each, whole.kind))
}

/** What is left to do. Errors without the name of the thing may be about another, which the removal would not fit. */
export function endsOf(
  gone: Gone | undefined,
  { fix, last }: { readonly fix: Remedy; readonly last: Remedy },
  shown: readonly string[],
  wholes: readonly KubeObject[],
  closed?: string,
): { readonly fix: Remedy; readonly last: Remedy } {
  if (gone === undefined) return { fix, last }
  if (gone === 'unmade')
    return { fix, last: { ...last, summary: message('RemoveIfNeverMade', { next: last.summary }) } }
  const leaks = withoutNames(last.leaks, wholes.flatMap(ownNames))
  const unlessGone = { ...last, summary: message('RemoveUnlessGone', { next: last.summary }) }
  if (gone === 'perhaps') return { fix: toInspect(message('SeeWhatIsGone', { closed }), shown), last: unlessGone }
  // The error names nothing that could be fixed.
  const check = toInspect(message('CheckThatItIsGone'), shown)
  if (gone === 'likely') return { fix: check, last: unlessGone }
  return { fix: check, last: { ...last, summary: message('RemoveIfNothingIsLeft'), risk: 'low', leaks } }
}
