import { smallest } from '../../api/long-lists.ts'
import type { KubeObject } from '../../api/object.ts'
import { type Identity, isSameStart, METRICS_PATH, type Watchers, type WatchLook } from '../../api/watchers.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import { controllerManager } from '../controller-manager-lease.ts'
import { type Evidence, type Remedy, toInspect, toWait } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { commandLine } from '../shell-quote.ts'
import { formatSeconds, SERVER_SETTLED_SECONDS, SETTLED_SECONDS } from '../thresholds.ts'

/** The one watch of every custom type: that of the garbage collector in kube-controller-manager. */
const OWN_WATCHES = 1
/** In so many other API groups has every type to have more, for a client that watches everything to be in it. */
const MIN_GROUPS = 3
/**
 * Whether anything listens to a type, here or anywhere, by what the API servers count. `some`: more watches than
 * kube-controller-manager's own and what every type has; an open watch is proof that a client is there, not that it
 * works. `none`: every server was read, and no watch but kube-controller-manager's own is open, so that no controller
 * is alive that is built on watches; one that polls may be. `untold`: neither, and why.
 */
export type Listeners =
  | { readonly are: 'unasked' }
  | { readonly are: 'some' | 'none'; readonly evidence: readonly Evidence[] }
  /** `passes`: all that speaks against the count ends with time. */
  | { readonly are: 'untold'; readonly evidence: readonly Evidence[]; readonly passes: boolean }
  /** `forbidden`: a permission would tell. */
  | { readonly are: 'unread'; readonly evidence: readonly Evidence[]; readonly forbidden: boolean }

type Doubt = { readonly why: Sentence; readonly passes: boolean }

/** What is told of those of a type by its CRD; asked at most once in a run. */
export function listenersOf(definition: KubeObject, facts: Facts): Listeners {
  const resource = definition.metadata.name
  const watchers = facts.read({ about: 'watchers', resource })
  if (watchers.state !== 'known') {
    const text = watchers.state === 'unreadable' ? watchers.why.message : undefined
    const fact = message('WatchesNotRead', { resource, text })
    const forbidden = watchers.state === 'unreadable' && watchers.why.reason === 'Forbidden'
    return { are: 'unread', evidence: [told(fact)], forbidden }
  }
  const manager = controllerManager(facts)
  const last = watchers.value.looks.at(-1)!
  const common = commonIn(last)
  const tried = attempts(watchers.value, resource)
  if (last.open > common) return { are: 'some', evidence: [told(someListen(resource, last, common)), ...tried] }
  const doubts = [
    ...countDoubts(watchers.value, resource, common),
    ...serverDoubts(watchers.value, facts.now),
    ...managerDoubts(manager),
    ...(ageOf(definition.metadata.creationTimestamp, facts.now) >= SETTLED_SECONDS
      ? []
      : [{ why: message('DefinitionYoung'), passes: true }]),
  ]
  if (doubts.length === 0) return { are: 'none', evidence: [told(message('OnlyManagerWatches'))] }
  const fact = message('WatchesProveNothing', { resource, doubts: doubts.map(({ why }) => why) })
  return { are: 'untold', evidence: [told(fact), ...tried], passes: doubts.every(({ passes }) => passes) }
}

function told(fact: Sentence): Evidence {
  return { fact, source: METRICS_PATH }
}

/** What every type has: kube-controller-manager's own, and that of a client that watches everything, if there is. */
function commonIn({ others }: WatchLook): number {
  return others !== undefined && others.groups >= MIN_GROUPS ? Math.max(OWN_WATCHES, others.least) : OWN_WATCHES
}

function someListen(resource: string, { open }: WatchLook, common: number): Sentence {
  const beside = common === OWN_WATCHES ? 'manager' : 'every type'
  return message('SomethingListens', { resource, more: open - common, beside })
}

function countDoubts({ looks }: Watchers, resource: string, common: number): readonly Doubt[] {
  const last = looks.at(-1)!
  if (last.open !== OWN_WATCHES) {
    const why =
      last.open < OWN_WATCHES ? message('ManagerWatchNotOpen') : message('EveryTypeHasAsMany', { count: common })
    return [{ why, passes: false }]
  }
  if (last.podTemplates === 0) return [{ why: message('PodTemplatesUnwatched'), passes: false }]
  if (looks.length === 1) return [{ why: message('OnlyOneLook'), passes: true }]
  const asked = smallest(looks.slice(1).map((look, index) => askedBetween(looks[index]!, look)))
  const why = message('RequestsBetweenLooks', { count: asked, resource })
  const isStill = looks.every(look => look.open === last.open && sameServers(look, last))
  return [
    ...(isStill ? [] : [{ why: message('CountMoved'), passes: true }]),
    ...(asked === 0 ? [] : [{ why, passes: false }]),
  ]
}

