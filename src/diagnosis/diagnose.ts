import { NONE } from '../api/long-lists.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import { mapSentence } from '../api/sentence.ts'
import type { Sentence } from '../messages/sentence.ts'
import { replaceWord } from '../statements/whole-word.ts'
import { whenAnswered } from './answered.ts'
import { type Drafted, evidenceOfCause, toldBy } from './cause-evidence.ts'
import { startingManagerFirst } from './controller-manager/needed-by-repair.ts'
import { type DirectCause, directCauses, idsByUid } from './direct-causes.ts'
import type { Cause, Evidence, ExplainedObject } from './explanation.ts'
import { type Explored, explore } from './explore.ts'
import { isOpenSince, once, onceInSteps } from './facts.ts'
import { policies } from './policy.ts'
import { withRescue } from './rescue-offer.ts'
import { rules as everyRule } from './rules/index.ts'
import { atOnce, type Steps } from './steps.ts'
import {
  type CauseDraft,
  type DirectlyHeld,
  type Rule,
  type RuleContext,
  type StuckObject,
  summaryOf,
  verdictOf,
} from './stuck-object.ts'
import { explainRest } from './unexplained.ts'

export interface Diagnosis {
  readonly objects: readonly ExplainedObject[]
  readonly causes: readonly Cause[]
  /** What holds an object itself, by its uid; `causes` of an explained object has what it inherits too. */
  readonly direct: ReadonlyMap<string, readonly DirectCause[]>
}

const NOTHING_YET: Diagnosis = { objects: [], causes: [], direct: new Map() }

/**
 * Explains the objects and all that they wait for: what blocks each, and the root causes, most blocking first, those of
 * one object in order of repair. Empty until all is explored, and not final while `context.facts` has questions without
 * an answer: it is to be asked again then.
 */
export function diagnose(
  held: readonly StuckObject[],
  context: RuleContext,
  rules: readonly Rule[] = everyRule,
): Diagnosis {
  return atOnce(diagnoseInSteps(held, context, rules))
}

/** The same in steps, one for each object and one for each cause. */
export function* diagnoseInSteps(
  held: readonly StuckObject[],
  context: RuleContext,
  rules: readonly Rule[] = everyRule,
): Steps<Diagnosis> {
  const { facts } = context
  const isOpen = isOpenSince(facts)
  // The graph is the same in each later round.
  const graph = yield* onceInSteps(facts, held, () => explore(held, context, rules))
  if (isOpen()) return NOTHING_YET
  const explored = whenAnswered(() => once(facts, graph, () => explainRest(graph, context)))
  if (explored === undefined || isOpen()) return NOTHING_YET
  const made: Cause[] = []
  const drafts = draftsByKey(explored)
  // Each asks what it has to ask before one is waited for.
  for (const [key, same] of drafts) {
    const blocks = graph.blockedBy(same.map(({ held }) => held.ref.uid))
    const refs = blocks.map(uid => explored.get(uid)!.held.ref)
    const cause = whenAnswered(() => causeOf(key, same, refs, toldBy(blocks, explored), context))
    if (cause !== undefined) made.push(cause)
    yield
  }
  if (made.length < drafts.size) return NOTHING_YET
  made.sort((a, b) => b.blocks.length - a.blocks.length || rejects(b) - rejects(a) || (a.id < b.id ? -1 : 1))
  const ofSame = Map.groupBy(made, ({ blocks }) => blocks.map(({ uid }) => uid).join())
  const causes = [...ofSame.values()].flatMap(same => same.toSorted(firstRepaired))
  const causesOf = idsByUid(causes.toSorted(firstRepaired))
  const objects = [...explored.values()].map(({ held, holdings }) => ({
    ref: held.ref,
    deletionTimestamp: held.meta.deletionTimestamp,
    ageSeconds: held.ageSeconds,
    verdict: verdictOf(holdings),
    finalizers: held.finalizers,
    owners: held.owners,
    waitingFor: holdings.flatMap(holding => holding.waitingFor ?? []).map(({ ref, reason }) => ({ ref, reason })),
    causes: causesOf.get(held.ref.uid) ?? NONE,
  }))
  return { objects, causes, direct: directCauses(explored, causes) }
}

/** What makes the server reject changes comes first: nothing else helps before it is repaired. */
const rejects = ({ code }: Cause) => Number(policies[code].explainsRejection)
/** Of causes of one object what is proven comes next. */
const firstRepaired = (a: Cause, b: Cause) =>
  rejects(b) - rejects(a) || Number(b.verdict === 'stuck') - Number(a.verdict === 'stuck')

function draftsByKey(explored: ReadonlyMap<string, Explored>): ReadonlyMap<string, readonly Drafted[]> {
  const all = [...explored.values()].flatMap(({ held, holdings }) =>
    holdings.flatMap(holding => (holding.cause === undefined ? [] : [{ draft: holding.cause, held, holding }])),
  )
  return Map.groupBy(all, ({ draft }) => draft.key)
}

function causeOf(
  key: string,
  drafted: readonly Drafted[],
  blocks: readonly ObjectRef[],
  told: readonly Evidence[],
  context: RuleContext,
): Cause {
  const [{ draft }] = drafted as [Drafted]
  const direct = drafted.map(({ held, draft: { finalizer } }) => ({ ...held, heldBy: finalizer }))
  const verdict = verdictOf(drafted.map(({ holding }) => holding))
  const carried = carriedBy(draft, direct)
  // What ends the Pod that uses it ends a claim that is being deleted, and its data (carina-io/carina#128).
  const claims = blocks.filter(({ resource }) => resource === 'persistentvolumeclaims')
  const lost = [...direct, ...claims.flatMap(({ uid }) => context.terminating.get(uid) ?? [])]
  const summary = summaryOf(draft, direct)
  return {
    id: key,
    code: draft.code,
    verdict,
    subject: draft.subject,
    finalizer: carried.length > 1 ? undefined : carried[0],
    finalizers: carried.length > 1 ? carried : undefined,
    summary: draft.finalizer === undefined ? summary : namingAll(summary, draft.finalizer, carried),
    evidence: evidenceOfCause(drafted, told),
    blocks,
    remedies: startingManagerFirst(
      withRescue(draft.remedies(blocks, direct), lost, { code: draft.code, verdict }, context),
      draft.code,
      context.facts,
    ),
  }
}

/**
 * A finalizer of the cause that all its objects carry; if there is none, since a controller may have one per type, all
 * finalizers by which it holds them.
 */
function carriedBy({ finalizer }: CauseDraft, direct: readonly DirectlyHeld[]): readonly string[] {
  if (finalizer === undefined) return []
  const holding = direct.filter(({ heldBy }) => heldBy !== undefined)
  const all = [...new Set([finalizer, ...holding.map(({ heldBy }) => heldBy!)])]
  const shared = all.find(each => holding.every(({ finalizers }) => finalizers.some(({ name }) => name === each)))
  return shared === undefined ? all : [shared]
}

const MAX_NAMED = 3

function namingAll(summary: Sentence, finalizer: string, all: readonly string[]): Sentence {
  const names = all.slice(0, all.length > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED)
  const rest = all.length - names.length
  const last = rest > 0 ? `${rest} more` : names.pop()!
  const text = names.length === 0 ? last : `${names.join(', ')} and ${last}`
  return text === finalizer ? summary : mapSentence(summary, part => replaceWord(part, finalizer, text))
}
