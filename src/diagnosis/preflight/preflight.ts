import { IN_EVERY_NAMESPACE } from '../../api/namespace-type.ts'
import { nameOf } from '../../api/object-ref.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { message, sentenceKey } from '../../messages/sentence.ts'
import { together, whenAnswered } from '../answered.ts'
import type { Cause, ExplainedObject } from '../explanation.ts'
import { isOpenSince, once } from '../facts.ts'
import { ownerState } from '../ownership/owner-lookup.ts'
import type { Steps } from '../steps.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { breaksOf } from './breaks.ts'
import { type Foresight, foresee, type Question } from './foresee.ts'
import type { Preflight, PreflightVerdict, Return, Unchecked } from './foreseen.ts'
import { isAtWorkOnly, judgedCauses } from './judged.ts'
import { lossesOf } from './losses.ts'
import { managementsOf } from './marks.ts'
import { orderOf } from './order.ts'
import { othersOf } from './others.ts'
import type { Reached } from './reach.ts'

/** What the facts alone tell; the rest is who asked, and when. */
export interface Answer extends Omit<Preflight, 'takenAt' | 'server' | 'unreadable' | 'verdict'> {
  /** What would be left, with what each waits for. */
  readonly objects: readonly ExplainedObject[]
  /** What the deletion comes to as it is today, by uid. */
  readonly seen: ReadonlyMap<string, StuckObject>
}

/** What the deletion of the targets would do. undefined as long as a question has no answer. */
export function* preflight(question: Question, context: RuleContext): Steps<Answer | undefined> {
  const isOpen = isOpenSince(context.facts)
  const foreseen = yield* foresee(question, context)
  if (foreseen === undefined) return undefined
  return whenAnswered(() => answerOf(foreseen, question, context, isOpen))
}

function answerOf(
  foreseen: Foresight,
  { targets, everything, arranged }: Question,
  context: RuleContext,
  isOpen: () => boolean,
): Answer | undefined {
  const { reach, tried, diagnosis } = foreseen
  const [[loses, others], breaks, returns] = together(
    () => once(context.facts, reach, () => lossesAndOthers(reach, context, arranged)),
    () => breaksOf(foreseen, everything, context),
    () => returnsOf(reach, context),
  )
  // Until then the diagnosis is empty, and there is nothing to tell of it.
  if (isOpen()) return undefined
  const causes = judgedCauses(foreseen)
  return {
    targets: targets.map(({ ref }) => ref),
    refused: targets.filter(({ ref }) => foreseen.context.together?.refused.has(ref.uid)).map(({ ref }) => ref),
    reach: [...reach.values()].map(told),
    causes,
    seen: new Map(reach.entries().map(([uid, { held }]) => [uid, held])),
    objects: diagnosis.objects.map(object =>
      isLive(object.ref.uid, reach) ? { ...object, ageSeconds: undefined } : object,
    ),
    loses,
    breaks,
    returns,
    others,
    order: orderOf(foreseen, causes, arranged),
    unchecked: uncheckedIn(foreseen),
    checked: { objects: reach.size, dryRuns: tried.tried, alike: tried.alike },
  }
}

/** They look at each object, and mostly ask nothing: once for all rounds, then. */
function lossesAndOthers(reach: Foresight['reach'], context: RuleContext, arranged: Question['arranged']) {
  return together(
    () => lossesOf(reachedOnPurpose(reach), context),
    () => othersOf(reach, context, arranged?.served),
  )
}

/** A volume goes with its claim, which tells of its data. */
function reachedOnPurpose(reach: Foresight['reach']): readonly StuckObject[] {
  return [...reach.values()].filter(({ why }) => why !== 'Volume').map(({ held }) => held)
}

/** A claim that a StatefulSet takes along is deleted by that set's retention policy, which made it a dependent. */
function told({ held: { ref }, why, of }: Reached): Preflight['reach'][number] {
  const isClaim = why === 'Dependent' && ref.resource === 'persistentvolumeclaims' && of.kind === 'StatefulSet'
  return { ref, why: isClaim ? 'Claim' : why, of }
}

