import { DEFINITIONS } from '../../api/definitions.ts'
import { seenOf } from '../../api/fact.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { placedText } from '../../api/object-text.ts'
import { areSame, message, type Sentence } from '../../messages/sentence.ts'
import type { Cause, CauseCode } from '../explanation.ts'
import { BY_ORDER, type StuckObject } from '../stuck-object.ts'
import { consumersOf } from '../volumes/consumers.ts'
import type { Arranged, Foresight } from './foresee.ts'
import type { UnnumberedWave, Wave } from './foreseen.ts'
import { inWrittenOrder, type Orders } from './in-written-order.ts'
import { lostBy } from './lost.ts'
import { makersFirst, reachedOwner } from './makers-first.ts'
import type { Reached } from './reach.ts'

/**
 * The order in which all of it would go, each wave when the one before is gone; none if something would be blocked in
 * any order. First, what needs a controller or a webhook in reach, after what would recreate it; then the rest. Orders
 * that others wrote count where these allow it.
 */
export function orderOf(foreseen: Foresight, causes: readonly Cause[], arranged?: Arranged): readonly Wave[] {
  const { reach } = foreseen
  const holding = causes.filter(({ verdict }) => verdict !== 'progressing')
  if (!holding.every(cause => isOfOrder(cause, foreseen))) return []
  const targets = [...reach.values()].filter(({ why }) => why === 'Target').map(({ held }) => held.ref)
  const first = makersFirst(neededFirst(holding, foreseen), reach)
  const taken = new Set(first.flatMap(({ refs }) => refs.map(({ uid }) => uid)))
  const rest = targets.filter(({ uid }) => !taken.has(uid))
  const waves = [...first, ...byKind(rest, arranged?.lists)]
  if (arranged === undefined) return numbered(waves)
  const objects = waves.flatMap(({ refs }) => refs.map(({ uid }) => reach.get(uid)!.held))
  const tiered = waves.map(wave => ({ ...wave, tier: TIERS.indexOf(wave.reason) }))
  const orders = { written: arranged.orders(objects), ...freedom(holding, first, foreseen) }
  const { compare } = arranged
  const ordered = inWrittenOrder(tiered, orders)
  return numbered(compare === undefined ? ordered : ordered.map(w => ({ ...w, refs: w.refs.toSorted(compare) })))
}

/** Those before them, -1, need something that goes too. */
const TIERS: readonly Wave['reason'][] = ['Rest', 'Definitions', 'Namespaces', 'Lists']

function neededFirst(holding: readonly Cause[], foreseen: Foresight): readonly UnnumberedWave[] {
  const { reach, diagnosis } = foreseen
  const first: UnnumberedWave[] = []
  const taken = new Set<string>()
  for (const cause of holding) {
    const held = [...diagnosis.direct]
      .filter(([uid, direct]) => !taken.has(uid) && direct.some(each => each.cause.id === cause.id))
      .flatMap(([uid]) => reach.get(uid) ?? [])
    const { users, refs, volumes } = claimsFirst(held, cause.subject, foreseen)
    const left = (of: readonly ObjectRef[]) => of.filter(({ uid }) => !taken.has(uid))
    const [newUsers, newRefs] = [left(users), left(refs)]
    for (const { uid } of [...newUsers, ...newRefs]) taken.add(uid)
    if (newUsers.length > 0) first.push({ reason: 'UsesClaim', refs: newUsers, before: refs })
    const before = 'uid' in cause.subject ? [cause.subject] : []
    // Claims that an earlier wave has, for a cause of their own, take their volumes with them there.
    const at =
      newRefs.length > 0 ? first.length : first.findIndex(each => each.refs.some(({ uid }) => uid === refs[0]?.uid))
    if (at < 0) continue
    const wave = first[at] ?? { reason: REASONS[cause.code] ?? 'NeedsOther', refs: newRefs }
    const all = [...(wave.before ?? []), ...before]
    first[at] = { ...wave, ...(all.length > 0 && { before: all }), ...(volumes.length > 0 && { awaited: volumes }) }
  }
  return first
}

/**
 * What of the rest may go before what needs something: workloads, where these are not what is needed, and serve
 * nothing that is called.
 */
function freedom(
  holding: readonly Cause[],
  first: readonly UnnumberedWave[],
  { reach, lost }: Foresight,
): Pick<Orders, 'proven' | 'mayGoEarlier'> {
  const needed = new Set(holding.flatMap(({ subject }) => targetsWith(subject, reach)))
  const serves = lost.webhooks.length + lost.apis.length + lost.conversions.length > 0
  return {
    proven: first.flatMap(({ refs, before = [] }) =>
      before.flatMap(subject =>
        targetsWith(subject, reach).map(later => ({ first: refs.map(({ uid }) => uid), later })),
      ),
    ),
    mayGoEarlier: uid => !serves && !needed.has(uid) && WORKLOADS.has(reach.get(uid)?.held.ref.resource ?? ''),
  }
}

