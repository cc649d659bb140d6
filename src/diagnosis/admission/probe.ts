import type { Fact, RemovalAnswer } from '../../api/fact.ts'
import { NONE } from '../../api/long-lists.ts'
import { oncePer } from '../../api/once-per.ts'
import { NOT_RECORDED, serverWords } from '../../api/terminating.ts'
import { type Rejection, rejectionOf } from '../../statements/rejection.ts'
import { eachTogether } from '../answered.ts'
import { once } from '../facts.ts'
import { isCustom, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { type Situation, situationOf } from './situation.ts'

/** Dry runs in all, so that thousands of stuck objects do not mean thousands of requests. */
export const MAX_PROBES = 50

export interface Probed {
  readonly state: 'accepted' | 'rejected' | 'unknown'
  readonly rejection?: Rejection
  /** Where accepted: finalizers that are there all the same. */
  readonly readded: readonly string[]
  /** The object that was probed: another one, where this one was left out and that one stands for its like. */
  readonly probe: StuckObject
  /** Objects of the same like that were not probed, because there are too many. */
  readonly notProbed: number
  /** Left out, and no answer stands for it: so many others came first, or it is `outside` of what was asked for. */
  readonly untriedAfter?: number | 'outside'
}

/**
 * The server's own answer, by dry run, to the removal of all metadata.finalizers of a terminating object; undefined if
 * it has none. MAX_PROBES in all are asked about, distinct situations first (see planOf). For the rest, an answer about
 * the configuration that another one got counts; else they are untried, and nothing is known.
 */
export function probeOf(held: StuckObject, context: RuleContext): Probed | undefined {
  if (held.meta.deletionTimestamp === undefined || (held.meta.finalizers ?? []).length === 0) return undefined
  return once(context.facts, 'removal', () => probed(held, context), held.ref.uid)
}

function probed(held: StuckObject, context: RuleContext): Probed {
  const plan = planOf(context)
  const { candidates, tried, spare, first, alike, likes, watched } = plan
  const like = plan.likeOf(held)
  const notProbed = likes.get(like) ?? 0
  const representative = first.get(like) ?? held
  const own = tried.has(held.ref.uid) ? held : undefined
  const other = tried.has(representative.ref.uid) ? representative : (alike(held) ?? own)
  if (other !== undefined) {
    const ofOther = () => read(other, context, { probe: other, notProbed })
    const shared = once(context.facts, `removal of ${other.ref.uid} for ${notProbed}`, ofOther)
    if (held === other || standsForAll(shared, other === representative)) return shared
    if (spare.has(held.ref.uid) && shared.state === 'accepted' && shared.readded.length === 0) return shared
    if (own !== undefined) return read(own, context, { probe: own, notProbed })
    // What a webhook or a policy denies, and what is not valid, is the one object that was tried.
    const isTelling = other === representative && (shared.rejection?.by === 'mutation' || shared.readded.length > 0)
    if (isTelling || (shared.state === 'accepted' && !watched(held))) return shared
  }
  if (!isRecorded(context, plan)) return { state: 'unknown', readded: NONE, probe: held, notProbed: 0 }
  const untriedAfter = candidates.has(held.ref.uid) ? tried.size : 'outside'
  return { state: 'unknown', readded: NONE, probe: held, notProbed, untriedAfter }
}

/** Whether there are dry runs at all: a dump has none, so that no object was left out for others. */
function isRecorded({ facts }: RuleContext, { tried }: Plan): boolean {
  const hasAnswer = (held: StuckObject): boolean => {
    const fact = facts.read(removalOf(held))
    return fact.state !== 'unreadable' || fact.why.reason !== NOT_RECORDED
  }
  return once(facts, 'admission/recorded', () => {
    const [first, ...others] = [...tried.values()]
    return first === undefined || hasAnswer(first) || eachTogether(others, hasAnswer).includes(true)
  })
}

/** An unanswered webhook or a missing permission concerns all alike; the permission, only in the same namespace. */
function standsForAll({ rejection }: Probed, isInOneNamespace: boolean): boolean {
  return (
    rejection?.by === 'silent webhook' ||
    rejection?.by === 'conversion' ||
    (rejection?.by === 'probe' && isInOneNamespace)
  )
}

const UNTRIED: ReadonlySet<string> = new Set([NOT_RECORDED, 'NotAsked', 'Interrupted'])

function read(held: StuckObject, { facts }: RuleContext, rest: Pick<Probed, 'probe' | 'notProbed'>): Probed {
  const fact: Fact<RemovalAnswer> = facts.read(removalOf(held))
  if (fact.state === 'unreadable') {
    const { reason } = fact.why
    if (UNTRIED.has(reason)) return { state: 'unknown', readded: [], ...rest }
    // The object could not even be read: by its words the server says why.
    const rejection = rejectionOf({ accepted: false, code: 500, reason, message: serverWords(fact.why), causes: [] })
    return { state: rejection.by === 'something else' ? 'unknown' : 'rejected', rejection, readded: [], ...rest }
  }
  if (fact.state === 'absent') return { state: 'unknown', readded: [], ...rest }
  if (!fact.value.accepted) return { state: 'rejected', rejection: rejectionOf(fact.value), readded: [], ...rest }
  const left = new Set(fact.value.finalizersLeft)
  return { state: 'accepted', readded: (held.meta.finalizers ?? []).filter(name => left.has(name)), ...rest }
}

function removalOf({ ref, meta }: StuckObject) {
  const { resource, namespace, name, uid } = ref
  return { about: 'removal', resource, namespace, name, uid, finalizers: meta.finalizers ?? [] } as const
}

interface Plan {
  /** By uid: of what is asked for. A chain may lead out of it, into another namespace. */
  readonly candidates: { has(uid: string): boolean }
  /** By uid. */
  readonly tried: ReadonlyMap<string, StuckObject>
  /** By uid, of what is tried: only where the first of its like is not accepted. To the server they are alike. */
  readonly spare: ReadonlyMap<string, StuckObject>
  /** The same for objects of which one stands for all. */
  readonly likeOf: (held: StuckObject) => string
  readonly first: ReadonlyMap<string, StuckObject>
  /** Of what is not tried, the one of the same type that the same webhooks and policies are asked about. */
  readonly alike: (held: StuckObject) => StuckObject | undefined
  /** How many of a like are not probed. */
  readonly likes: ReadonlyMap<string, number>
  readonly watched: (held: StuckObject) => boolean
}

/**
 * Which objects are probed: what is asked for by name comes first, being all there is then. Of too many, one for each
 * type and set of webhooks and policies; then, what these watch before the rest, one for each (resource, namespace,
 * finalizers), and the others: see `spare`. Each object of a custom type may break its schema by itself.
 */
function planOf({ facts, asked, terminating }: RuleContext): Plan {
  return once(facts, 'admission/probes', () => {
    const candidates = [...new Set([...asked, ...terminating.values()])].filter(
      ({ meta }) => meta.deletionTimestamp !== undefined && (meta.finalizers ?? []).length > 0,
    )
    if (candidates.length <= MAX_PROBES) {
      const tried = byUid(candidates)
      const first = firstOf(candidates, likeOf)
      const none = { spare: new Map(), alike: () => undefined, likes: new Map(), watched: () => true }
      return { ...none, candidates: new Set(tried.keys()), tried, likeOf, first }
    }
    const situations = eachTogether(candidates, held => situationOf(held, facts))
    const byKey = new Map(situations.map(each => [each.key, each]))
    const ofUid = new Map(candidates.map(({ ref }, at) => [ref.uid, byKey.get(situations[at]!.key)!]))
    return ranked(candidates, asked, ofUid)
  })
}

/** What may stand for others comes before those, and what a webhook or a policy watches before what is `Free`. */
const RANKS = ['named', 'distinct', 'distinctFree', 'first', 'alike', 'firstFree', 'alikeFree'] as const

function ranked(
  candidates: readonly StuckObject[],
  asked: readonly StuckObject[],
  situations: ReadonlyMap<string, Situation>,
): Plan {
  const keyOf = (held: StuckObject): string => situations.get(held.ref.uid)?.key ?? ''
  const watched = (held: StuckObject): boolean => situations.get(held.ref.uid)?.watched ?? true
  const likeAndKey = (held: StuckObject): string => `${likeOf(held)} ${keyOf(held)}`
  const [distinct, first] = [firstOf(candidates, keyOf), firstOf(candidates, likeAndKey)]
  const named = new Set(asked.length < MAX_PROBES ? asked : [])
  const rankOf = (held: StuckObject): (typeof RANKS)[number] => {
    if (named.has(held)) return 'named'
    const is =
      distinct.get(keyOf(held)) === held ? 'distinct' : first.get(likeAndKey(held)) === held ? 'first' : 'alike'
    return watched(held) ? is : `${is}Free`
  }
  const byRank = Map.groupBy(candidates, rankOf)
  const ordered = RANKS.flatMap(rank => byRank.get(rank) ?? [])
  const tried = byUid(ordered.slice(0, MAX_PROBES))
  const left = ordered.slice(MAX_PROBES)
  const likes = Map.groupBy(left, likeAndKey)
  return {
    candidates: situations,
    tried,
    spare: byUid((byRank.get('alikeFree') ?? []).filter(held => !isCustom(held))),
    likeOf: likeAndKey,
    first,
    alike: held => tried.get((tried.has(held.ref.uid) ? undefined : distinct.get(keyOf(held)))?.ref.uid ?? ''),
    likes: new Map([...likes].map(([like, held]) => [like, held.length])),
    watched,
  }
}

function byUid(held: readonly StuckObject[]): ReadonlyMap<string, StuckObject> {
  return new Map(held.map(each => [each.ref.uid, each]))
}

function firstOf(
  candidates: readonly StuckObject[],
  keyOf: (held: StuckObject) => string,
): ReadonlyMap<string, StuckObject> {
  return new Map(candidates.toReversed().map(held => [keyOf(held), held]))
}

function likeOf({ ref, meta }: StuckObject): string {
  return `${ref.resource} ${ref.namespace} ${finalizersKey(meta.finalizers ?? NONE).key}`
}

const finalizersKey = oncePer((finalizers: readonly string[]) => ({ key: JSON.stringify(finalizers.toSorted()) }))
