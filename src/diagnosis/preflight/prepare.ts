import type { ObjectRef } from '../../api/object-ref.ts'
import type { WrittenOrder } from '../../api/written-order.ts'
import { message } from '../../messages/sentence.ts'
import type { Facts } from '../facts.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { factsAfterwards } from './facts-afterwards.ts'
import { contextAfterwards, type Fates, fatesOf, laterFates, togetherOf } from './fates.ts'
import type { Unchecked } from './foreseen.ts'
import { type Lost, lostServers, rejectionAfterwards } from './lost.ts'
import { definitionsIn, type Reached, reachOf, type Surroundings } from './reach.ts'
import { type Tried, tryDeletions } from './refused-deletions.ts'
import { worldOf, worldWithAnswers } from './world.ts'

/** How the garbage collector is asked to treat what a target owns, as `kubectl delete --cascade`. */
export type Cascade = 'background' | 'foreground' | 'orphan'

/** What others have to say of the order, and what it is that is deleted. */
export interface Arranged {
  readonly orders: (objects: readonly StuckObject[]) => readonly WrittenOrder[]
  /** Uids of what lists the others, and would create them again. */
  readonly lists: ReadonlySet<string>
  /** Uids of targets that were found for an operator, not named: whose they are tells nothing of what was named. */
  readonly served?: ReadonlySet<string> | undefined
  /** Which of two goes first where nothing parts them. */
  readonly compare?: ((a: ObjectRef, b: ObjectRef) => number) | undefined
}

export interface Question extends Surroundings {
  readonly targets: readonly StuckObject[]
  readonly cascade: Cascade
  readonly arranged?: Arranged | undefined
  /** No dry runs that could only say that a deletion is accepted: enough to tell what is stuck. */
  readonly onlyStuck?: boolean | undefined
}

export interface Prepared {
  readonly reach: ReadonlyMap<string, Reached>
  readonly fates: Fates
  readonly tried: Tried
  readonly lost: Lost
  readonly context: RuleContext
  /** The same when all of that is gone, with what it took along; undefined: nothing of that has a finalizer. */
  readonly later: RuleContext | undefined
  readonly unchecked: ReadonlyMap<string, Unchecked>
}

/** What is asked of the targets, whatever else there is in the cluster. */
export function askedOf(targets: readonly StuckObject[], facts: Facts) {
  return { version: facts.read({ about: 'version' }), ofAll: tryDeletions(targets, facts) }
}

/** Instances of a CRD are deleted without admission, in its own storage (apiextensions-apiserver, crd_finalizer.go). */
export function prepare(question: Question, context: RuleContext): Prepared {
  const { targets, cascade, onlyStuck } = question
  const { facts } = context
  const { version, ofAll } = askedOf(targets, facts)
  const accepted = targets.filter(({ ref }) => !ofAll.refused.has(ref.uid))
  const reach = new Map(reachOf(accepted, question, context, cascade === 'orphan'))
  const ofTargets = withoutInstances(ofAll, reach)
  for (const held of targets)
    if (!reach.has(held.ref.uid)) reach.set(held.ref.uid, { held, why: 'Target', of: held.ref })
  const definitions = definitionsIn(reach)
  const others = [...reach.values()].filter(
    ({ held, why }) => (why === 'NamespaceContent' || why === 'Dependent') && !definitions.has(held.ref.resource),
  )
  const heldByOthers = others.map(({ held }) => held)
  const ofOthers = tryDeletions(heldByOthers, facts, onlyStuck)
  const tried = bothTried(ofTargets, ofOthers)
  // Since 1.33, if read, the namespace controller deletes nothing while a Pod remains (kubernetes-deletion.md 2.3).
  const [, major, minor] = version.state === 'known' ? (/^v?(\d+)\.(\d+)/.exec(version.value) ?? []) : []
  const podsFirst = major !== undefined && (Number(major) > 1 || Number(minor) >= 33)
  const inForeground = cascade === 'foreground' ? foregroundOwners(reach) : new Set<string>()
  const fates = fatesOf(reach, tried, { inForeground, podsFirst }, context)
  const first = factsAfterwards(facts, worldOf({ reach, fates }))
  const lost = lostServers(reach, facts, first)
  const unchecked = new Map<string, Unchecked>()
  const doubt = (key: string, what: Unchecked): unknown => unchecked.set(key, what)
  const refusedThen = refusalsThen(reach, lost, context, doubt)
  const then = { ...tried, refused: new Map([...tried.refused, ...refusedThen.rejections]) }
  const last = refusedThen.rejections.size === 0 ? fates : fatesOf(reach, then, { inForeground, podsFirst }, context)
  doubtConversions(lost, last, reach, doubt)
  const together = togetherOf(reach, last, { ofTargets, then }, podsFirst)
  const contextOf = (some: Fates): RuleContext => {
    const asked = { reach, fates: some, lost, refusedThen: refusedThen.answers, facts: first, doubt }
    const afterwards = factsAfterwards(facts, worldWithAnswers(asked))
    return contextAfterwards({ ...context, facts: afterwards, together }, reach, some)
  }
  const isLater = last.of.values().some(({ is }) => is === 'later')
  const later = isLater ? contextOf(laterFates(last)) : undefined
  return {
    reach,
    fates: last,
    tried,
    lost,
    unchecked,
    context: contextOf(last),
    later: later?.asked.length === 0 ? undefined : later,
  }
}

