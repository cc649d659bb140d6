import { valuesAt } from '../../api/values-at.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { endedIn } from '../../statements/status-fields.ts'
import type { KeptBy } from '../catalogue/entry.ts'
import { type Known, knownOf } from '../catalogue/known.ts'
import { type Identity, identityOf } from '../controller/identity.ts'
import { namesOf } from '../controller/kinship.ts'
import { goneAccountIn } from '../controller/lost-right.ts'
import { readReports } from '../controller/object-events.ts'
import { type Earlier, type Reports, reportsOn } from '../controller/reports.ts'
import { type Candidate, type Reasoned, type Search, searchController } from '../controller/search.ts'
import { type Basis, basisOf, type Tie, tieOf } from '../controller/tie.ts'
import { type Evidence, type Remedy, type Said, toRemove, type Verdict } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { leaksOf } from '../leaks.ts'
import { closedNamespace } from '../namespaces/terminating-namespaces.ts'
import { removeCommands } from '../remove-commands.ts'
import {
  type Blocker,
  blocker,
  type DirectlyHeld,
  type KeyedDraft,
  type RuleContext,
  type StuckObject,
  wholeOf,
} from '../stuck-object.ts'
import { readyEvidence } from '../workloads/workloads.ts'
import { namedByFinalizer, purposeGone } from './loss.ts'

/** One finalizer of one object, and all that was found out about its controller. */
export interface Case {
  readonly held: StuckObject
  readonly finalizer: string
  readonly identity: Identity
  readonly search: Search
  readonly reports: Reports
  /** What the catalogue, and the CRD itself, say of the finalizer. */
  readonly known: Known
  readonly context: RuleContext
}

export function dossierOf(held: StuckObject, finalizer: string, context: RuleContext): Case {
  // Asked for with the first questions: who the controller is takes a round to be known.
  readReports(held, context.facts)
  const search = searchController(held, finalizer, context)
  const identity = identityOf(held, finalizer, context.facts)
  const known = knownOf(held, finalizer, context)
  const names = living({ search }).flatMap(({ workload }) => namesOf(workload))
  const reports = withoutGone(reportsOn(held, identity, names, context), context.facts)
  return { held, finalizer, identity, search, reports, known, context }
}

/** A refusal of an account of a removed revision is no error of the one that runs (crossplane/crossplane#7173). */
function withoutGone(reports: Reports, facts: Facts): Reports {
  const gone = new Map<Said, Earlier>()
  for (const said of [...reports.failures, ...reports.earlier]) {
    const account = goneAccountIn(said, reports.whole?.spec, facts)
    if (account === undefined) continue
    const { fact, source } = said.evidence
    const evidence = { fact: message('OfGoneAccount', { fact, account }), source }
    gone.set(said, { ...said, evidence, manager: undefined, mayLast: false })
  }
  if (gone.size === 0) return reports
  const failures = reports.failures.filter(each => !gone.has(each))
  return { ...reports, failures, earlier: [...gone.values(), ...reports.earlier.filter(each => !gone.has(each))] }
}

/** What several ask of a case is looked for once: all of them are asked about one before the next of these facts. */
export function oncePerCase<Value>(find: (found: Case) => Value): (found: Case) => Value {
  const lasts = new WeakMap<Facts, { found: Case; value: Value }>()
  return found => {
    const { facts } = found.context
    const last = lasts.get(facts)
    if (last?.found === found) return last.value
    const value = find(found)
    // One place for all cases: there may be a hundred thousand.
    if (last === undefined) lasts.set(facts, { found, value })
    else [last.found, last.value] = [found, value]
    return value
  }
}

/** Candidates of which something is ready. */
export function living({ search }: Pick<Case, 'search'>): readonly Candidate[] {
  return search.candidates.filter(({ workload }) => workload.readyReplicas > 0)
}

/** A cause whose subject is a candidate of which something is ready; after its own evidence: that it is, and why it. */
export function causedBy(
  verdict: Verdict,
  { workload, evidence }: Candidate,
  cause: Omit<KeyedDraft, 'subject'> & { readonly subject?: KeyedDraft['subject'] },
): Blocker {
  const { kind, namespace, name } = workload
  const all = [...cause.evidence, readyEvidence(workload), ...evidence]
  return blocker(verdict, { subject: { kind, namespace, name }, ...cause, evidence: all })
}

/** What ties a candidate to the objects beside its name, as any workload could be called so; undefined: nothing. */
export function tieOfCandidate({ held, finalizer, context }: Case, { workload, holder }: Reasoned): Tie | undefined {
  const { namespace, serviceAccount: account } = workload
  return tieOf({ namespace, account, holder }, held, finalizer, context.facts)
}

/** Whether a command may start, scale or restart a candidate, in its namespace: see `basisOf`. */
export function basisFor(found: Case, candidate: Candidate): Basis | undefined {
  return basisOf(tieOfCandidate(found, candidate), {
    in: candidate.workload.namespace,
    tiedIn: found.held.ref.namespace,
  })
}

