import type { Fact, RemovalAnswer } from '../../api/fact.ts'
import type { Held, RuleContext } from '../held.ts'
import { once } from '../once.ts'
import { type Rejection, rejectionOf } from './rejection.ts'

/** Dry runs in all, so that thousands of stuck objects do not mean thousands of requests. */
export const MOST_PROBES = 50

/** What is known about the removal of an object's finalizers. */
export interface Probed {
  readonly state: 'accepted' | 'rejected' | 'unknown' | 'pending'
  /** Where rejected. */
  readonly rejection?: Rejection
  /** Where accepted: finalizers that are there all the same. */
  readonly readded: readonly string[]
  /** The object that was probed: another one, where this one was left out and that one stands for its like. */
  readonly probe: Held
  /** Objects of the same like that were not probed, because there are too many. */
  readonly notProbed: number
}

/**
 * The server's own answer, by dry run, to the removal of all metadata.finalizers of a terminating object; undefined for
 * an object that has none. One object of each (resource, namespace, finalizers) is asked about first, then the others, up
 * to MOST_PROBES in all; for what is beyond that, the one of its like stands, if there is one.
 */
export function probeOf(held: Held, context: RuleContext): Probed | undefined {
  if (held.meta.deletionTimestamp === undefined || (held.meta.finalizers ?? []).length === 0) return undefined
  const { probed, first, likes } = planOf(context)
  const like = likeOf(held)
  const representative = first.get(like) ?? held
  const notProbed = likes.get(like) ?? 0
  if (!probed.has(representative.ref.uid)) return { state: 'unknown', readded: [], probe: held, notProbed }
  const shared = read(representative, context, { probe: representative, notProbed })
  // What stands for all need not be asked of each: the first answer tells.
  if (held === representative || shared.state === 'pending' || standsForAll(shared)) return shared
  return probed.has(held.ref.uid) ? read(held, context, { probe: held, notProbed }) : shared
}

/** A webhook that nothing answers, and a missing right, are not about the one object. */
function standsForAll({ rejection }: Probed): boolean {
  return rejection?.by === 'silent webhook' || rejection?.by === 'probe' || rejection?.by === 'conversion'
}

function read(held: Held, { facts }: RuleContext, rest: Pick<Probed, 'probe' | 'notProbed'>): Probed {
  const { ref, meta } = held
  const finalizers = meta.finalizers ?? []
  const fact: Fact<RemovalAnswer> = facts.read({
    about: 'removal',
    resource: ref.resource,
    ...(ref.namespace !== undefined && { namespace: ref.namespace }),
    name: ref.name,
    uid: ref.uid,
    finalizers,
  })
  if (fact.state === 'pending') return { state: 'pending', readded: [], ...rest }
  if (fact.state === 'unreadable') {
    const { message } = fact.why
    // The object could not even be read: by its words the server says why.
    const rejection = rejectionOf({ accepted: false, code: 500, reason: fact.why.reason, message, causes: [] })
    return { state: rejection.by === 'something else' ? 'unknown' : 'rejected', rejection, readded: [], ...rest }
  }
  if (fact.state === 'absent') return { state: 'unknown', readded: [], ...rest }
  if (!fact.value.accepted) return { state: 'rejected', rejection: rejectionOf(fact.value), readded: [], ...rest }
  const left = new Set(fact.value.finalizersLeft)
  return { state: 'accepted', readded: finalizers.filter(name => left.has(name)), ...rest }
}

interface Plan {
  /** By uid. */
  readonly probed: ReadonlySet<string>
  /** The one that stands for its like. */
  readonly first: ReadonlyMap<string, Held>
  /** How many of a like are not probed. */
  readonly likes: ReadonlyMap<string, number>
}

/** What is asked for comes first, then what else is terminating. */
function planOf({ facts, asked, terminating }: RuleContext): Plan {
  return once(facts, 'admission/probes', () => {
    const candidates = [...new Set([...asked, ...terminating.values()])].filter(
      ({ meta }) => meta.deletionTimestamp !== undefined && (meta.finalizers ?? []).length > 0,
    )
    const byLike = Map.groupBy(candidates, likeOf)
    const first = new Map([...byLike].map(([like, [held]]) => [like, held!]))
    const representatives = new Set(first.values())
    const others = candidates.filter(held => !representatives.has(held))
    const probed = new Set([...representatives, ...others].slice(0, MOST_PROBES).map(({ ref }) => ref.uid))
    const likes = new Map(
      [...byLike].map(([like, held]) => [like, held.filter(({ ref }) => !probed.has(ref.uid)).length]),
    )
    return { probed, first, likes }
  })
}

function likeOf({ ref, meta }: Held): string {
  return JSON.stringify([ref.resource, ref.namespace, (meta.finalizers ?? []).toSorted()])
}