const WORKLOADS: ReadonlySet<string> = new Set([
  'pods',
  'deployments.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'replicasets.apps',
  'jobs.batch',
  'cronjobs.batch',
])

/** Uids of the targets with which something goes. */
function targetsWith(subject: Cause['subject'], reach: Foresight['reach']): readonly string[] {
  return [...reach.values()].flatMap(reached => {
    const { ref } = reached.held
    const isSubject =
      'uid' in subject
        ? ref.uid === subject.uid
        : ref.kind === subject.kind && ref.name === subject.name && ref.namespace === subject.namespace
    if (!isSubject) return []
    let from = reached
    while (from.why !== 'Target') from = reach.get(from.of.uid)!
    return [from.held.ref.uid]
  })
}

/** The order by kind alone: CRDs and namespaces, with which others go, come last. */
export function plainOrder(targets: readonly ObjectRef[]): readonly Wave[] {
  return numbered(byKind(targets))
}

const REASONS: Partial<Record<CauseCode, Wave['reason']>> = {
  WebhookUnavailable: 'NeedsWebhook',
  ControllerMissing: 'NeedsController',
}

function byKind(refs: readonly ObjectRef[], lists: ReadonlySet<string> = new Set()): readonly UnnumberedWave[] {
  const own = refs.filter(({ uid }) => !lists.has(uid))
  const of = (is: (ref: ObjectRef) => boolean): readonly ObjectRef[] => own.filter(is)
  const kinds: readonly UnnumberedWave[] = [
    { reason: 'Rest', refs: of(({ resource }) => resource !== DEFINITIONS && resource !== 'namespaces') },
    { reason: 'Definitions', refs: of(({ resource }) => resource === DEFINITIONS) },
    { reason: 'Namespaces', refs: of(({ resource }) => resource === 'namespaces') },
    { reason: 'Lists', refs: refs.filter(({ uid }) => lists.has(uid)) },
  ]
  return kinds.filter(kind => kind.refs.length > 0)
}

function numbered(waves: readonly UnnumberedWave[]): readonly Wave[] {
  return waves.map((wave, index) => ({ wave: index + 1, ...wave, why: whyOf(wave) }))
}

function whyOf({ reason, before = [], awaited = [], written = [], unfollowed = [] }: UnnumberedWave): Sentence {
  const names = before.map(placedText)
  return message('WhyInWave', { reason, before: names, awaited: awaited.length > 0, written, unfollowed })
}

const OTHERS: ReadonlySet<CauseCode> = new Set(['ControllerForbidden', 'ReferenceMissing'])

/** Whether it only comes of what is deleted together. */
function isOfOrder({ code, subject, evidence }: Cause, { reach, lost }: Foresight): boolean {
  // What its cleanup needs is deleted at the same time: a right of its controller, or what the object names.
  if (OTHERS.has(code)) return evidence.some(({ source }) => areSame(source, BY_ORDER))
  if (code === 'WebhookUnavailable') return lostBy(subject, lost.webhooks).length > 0
  return code === 'ControllerMissing' && 'uid' in subject && reach.has(subject.uid) && subject.resource !== DEFINITIONS
}

/**
 * What is deleted so that these go: in place of a volume its claim, after what uses that. The provisioner deletes a
 * volume with its data once its claim is gone, and the claim waits for the Pods that use it: what controls these Pods
 * goes first, unless it is `subject` or controlled by it.
 */
function claimsFirst(held: readonly Reached[], subject: Cause['subject'], { reach, context }: Foresight) {
  const volumes = held.filter(({ why }) => why === 'Volume')
  const claims = volumes.map(({ of }) => reach.get(of.uid)!.held)
  const users = claims.flatMap(claim => usersOf(claim, context)).flatMap(uid => topOf(uid, subject, reach))
  return {
    users: [...new Map(users.map(ref => [ref.uid, ref])).values()],
    refs: held.map(each => (each.why === 'Volume' ? each.of : each.held.ref)),
    volumes: volumes.map(({ held: { ref } }) => ref),
  }
}

function usersOf(claim: StuckObject, { facts }: Foresight['context']): readonly string[] {
  const pods = facts.read({ about: 'list', resource: 'pods', namespace: claim.ref.namespace ?? '' })
  return consumersOf(claim, seenOf(pods) ?? [], facts).map(({ metadata }) => metadata.uid)
}

/** The outermost object in reach that controls it, or itself; none where that is what is to stay until then. */
function topOf(uid: string, subject: Cause['subject'], reach: Foresight['reach']): readonly ObjectRef[] {
  let top = reach.get(uid)
  for (let owner = top; owner !== undefined; owner = reachedOwner(owner.held.ref.uid, reach)) {
    if ('uid' in subject && owner.held.ref.uid === subject.uid) return []
    top = owner
  }
  return top === undefined ? [] : [top.held.ref]
}