/**
 * Errors from before the deletion that still hold: who said them is the writer of the finalizer, or carries the name of
 * its controller, and has taken nothing of it back.
 */
export function lastingErrors(found: Case): readonly Said[] {
  const { reports, identity } = found
  if (reports.earlier.length === 0) return []
  const names = living(found).flatMap(({ workload }) => [workload.name, ...workload.containers.map(({ name }) => name)])
  return reports.earlier.filter(
    ({ manager, mayLast }) =>
      mayLast && manager !== undefined && [identity.writer?.manager, ...names].includes(manager),
  )
}

/** What could not be read, as evidence for why nothing is certain. */
export function unreadEvidence({ search }: Case): readonly Evidence[] {
  return search.unreadable.map(({ resource, reason, message: text }) =>
    factFrom(resource, 'NotReadFor', { resource, reason, text }),
  )
}

/** Who may be its controller; what only has every right, where nothing else tells whose finalizer it is. */
export function suspectsOf({ search: { suspects }, known: { entry } }: Case): readonly Evidence[] {
  const telling = suspects.filter(({ isMighty }) => !isMighty)
  return (telling.length > 0 || (entry !== undefined && entry.from !== 'CRD') ? telling : suspects).map(
    ({ fact, source }) => ({ fact, source }),
  )
}

/** Which program wrote the finalizer, where its name tells something. */
export function lastWriter({ search: { manager } }: Case): readonly Evidence[] {
  return manager === undefined ? [] : [factFrom('managedFields', 'LastWrittenBy', { manager })]
}

/**
 * The last resort, through this plugin's own guarded command, and every id of what would stay behind that the objects
 * name, as far as they could be read.
 */
export function removal({ known: { entry: known }, context }: Case, direct: readonly DirectlyHeld[]): Remedy {
  // An object stands there once for each of its finalizers.
  const objects = [...new Map(direct.map(held => [held.ref.uid, held])).values()]
  const wholes = objects.map(held => wholeOf(held, context))
  const purposes = objects.map(held => purposeGone(known?.onlyFor, held, context))
  const isInUse = purposes.includes(undefined)
  // With a purpose too, what a policy keeps is only needed for that.
  const mayBeKept = known?.onlyFor === undefined || !isInUse
  const kept = mayBeKept && objects.every(held => keptBy(known?.keptBy, held, context)) ? known?.keptBy : undefined
  const without = isInUse || known?.keptBy ? undefined : [...new Set(purposes)].join(', ')
  const named = direct.flatMap(held => namedByFinalizer(held, context))
  const guessed = named.length > 0 ? named : wholes.flatMap(whole => (whole ? leaksOf(whole, known?.ids) : []))
  const leaks = new Set(without === undefined ? guessed : [])
  const unread = wholes.filter(whole => whole === undefined).length
  // A field that is not there tells nothing: its controller may not have written it yet.
  const isEmpty = (whole: unknown, path: string) => valuesAt(whole, path).some(value => value === '')
  const empty = leaks.size === 0 ? known?.ids?.find(path => wholes.every(whole => isEmpty(whole, path))) : undefined
  const [ended] = wholes.every(endedIn) ? wholes.map(endedIn) : []
  const [place, ...others] = new Set(objects.map(({ ref }) => ref.namespace))
  const goes = others.length === 0 && closedNamespace(place, context) !== undefined ? place : undefined
  return toRemove(
    message('Removal', { afterwards: (kept ?? known)?.ifRemoved || undefined, unread, goes, empty, ended, without }),
    removeCommands(direct, context),
    kept ? 'low' : (known?.risk ?? 'medium'),
    [...leaks],
  )
}

/** That a policy lets nothing outside be deleted with the object: only one that no user of a namespace can write. */
export function keptBy(row: KeptBy | undefined, held: StuckObject, context: RuleContext): Evidence | undefined {
  const whole = row && wholeOf(held, context)
  if (row === undefined || whole === undefined) return undefined
  const { of, field, value } = row
  const [name] = of === undefined ? [] : valuesAt(whole, of.field)
  const named = typeof name === 'string' && of ? { about: 'object' as const, resource: of.resource, name } : undefined
  const other = named && context.facts.read(named)
  const policy = of === undefined ? whole : other?.state === 'known' ? other.value : undefined
  if (policy === undefined || policy.metadata.namespace !== undefined) return undefined
  const isOwn = of === undefined || valuesAt(policy, of.uid).includes(held.ref.uid)
  if (!isOwn || (of && policy.metadata.deletionTimestamp !== undefined)) return undefined
  if (!valuesAt(policy, field).includes(value)) return undefined
  const fact = message('FieldIs', { path: field, value, of: of && `${policy.kind} ${policy.metadata.name}` })
  return { fact, source: named?.resource ?? held.ref.resource }
}
