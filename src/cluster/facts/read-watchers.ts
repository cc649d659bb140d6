import { garbled } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { oncePer } from '../../api/once-per.ts'
import { listPath } from '../../api/path.ts'
import type { Identity, Watchers, WatchLook } from '../../api/watchers.ts'
import { listAll } from '../list-pages.ts'
import { CHEAP_SECONDS, type Look, lookAtServers, unread } from '../metrics/look.ts'
import type { FactSource } from './fact-source.ts'

const LEASES = { group: 'coordination.k8s.io', version: 'v1', plural: 'leases' } as const
const IDENTITY = 'apiserver.kubernetes.io/identity=kube-apiserver'
const PAGE_SIZE = 100

/** A watch that the server ends after its time is opened again at once; a count of a moment later is another. */
const PAUSE_SECONDS = 0.25

/** Groups of Kubernetes itself, whose types have other watches by default, and of its projects. */
const OF_KUBERNETES = 'k8s.io'

/** How long a Lease holds where it does not say. */
const IDENTITY_SECONDS = 3600

/** What was read of the metrics, for all who ask of one source. */
interface Reading {
  readonly identities: readonly Identity[] | undefined
  readonly looks: readonly Look[]
  /** The last look of an earlier reading in the same run. */
  readonly before: Look | undefined
  /** Another look, once for all who want it; undefined where it would cost too much. */
  readonly third: (() => Promise<Look | undefined>) | undefined
}

const readingOf = oncePer(readAll)

/**
 * What the API servers count of the watches of a type and the requests about it. The metrics of a source are read for
 * all types together: twice where that is cheap, a third time where requests for the type ended in between. Of several
 * servers those are read that answer over new connections. Watches of this run are left out. Rejects with ApiFailure
 * where no metrics can be read, or where this run opened or ended a watch meanwhile, which may be counted or not.
 */
export async function readWatchers(source: FactSource, resource: string): Promise<Watchers> {
  const { identities, looks: read, before, third } = await readingOf(source)
  const two = read.map(look => lookOf(look, resource))
  const another = hasMoved(two) ? await third?.() : undefined
  if (hasMovedOwn(another === undefined ? read : [...read, another], resource))
    throw garbled(`a watch of ${resource} by this program was opened or ended while it was counted`)
  const looks = another === undefined ? two : [...two, lookOf(another, resource)]
  if (before === undefined) return { identities, looks }
  const seconds = ((another ?? read.at(-1)!).at - before.at) / 1000
  return { identities, looks, earlier: { look: lookOf(before, resource), seconds } }
}

/** Whether a watch that this run has of the type itself, or of PodTemplates, was opened or ended during these looks. */
function hasMovedOwn(looks: readonly Look[], resource: string): boolean {
  const states = looks.flatMap(({ own }) => own)
  return [resource, POD_TEMPLATES].some(name => states.some(open => open.get(name) !== states[0]!.get(name)))
}

const POD_TEMPLATES = 'podtemplates'

async function readAll(source: FactSource): Promise<Reading> {
  const { signal, sleep, watched } = source
  const before = watched?.last
  const identities = await readIdentities(source)
  const many = livingOf(identities ?? []).length
  const begun = performance.now()
  const first = await lookAtServers(source, many)
  const seconds = (performance.now() - begun) / 1000
  if (watched !== undefined) watched.last = first
  const once = { identities, looks: [first], before, third: undefined }
  if (sleep === undefined || seconds > CHEAP_SECONDS) return once
  const another = async (pause: number): Promise<Look | undefined> => {
    if (pause > 0) await sleep(pause, signal)
    return lookAtServers(source, many).catch(unread)
  }
  // A server counts when it begins to answer: what the first look took lies between the two counts.
  const second = await another(seconds < PAUSE_SECONDS ? PAUSE_SECONDS : 0)
  if (second === undefined) return once
  if (watched !== undefined) watched.last = second
  let third: Promise<Look | undefined> | undefined
  return { identities, looks: [first, second], before, third: () => (third ??= another(PAUSE_SECONDS)) }
}

/** Those that renewed their Lease within its time, by the youngest of them. */
function livingOf(identities: readonly Identity[]): readonly Identity[] {
  const times = identities.map(({ renewedAt }) => Date.parse(renewedAt))
  const latest = times.reduce((last, time) => (time > last ? time : last), Number.NEGATIVE_INFINITY)
  return identities.filter(({ seconds }, index) => !(latest - times[index]! > seconds * 1000))
}

function hasMoved(looks: readonly WatchLook[]): boolean {
  const sums = looks.map(({ ended }) => Object.values(ended).reduce((sum, count) => sum + count, 0))
  return sums.some(sum => sum !== sums[0])
}

async function readIdentities({ transport, signal }: FactSource): Promise<readonly Identity[] | undefined> {
  const path = listPath(LEASES, 'kube-system')
  const query = { labelSelector: IDENTITY }
  const leases = await listAll(transport, { path, pageSize: PAGE_SIZE, query, signal }).catch(unread)
  return leases?.map(identityOf)
}

function identityOf({ metadata, spec }: KubeObject): Identity {
  const { renewTime, leaseDurationSeconds } = (spec ?? {}) as { renewTime?: unknown; leaseDurationSeconds?: unknown }
  const seconds = typeof leaseDurationSeconds === 'number' ? leaseDurationSeconds : IDENTITY_SECONDS
  return { name: metadata.name, renewedAt: String(renewTime ?? ''), seconds }
}

function lookOf({ servers, own: [before, after] }: Look, resource: string): WatchLook {
  const open = new Map<string, number>()
  const ended: Record<string, number> = {}
  for (const each of servers) {
    for (const [name, count] of each.open) open.set(name, (open.get(name) ?? 0) + count)
    for (const [key, count] of Object.entries(each.ended.get(resource) ?? {})) ended[key] = (ended[key] ?? 0) + count
  }
  for (const name of after.keys()) open.set(name, (open.get(name) ?? 0) - 1)
  // Whether one of these was counted is not known.
  for (const name of [...before.keys(), ...after.keys()]) if (before.get(name) !== after.get(name)) open.delete(name)
  const ownOfTemplates = after.has(POD_TEMPLATES) ? 1 : 0
  return {
    servers: servers.map(({ startedAt }) => startedAt),
    open: open.get(resource) ?? 0,
    podTemplates: servers.reduce((sum, each) => sum + each.podTemplates, 0) - ownOfTemplates,
    others: othersOf(open, resource),
    ended,
  }
}

/** What types of other domains have at least: a client that watches everything is in it. */
function othersOf(open: ReadonlyMap<string, number>, resource: string): WatchLook['others'] {
  const isOther = (name: string) => domainOf(name) !== domainOf(resource) && domainOf(name) !== OF_KUBERNETES
  const others = [...open].filter(([name, count]) => count > 0 && isOther(name))
  if (others.length === 0) return undefined
  const groups = new Set(others.map(([name]) => name.slice(name.indexOf('.') + 1)))
  const least = others.reduce((fewest, [, count]) => Math.min(fewest, count), Number.POSITIVE_INFINITY)
  return { least, groups: groups.size }
}

/** `example.com` of `widgets.shop.example.com`. */
function domainOf(resource: string): string {
  return resource.split('.').slice(1).slice(-2).join('.')
}
