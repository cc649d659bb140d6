import { isAbsence } from '../../api/absence.ts'
import { DEFINITIONS } from '../../api/definitions.ts'
import { ApiFailure } from '../../api/failure.ts'
import { append } from '../../api/long-lists.ts'
import { nameOf } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { isLeftOutOfSurvey } from '../../api/skipped-groups.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { preferredTypes } from '../../cluster/discovery/discovery.ts'
import { CONCURRENT_READS, mapConcurrently } from '../../cluster/map-concurrently.ts'
import { EXPIRING, readNamespaceContent } from '../../cluster/namespace-content.ts'
import { DEFAULT_PAGE_SIZE, type Finding, scan } from '../../cluster/scan/scan.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { Loss, Preflight } from '../../diagnosis/preflight/foreseen.ts'
import { heldOf, type StuckObject } from '../../diagnosis/stuck-object.ts'
import type { OpenCluster } from '../../execute/ordered/ordered-tools.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import { comesWithIt } from '../../plan/guards/deleted-with-it.ts'
import { firstOf } from '../../plan/guards/namespace-content-text.ts'
import { losesData } from '../../plan/guards/taken-along.ts'
import type { LiveObject } from '../../plan/ordered/live-groups.ts'
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

/** What would go, or be lost, and was not shown or agreed to. */
export function lostSince(shown: Preflight, { preflight, seen }: PreflightResult): readonly Refusal[] {
  // A volume is told of by its data.
  const reached = preflight.reach.flatMap(({ ref, why }) => (why === 'Volume' ? [] : (seen.get(ref.uid) ?? [])))
  const unseen = unshownOf(reached, shown)
  const told = new Set(shown.loses.map(keyOf))
  const more = losesData({ loses: preflight.loses.filter(loss => !told.has(keyOf(loss))), reach: [], unreadable: [] })
  const whys = [...(more === undefined ? [] : [message('LostUnshown', { why: more.why })]), ...unseen]
  return whys.map(why => ({ guard: 'Changed', why, ...(why === whys.at(-1) && { instead: message('RunAgain') }) }))
}

/**
 * Why a wave is not begun: what came since would go with its Namespaces and CRDs, or is of a type in `served` and would
 * get stuck without its operator (what has no finalizer only stays: many operators write reports all the time); or it
 * cannot be read whether anything came. Rejects with ApiFailure where nothing can be.
 */
export async function cameSince(
  wave: readonly Pick<LiveObject, 'ref'>[],
  shown: Shown,
  served: readonly string[],
  { transport, discovery }: OpenCluster,
  signal: AbortSignal,
): Promise<Sentence | undefined> {
  const going = new Set(wave.flatMap(({ ref }) => (ref.resource === DEFINITIONS ? ref.name : [])))
  const names = new Set([...served, ...going])
  const types = preferredTypes(discovery.types).filter(each => names.has(resourceName(each)))
  const options = { types, pageSize: DEFAULT_PAGE_SIZE, wanted: { everything: true }, signal }
  const { findings, unreadable } = await scan(transport, options)
  const there: There[] = findings
    .filter(({ type, meta }) => going.has(resourceName(type)) || (meta.finalizers ?? []).length > 0)
    .map(({ type, meta }) => heldOf(type, meta))
  const unread = [...unreadable]
  for (const { ref } of wave.filter(each => each.ref.resource === 'namespaces')) {
    const content = await readNamespaceContent(transport, ref.name, signal)
    append(there, content.objects)
    append(unread, content.unreadable)
  }
  const passed = new Set(shown.unreadable.map(({ resource }) => resource))
  const isGap = ({ resource, reason }: Unreadable): boolean =>
    !passed.has(resource) && reason !== 'MethodNotAllowed' && !isLeftOutOfSurvey(resource)
  const gap = unread.find(isGap)
  if (gap !== undefined) return message('ResourceUnread', { resource: gap.resource, why: gap.message })
  return unshownOf(there, shown)[0]
}

/** What whoever agreed was shown of it. */
interface Shown {
  readonly reach: readonly Pick<StuckObject, 'ref'>[]
  readonly unreadable: readonly { readonly resource: string }[]
}

type There = Pick<StuckObject, 'ref' | 'meta'>

/**
 * That some of these were not shown. What a controller that goes too makes is its own, with what an agent hangs on it,
 * as on each Pod; what a survey leaves out was never to be shown.
 */
function unshownOf(there: readonly There[], { reach }: Pick<Shown, 'reach'>): readonly Sentence[] {
  const known = new Set(reach.map(({ ref }) => ref.uid))
  const byUid = new Map(there.map(({ ref, meta }) => [ref.uid, meta]))
  const ownersOf = (uid: string) => byUid.get(uid)?.ownerReferences ?? []
  const isMade = (uid: string): boolean =>
    ownersOf(uid).some(owner => owner.controller && (known.has(owner.uid) || byUid.has(owner.uid)))
  const unseen = there.filter(({ ref }) => {
    const isPassing = PASSING.has(ref.resource) || isLeftOutOfSurvey(ref.resource) || comesWithIt({ ref })
    if (known.has(ref.uid) || isPassing || isMade(ref.uid)) return false
    return !ownersOf(ref.uid).some(({ uid }) => !known.has(uid) && isMade(uid))
  })
  return unseen.length === 0 ? [] : [message('GoesUnshown', { objects: firstOf(unseen.map(({ ref }) => nameOf(ref))) })]
}

function keyOf({ ref, what, cleans }: Loss): string {
  return `${ref.uid} ${what} ${cleans?.finalizer ?? ''}`
}