/** What is refused by itself, and goes with its CRD all the same. */
function withoutInstances(tried: Tried, reach: ReadonlyMap<string, Reached>): Tried {
  const definitions = definitionsIn(reach)
  const refused = [...tried.refused].filter(([uid]) => !definitions.has(reach.get(uid)?.held.ref.resource ?? ''))
  return { ...tried, refused: new Map(refused) }
}

function bothTried(one: Tried, other: Tried): Tried {
  return {
    refused: new Map([...one.refused, ...other.refused]),
    unanswered: [...one.unanswered, ...other.unanswered],
    tried: one.tried + other.tried,
    alike: one.alike + other.alike,
    untried: one.untried + other.untried,
  }
}

/** The garbage collector deletes a dependent in the foreground when it has dependents itself. */
function foregroundOwners(reach: ReadonlyMap<string, Reached>): ReadonlySet<string> {
  const all = [...reach.values()]
  const owners = new Set(all.flatMap(({ why, of }) => (why === 'Dependent' ? [of.uid] : [])))
  const isOwner = ({ held, why }: Reached): boolean =>
    why === 'Target' || (why === 'Dependent' && owners.has(held.ref.uid))
  return new Set(all.filter(isOwner).map(({ held }) => held.ref.uid))
}

/** Deletions that come when the server of a webhook is gone: those of a namespace's content, after its Pods. */
function refusalsThen(
  reach: ReadonlyMap<string, Reached>,
  { webhooks: lost }: Lost,
  { facts }: RuleContext,
  doubt: (key: string, what: Unchecked) => void,
) {
  const answers = new Map<string, Exclude<ReturnType<typeof rejectionAfterwards>, 'unknown' | undefined>>()
  const definitions = definitionsIn(reach)
  const content = [...reach.values()].filter(
    ({ held: { ref }, why }) => why === 'NamespaceContent' && ref.resource !== 'pods' && !definitions.has(ref.resource),
  )
  for (const { held } of lost.length === 0 ? [] : content) {
    const answer = rejectionAfterwards(held, 'DELETE', lost, facts)
    const why = message('AskedIsToldByCel', { about: 'deletion' })
    if (answer === 'unknown') doubt(`DELETE ${held.ref.uid}`, { what: 'Webhook', ref: held.ref, why })
    else if (answer !== undefined) answers.set(held.ref.uid, answer)
  }
  const rejections = new Map([...answers.keys()].map(uid => [uid, { by: 'probe' } as const]))
  return { answers, rejections }
}

/** Of an object that has to be converted to go, and that nothing would convert, only time tells which comes first. */
function doubtConversions(
  { conversions }: Lost,
  { of }: Fates,
  reach: ReadonlyMap<string, Reached>,
  doubt: (key: string, what: Unchecked) => void,
): void {
  for (const { ref, isNeeded } of conversions) {
    const one = [...reach.values()].find(
      ({ held }) => held.ref.resource === ref.name && of.get(held.ref.uid) !== undefined,
    )
    if (!isNeeded || one === undefined) continue
    doubt(`conversion ${ref.name}`, { what: 'Conversion', ref: one.held.ref, why: message('ConverterDeletedToo') })
  }
}
