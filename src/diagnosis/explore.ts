import { NONE } from '../api/long-lists.ts'
import { oncePer } from '../api/once-per.ts'
import { sentenceKey } from '../messages/sentence.ts'
import { whenAnswered } from './answered.ts'
import type { Evidence } from './explanation.ts'
import { isOpenSince, once } from './facts.ts'
import { type Graph, graphOf, grow } from './graph.ts'
import type { Steps } from './steps.ts'
import type { Blocker, CauseDraft, Rule, RuleContext, StuckObject } from './stuck-object.ts'

export interface Explored {
  readonly held: StuckObject
  readonly holdings: readonly Blocker[]
}

/** Looks at the objects, and at each object that one of them waits for, once. A cycle of waits ends by itself. */
export function* explore(
  start: readonly StuckObject[],
  context: RuleContext,
  rules: readonly Rule[],
): Steps<Graph<Explored>> {
  const { facts } = context
  const lookAt = onceForAlike(context)
  const share = sharedDrafts()
  const ask = (held: StuckObject): readonly Blocker[] => {
    const isOpen = isOpenSince(facts)
    const holdings = rules.flatMap(rule => whenAnswered(() => rule(held, context)) ?? NONE)
    return isOpen() ? holdings : share(holdings)
  }
  const nodes = yield* grow(
    start,
    held => held.ref.uid,
    (held): [Explored, readonly StuckObject[]] => {
      const holdings = lookAt(held, () => once(facts, held, () => ask(held)))
      return [{ held, holdings }, holdings.flatMap(({ waitingFor = NONE }) => waitingFor.map(waited => waited.held))]
    },
  )
  return graphOf(nodes, ({ holdings }) =>
    holdings.flatMap(({ waitingFor = NONE }) => waitingFor.map(({ ref }) => ref.uid)),
  )
}

/** Of objects that are alike in all namespaces, so many times as many as in one may be looked at in vain. */
const PLACES = 8

/**
 * Objects that are alike mostly ask the same questions: the first asks, and the others wait for the next round. As some
 * ask more, from the second round on the next is looked at while each brings a new question, and twice as many as in
 * the round before may bring none. In the first round, which has most questions, only those of one namespace are alike.
 * Without a question, as in the last round, none is put off, so that an answer always covers all.
 */
function onceForAlike({ facts: { unanswered } }: RuleContext) {
  const fruitless = new Map<string, number>()
  return (held: StuckObject, look: () => readonly Blocker[]): readonly Blocker[] => {
    if (unanswered === undefined) return look()
    const { ref, finalizers, meta } = held
    const most = 2 ** unanswered.round
    const names = finalizers.map(({ name }) => name)
    const like = [ref.resource, meta.deletionTimestamp !== undefined, ...names].join(' ')
    const likeHere = `${ref.namespace ?? ''} ${like}`
    const [inVain, inVainHere] = [fruitless.get(like) ?? 0, fruitless.get(likeHere) ?? 0]
    if (inVainHere >= most || (unanswered.round > 0 && inVain >= PLACES * most)) return []
    const [met, asked] = [unanswered.met, unanswered.asked]
    const holdings = look()
    const isNew = unanswered.round > 0 && unanswered.asked > asked
    if (unanswered.met > met && !isNew) fruitless.set(like, inVain + 1).set(likeHere, inVainHere + 1)
    return holdings
  }
}

/**
 * Of thousands of objects with one cause, only the first keeps it whole, and the others keep only what differs, to save
 * memory. To be given the holdings of each object in the order in which they are told.
 */
export function sharedDrafts(): (holdings: readonly Blocker[]) => readonly Blocker[] {
  const firsts = new Map<string, Blocker>()
  const shareEvidence = sharedEvidence()
  const alone = oncePer((holding: Blocker): readonly Blocker[] => [holding])
  return holdings => {
    const shared = holdings.map(holding => {
      const { cause } = holding
      if (cause === undefined) return holding
      const first = firsts.get(cause.key)
      if (first?.cause === undefined) {
        firsts.set(cause.key, holding)
        return holding
      }
      const shared = likeFirst(cause, first.cause, shareEvidence)
      const isSame = shared === first.cause && isBare(holding) && isBare(first) && holding.verdict === first.verdict
      return isSame ? first : { ...holding, cause: shared }
    })
    return shared.length === 1 ? alone(shared[0]!) : shared
  }
}

function likeFirst(
  { finalizer, evidence, incomplete, undecided }: CauseDraft,
  first: CauseDraft,
  shareEvidence: (evidence: Evidence) => Evidence,
): CauseDraft {
  const isSame =
    finalizer === first.finalizer &&
    incomplete === first.incomplete &&
    undecided === first.undecided &&
    evidence.length === first.evidence.length &&
    evidence.every((each, at) => each === first.evidence[at] || evidenceKey(each) === evidenceKey(first.evidence[at]!))
  return isSame ? first : { ...first, finalizer, incomplete, undecided, evidence: evidence.map(shareEvidence) }
}

export function evidenceKey({ fact, source }: Evidence): string {
  return `${sentenceKey(fact)}\0${sentenceKey(source)}`
}

function isBare({ waitingFor, missing }: Blocker): boolean {
  return waitingFor === undefined && missing === undefined
}

function sharedEvidence(): (evidence: Evidence) => Evidence {
  const known = new Map<string, Evidence>()
  return evidence => {
    const key = evidenceKey(evidence)
    const same = known.get(key) ?? evidence
    known.set(key, same)
    return same
  }
}
