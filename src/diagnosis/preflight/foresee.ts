import { whenAnswered } from '../answered.ts'
import { type Diagnosis, diagnoseInSteps } from '../diagnose.ts'
import type { DeletedTogether, Held, RuleContext } from '../held.ts'
import { once } from '../once.ts'
import type { Steps } from '../steps.ts'
import { factsAfterwards } from './facts-afterwards.ts'
import { type Fates, fatesOf } from './fates.ts'
import type { Unchecked } from './foreseen.ts'
import { type Lost, lostServers } from './lost.ts'
import { rejectionAfterwards } from './lost-webhooks.ts'
import { endsPodsFirst } from './pods-first.ts'
import { type Reached, reachOf, type Surroundings } from './reach.ts'
import { type Tried, tryDeletions } from './refused-deletions.ts'
import { worldOf, worldWithAnswers } from './world.ts'

/** How the garbage collector is asked to treat what a target owns, as `kubectl delete --cascade`. */
export type Cascade = 'background' | 'foreground' | 'orphan'

export interface Question extends Surroundings {
  readonly targets: readonly Held[]
  readonly cascade: Cascade
}

/** The cluster as it would be, and what the rules of `explain` say of it. */
export interface Foreseen extends Prepared {
  readonly diagnosis: Diagnosis
}

export interface Prepared {
  readonly reach: ReadonlyMap<string, Reached>
  readonly fates: Fates
  readonly tried: Tried
  readonly lost: Lost
  /** The cluster as it would be. */
  readonly context: RuleContext
  readonly unchecked: ReadonlyMap<string, Unchecked>
}

/**
 * Has the targets deleted in thought, and asks the rules of `explain` about what would be left of all that the deletion comes to. undefined
 * as long as a question has no answer. `context` is the cluster as it is.
 */
export function* foresee(question: Question, context: RuleContext): Steps<Foreseen | undefined> {
  const prepared = whenAnswered(() => once(context.facts, question, () => prepare(question, context)))
  if (prepared === undefined) return undefined
  const diagnosis = yield* diagnoseInSteps(prepared.context.asked, prepared.context)
  return { ...prepared, diagnosis }
}

function prepare(question: Question, context: RuleContext): Prepared {
  const { targets, cascade } = question
  const { facts } = context
  const ofTargets = tryDeletions(targets, facts)
  const accepted = targets.filter(({ ref }) => !ofTargets.refused.has(ref.uid))
  const reach = new Map(reachOf(accepted, question, context, cascade === 'orphan'))
  for (const held of targets)
    if (!reach.has(held.ref.uid)) reach.set(held.ref.uid, { held, why: 'Target', of: held.ref })
  const others = [...reach.values()].filter(({ why }) => why !== 'Target' && why !== 'Volume' && why !== 'NodePod')
  const ofOthers = tryDeletions(
    others.map(({ held }) => held),
    facts,
  )
  const tried = bothTried(ofTargets, ofOthers)
  const inForeground = cascade === 'foreground' ? foregroundOwners(reach) : new Set<string>()
  const fates = fatesOf(reach, tried, inForeground, context)
  const first = factsAfterwards(facts, worldOf({ reach, fates }))
  const lost = lostServers(reach, facts, first)
  const unchecked = new Map<string, Unchecked>()
  const doubt = (key: string, what: Unchecked): unknown => unchecked.set(key, what)
  const refusedThen = refusalsThen(reach, lost, context, doubt)
  const then = { ...tried, refused: new Map([...tried.refused, ...refusedThen.rejections]) }
  const last = refusedThen.rejections.size === 0 ? fates : fatesOf(reach, then, inForeground, context)
  const asked = { reach, fates: last, lost, refusedThen: refusedThen.answers, facts: first, doubt }
  doubtConversions(lost, last, reach, doubt)
  const afterwards = factsAfterwards(facts, worldWithAnswers(asked))
  const together = togetherOf(reach, last, ofTargets, endsPodsFirst(facts))
  return {
    reach,
    fates: last,
    tried,
    lost,
    unchecked,
    context: contextAfterwards({ ...context, facts: afterwards, together }, reach, last),
  }
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
  const content = [...reach.values()].filter(
    ({ held, why }) => why === 'NamespaceContent' && held.ref.resource !== 'pods',
  )
  for (const { held } of lost.length === 0 ? [] : content) {
    const answer = rejectionAfterwards(held, 'DELETE', lost, facts)
    const why = 'whether a webhook whose server goes too would be asked about its deletion is told by CEL'
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
    const why = `its type has several versions, and what converts between them would be deleted too: it may be neither read nor changed any more before it is gone`
    doubt(`conversion ${ref.name}`, { what: 'Conversion', ref: one.held.ref, why })
  }
}

function togetherOf(
  reach: ReadonlyMap<string, Reached>,
  fates: Fates,
  ofTargets: Tried,
  podsFirst: boolean,
): DeletedTogether {
  const has = (uid: string): boolean => {
    const is = fates.of.get(uid)?.is
    return is === 'gone' || is === 'terminating'
  }
  const isContent = ({ ref }: Held): boolean => reach.get(ref.uid)?.why === 'NamespaceContent'
  const names = new Set(
    [...reach.values()]
      .filter(({ held }) => has(held.ref.uid))
      .map(({ held: { ref } }) => nameKey(ref.kind.toLowerCase(), ref.namespace, ref.name)),
  )
  return {
    has,
    hasNamed: (kind, namespace, name) => names.has(nameKey(kind, namespace, name)),
    endsFirst: ({ namespace }, held) => podsFirst && held.ref.namespace === namespace && isContent(held),
    targets: new Set(ofTargets.refused.keys()),
    isLive: uid => reach.has(uid) && reach.get(uid)!.held.meta.deletionTimestamp === undefined,
  }
}

function nameKey(kind: string, namespace: string | undefined, name: string): string {
  return `${kind} ${namespace ?? ''}/${name}`.toLowerCase()
}

/** What is left: nothing that is gone, and what terminates as it would then. */
function contextAfterwards(context: RuleContext, reach: ReadonlyMap<string, Reached>, fates: Fates): RuleContext {
  const left: Held[] = []
  for (const [uid, { held }] of reach) {
    const fate = fates.of.get(uid)
    if (fate?.is === 'terminating') left.push(fate.held)
    else if (fate?.is === 'stays') left.push(held)
  }
  const terminating = new Map(context.terminating)
  for (const held of fates.pods.values()) terminating.set(held.ref.uid, held)
  for (const held of left) if (held.meta.deletionTimestamp !== undefined) terminating.set(held.ref.uid, held)
  const content = Map.groupBy(left, ({ ref }) => ref.namespace)
  const emptied = new Set(
    [...reach.values()].filter(({ held }) => held.ref.resource === 'namespaces').map(({ held }) => held.ref.name),
  )
  return {
    ...context,
    terminating,
    asked: left,
    contentOf: name =>
      emptied.has(name)
        ? { held: content.get(name) ?? [], complete: context.contentOf(name).complete }
        : context.contentOf(name),
  }
}