/** Who tries to write objects of the type, and what the server answers: also those of clients that report nothing. */
function attempts({ looks, earlier }: Watchers, resource: string): readonly Evidence[] {
  const first = earlier?.look ?? looks[0]!
  const last = looks.at(-1)!
  if (!sameServers(first, last)) return []
  const more = Object.keys(last.ended)
    .filter(key => WRITES.has(key.split(' ')[0]!))
    .map(key => ({ key, count: (last.ended[key] ?? 0) - (first.ended[key] ?? 0) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  if (more.length === 0) return []
  const within = earlier && formatSeconds(earlier.seconds)
  const counts = more.map(({ key, count }) => {
    const [verb = '', ...answer] = key.split(' ')
    return { verb, answer: answer.join(' '), count }
  })
  return [told(message('WritesAnswered', { resource, within, counts }))]
}

const WRITES: ReadonlySet<string> = new Set(['PATCH', 'PUT', 'APPLY', 'DELETE'])

/**
 * What ended between two looks; the namespace controller lists after each deletion of a collection. One that did so
 * just before the first look counts as a request of someone else: the smallest of several such numbers is told.
 */
function askedBetween(first: WatchLook, second: WatchLook): number {
  const more = (key: string) => (second.ended[key] ?? 0) - (first.ended[key] ?? 0)
  const keys = Object.keys(second.ended)
  const collections = keys.filter(key => key.startsWith('DELETECOLLECTION ')).reduce((sum, key) => sum + more(key), 0)
  return Math.max(0, keys.reduce((sum, key) => sum + more(key), 0) - 2 * collections)
}

function sameServers(first: WatchLook, second: WatchLook): boolean {
  const starts = second.servers.toSorted((a, b) => a - b)
  const before = first.servers.toSorted((a, b) => a - b)
  return starts.length === before.length && starts.every((start, index) => isSameStart(start, before[index]!))
}

function managerDoubts(manager: ReturnType<typeof controllerManager>): readonly Doubt[] {
  if (manager.state !== 'works') return [{ why: manager.evidence.fact, passes: false }]
  const { sinceSeconds } = manager
  if (sinceSeconds === undefined) return [{ why: message('ManagerAgeUnknown'), passes: false }]
  if (sinceSeconds >= SETTLED_SECONDS) return []
  return [{ why: message('ManagerStarted', { ago: formatSeconds(sinceSeconds) }), passes: true }]
}

function serverDoubts({ identities, looks }: Watchers, now: Date): readonly Doubt[] {
  const { servers } = looks.at(-1)!
  const alive = identities?.filter(each => mayLive(each, now)).length ?? 0
  const latest = servers.reduce((last, startedAt) => Math.max(last, startedAt), Number.NEGATIVE_INFINITY)
  const youngest = now.getTime() / 1000 - latest
  const many =
    alive === 0 ? message('ServerCountUnknown') : message('NotAllServersAsked', { asked: servers.length, alive })
  const young = message('ServerStarted', { ago: formatSeconds(Math.max(0, youngest)) })
  return [
    ...(alive === servers.length ? [] : [{ why: many, passes: false }]),
    ...(youngest >= SERVER_SETTLED_SECONDS ? [] : [{ why: young, passes: true }]),
  ]
}

/** One whose time cannot be read counts: it may live. */
function mayLive({ renewedAt, seconds }: Identity, now: Date): boolean {
  const silent = (now.getTime() - Date.parse(renewedAt)) / 1000
  return !(silent > seconds)
}

function ageOf(time: string | undefined, now: Date): number {
  const age = (now.getTime() - Date.parse(time ?? '')) / 1000
  return Number.isNaN(age) ? 0 : age
}

/** How it could be told whether anything listens, where only time or a permission is missing. */
export function waysToTell(listeners: Listeners): readonly Remedy[] {
  if (listeners.are === 'untold' && listeners.passes) return [toWait(message('RunAgainForWatches'))]
  if (listeners.are !== 'unread' || !listeners.forbidden) return []
  return [toInspect(message('RunAgainForMetrics'), [commandLine('kubectl', 'auth', 'can-i', 'get', METRICS_PATH)])]
}

/** What is told of them; nothing where it was not asked. */
export function listenersEvidence(listeners: Listeners): readonly Evidence[] {
  return 'evidence' in listeners ? listeners.evidence : []
}