/** Nothing has an age that is not being deleted yet. */
function isLive(uid: string, reach: Foresight['reach']): boolean {
  const reached = reach.get(uid)
  return reached !== undefined && reached.held.meta.deletionTimestamp === undefined
}

function uncheckedIn({ tried, unchecked }: Foresight): readonly Unchecked[] {
  const byReason = Map.groupBy(tried.unanswered, ({ why }) => sentenceKey(why))
  return [
    ...[...byReason.values()].map(
      ([first, ...others]) =>
        ({ what: 'DryRun', ref: first!.held.ref, count: 1 + others.length, why: first!.why }) as const,
    ),
    ...(tried.untried === 0 ? [] : [{ what: 'DryRun', count: tried.untried, why: message('TooManyWatched') } as const]),
    ...unchecked.values(),
  ]
}

/** `stuck` needs proof, and `clean` that nothing is missing of what could speak against it. */
export function verdictOn(
  { causes, unchecked }: Pick<Answer, 'unchecked'> & { readonly causes: readonly Cause[] },
  unreadable: readonly Unreadable[],
): PreflightVerdict {
  if (causes.some(({ verdict }) => verdict === 'stuck')) return 'stuck'
  const isOpen = causes.some(({ verdict }) => verdict === 'unknown') || unchecked.length > 0 || unreadable.length > 0
  if (isOpen) return 'unknown'
  return isAtWorkOnly(causes) ? 'clean' : 'waits'
}

/** What would be created again: of the targets, since all else goes with what it belongs to. */
function returnsOf(reach: ReadonlyMap<string, Reached>, context: RuleContext): readonly Return[] {
  const targets = [...reach.values()].filter(({ why }) => why === 'Target').map(({ held }) => held)
  return together(
    ...targets.map(
      held => () =>
        [...byOwner(held, reach, context), ...byKubernetes(held, reach), ...byTool(held)].map(by => ({
          ref: held.ref,
          by,
        })),
    ),
  ).flat()
}

/** A controller makes again what it keeps, as long as it is there itself. */
function byOwner(
  held: StuckObject,
  reach: ReadonlyMap<string, Reached>,
  context: RuleContext,
): readonly Return['by'][] {
  const owner = held.meta.ownerReferences?.find(({ controller }) => controller)
  if (owner === undefined || reach.has(owner.uid)) return []
  const state = ownerState(owner, held, context)
  if (state !== 'solid' && state !== 'unknown') return []
  return [{ who: owner.kind, name: owner.name, sure: state === 'solid' }]
}

/** As long as its namespace stays. */
function byKubernetes({ ref }: StuckObject, reach: ReadonlyMap<string, Reached>): readonly Return['by'][] {
  const name = IN_EVERY_NAMESPACE.get(nameOf(ref))
  if (name === undefined) return []
  const goes = reach.values().some(({ held }) => held.ref.resource === 'namespaces' && held.ref.name === ref.namespace)
  return goes ? [] : [{ who: 'kube-controller-manager', name: `(${name})`, sure: true }]
}

/** Marks of those that make their own again, and of which nothing more is known here. */
const MARKS: readonly { readonly who: string; readonly label?: string; readonly annotation?: string }[] = [
  { who: 'Operator Lifecycle Manager', label: 'olm.owner' },
  { who: 'Sveltos', annotation: 'projectsveltos.io/owner-name' },
  { who: 'Rancher Fleet', annotation: 'objectset.rio.cattle.io/id' },
  { who: 'Config Sync', annotation: 'configsync.gke.io/resource-id' },
  { who: 'Crossplane', label: 'crossplane.io/claim-name' },
]

/** A mark tells who made it, not whether it is still looked after. */
function byTool({ meta }: StuckObject): readonly Return['by'][] {
  const synced = managementsOf(meta, { weak: false }).filter(({ isGitOps }) => isGitOps)
  const found = [
    ...synced.map(({ who, name }) => ({ who, name, sure: false })),
    ...MARKS.flatMap(({ who, label, annotation }) => {
      const name = label === undefined ? meta.annotations?.[annotation!] : meta.labels?.[label]
      return name === undefined ? [] : [{ who, name, sure: false }]
    }),
  ]
  return found.slice(0, 1)
}
