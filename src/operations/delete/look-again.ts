import { isAbsence } from '../../api/absence.ts'
import { ApiFailure } from '../../api/failure.ts'
import { nameOf, type ObjectRef } from '../../api/object-ref.ts'
import { CONCURRENT_READS, mapConcurrently } from '../../cluster/map-concurrently.ts'
import { EXPIRING } from '../../cluster/namespace-content.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { Loss, Preflight } from '../../diagnosis/preflight/foreseen.ts'
import { message } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import { comesWithIt } from '../../plan/guards/deleted-with-it.ts'
import { firstOf } from '../../plan/guards/namespace-content-text.ts'
import { losesData } from '../../plan/guards/taken-along.ts'
import { readMeta } from '../inspect/named-objects.ts'
import type { PreflightResult } from '../preflight/preflight-cluster.ts'

/** They come by themselves and hold nothing: who leads, and where the Pods are of a Service that is told itself. */
const PASSING: ReadonlySet<string> = new Set([...EXPIRING, 'leases.coordination.k8s.io', 'endpoints'])

/** The targets as they are now, without those that are gone or replaced: their deletion fails by itself. */
export async function stillThere(found: readonly Finding[], by: Transport, signal: AbortSignal): Promise<Finding[]> {
  const now: Finding[] = []
  await mapConcurrently(CONCURRENT_READS, found, async ({ type, meta }) => {
    const read = await readMeta(by, type, meta.name, meta.namespace ?? '', signal)
    if (read instanceof ApiFailure && !isAbsence(read, meta.name)) throw read
    if (!(read instanceof ApiFailure) && read.meta.uid === meta.uid) now.push(read)
  })
  return now
}

/**
 * What would go, or be lost, and was not shown or agreed to. What a controller in reach makes is its own, with what an
 * agent hangs on it, as on each Pod.
 */
export function lostSince(shown: Preflight, { preflight, seen }: PreflightResult): readonly Refusal[] {
  const known = new Set(shown.reach.map(({ ref }) => ref.uid))
  const ownersOf = ({ uid }: Pick<ObjectRef, 'uid'>) => seen.get(uid)?.meta.ownerReferences ?? []
  const isMade = (ref: Pick<ObjectRef, 'uid'>): boolean =>
    ownersOf(ref).some(owner => owner.controller && seen.has(owner.uid))
  const hangsOnMade = (ref: ObjectRef): boolean => ownersOf(ref).some(owner => !known.has(owner.uid) && isMade(owner))
  const unseen = preflight.reach.flatMap(({ ref, why }) => {
    // A volume is told of by its data.
    if (why === 'Volume' || known.has(ref.uid) || PASSING.has(ref.resource) || comesWithIt({ ref })) return []
    return isMade(ref) || hangsOnMade(ref) ? [] : [ref]
  })
  const told = new Set(shown.loses.map(keyOf))
  const more = losesData({ loses: preflight.loses.filter(loss => !told.has(keyOf(loss))), reach: [], unreadable: [] })
  const whys = [
    ...(more === undefined ? [] : [message('LostUnshown', { why: more.why })]),
    ...(unseen.length === 0 ? [] : [message('GoesUnshown', { objects: firstOf(unseen.map(nameOf)) })]),
  ]
  return whys.map(why => ({ guard: 'Changed', why, ...(why === whys.at(-1) && { instead: message('RunAgain') }) }))
}

function keyOf({ ref, what, cleans }: Loss): string {
  return `${ref.uid} ${what} ${cleans?.finalizer ?? ''}`
}
