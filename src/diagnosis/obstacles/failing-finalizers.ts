import type { ObjectRef } from '../../api/object-ref.ts'
import { message } from '../../messages/sentence.ts'
import type { Gone } from '../../statements/gone.ts'
import { statusTexts } from '../../statements/status-texts.ts'
import { eachTogether } from '../answered.ts'
import { knownOf } from '../catalogue/known.ts'
import { searchController } from '../controller/search.ts'
import { type Case, living, removal } from '../dossier/dossier.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import { ownedBy } from '../ownership/owned-objects.ts'
import { ownNames } from '../references/own-names.ts'
import type { OwnedJob } from '../silence/owned-job.ts'
import type { DirectlyHeld } from '../stuck-object.ts'
import { wholeOf } from '../whole-object.ts'
import { endsOf } from './already-gone.ts'
import type { ErrorCause } from './error-cause.ts'
import type { OwnWriteFailing } from './own-write-failing.ts'

/** The first of the finalizers of one controller: an error of it does not say at which of them it fails. */
export function whoseOf(found: Case): string {
  const { held, finalizer, context } = found
  const [controller] = living(found)
  const isIts = (name: string) =>
    living({ search: searchController(held, name, context) })[0]?.workload === controller?.workload
  const names = held.finalizers.map(({ name }) => name)
  return controller === undefined ? finalizer : (names.find(name => name === finalizer || isIts(name)) ?? finalizer)
}

/** Names that tell this object from others that fail alike. */
export function namesOfObject({ held: { ref }, reports: { whole } }: Case): readonly string[] {
  return [...(whole === undefined ? [] : ownNames(whole)), ref.name, ref.namespace ?? '', ref.uid]
}

/** What keeps causes apart that meet the same error. What makes an object too large is its own. */
export function apartBy(
  { gone, source, ownWrite }: Pick<Failing, 'gone' | 'source' | 'ownWrite'>,
  job: OwnedJob | undefined,
  overcome: Evidence | undefined,
): string {
  const ofJob = job?.is === 'failed' ? job.key : undefined
  const parts = [gone, ofJob, overcome && 'overcome', source?.key, ownWrite && `write/${ownWrite.of}`]
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
  return failures.every(({ fact }) => said.some(text => fact.endsWith(` ${text.fact}`)))
}

interface Failing {
  /** The cause of the error, where that can be read. */
  readonly source: ErrorCause | undefined
  /** The server rejects the controller's own write: a removal proven to pass comes in place of another. */
  readonly ownWrite: OwnWriteFailing | undefined
  readonly gone: Gone | undefined
  readonly fix: Remedy
  /** Commands that show the error. */
  readonly shown: readonly string[]
}

/** To end what the error names, and after that the removal; of several finalizers each alone. */
export function fixOrRemove(
  found: Case,
  { blocks, direct }: { readonly blocks: readonly ObjectRef[]; readonly direct: readonly DirectlyHeld[] },
  { source, ownWrite, gone, fix, shown }: Failing,
): readonly Remedy[] {
  const all = removal(found, direct)
  if (source !== undefined) return source.remedies(all, fix)
  const { context } = found
  const wholes = direct.flatMap(each => wholeOf(each, context) ?? [])
  const { fix: first, last } = endsOf(gone, { fix, last: all }, shown, wholes)
  const own = ownWrite?.remedies(blocks, direct) ?? []
  const byFinalizer = Map.groupBy(direct, ({ heldBy }) => heldBy)
  byFinalizer.delete(undefined)
  // What a removal costs is told of each: one of high risk is not called by the risk of another.
  const each = ([name, objects]: [string | undefined, DirectlyHeld[]]): Remedy => {
    const known = knownOf(objects[0]!, name!, context)
    const { last: end } = endsOf(gone, { fix, last: removal({ ...found, known }, objects) }, shown, wholes)
    const of = { finalizer: name!, count: byFinalizer.size }
    return { ...end, summary: message('RemoveFailingAlone', { ...of, next: end.summary }) }
  }
  const ends = byFinalizer.size > 1 ? [...byFinalizer].map(each) : [last]
  const proven = own.filter(({ kind }) => kind === 'remove')
  return [...own.filter(({ kind }) => kind !== 'remove'), first, ...(proven.length > 0 ? proven : ends)]
}
