import type { Identity, Watchers, WatchLook } from '../../api/fact.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import { listAll } from '../list-pages.ts'
import { readCounts, type ServerCounts } from '../metrics/server-counts.ts'
import type { FactSource } from './fact-source.ts'

const LEASES = { group: 'coordination.k8s.io', version: 'v1', plural: 'leases' } as const
const IDENTITY = 'apiserver.kubernetes.io/identity=kube-apiserver'
const PAGE_SIZE = 100

/** A watch that the server ends after its time is opened again at once; a count of a moment later is another. */
const PAUSE_SECONDS = 0.5
/** A second look is taken where it and the pause take less, in seconds. */
const CHEAP_SECONDS = 2

/** Groups of Kubernetes itself, whose types have other watches by default, and of its projects. */
const OF_KUBERNETES = 'k8s.io'

/** How long a Lease holds where it does not say. */
const IDENTITY_SECONDS = 3600

/** What was read of the metrics, for all who ask in one run. */
interface Reading {
  readonly identities: readonly Identity[] | undefined
  readonly looks: readonly ServerCounts[]
}

const readings = new WeakMap<FactSource, Promise<Reading>>()

/**
 * What the API servers count of the watches of a type and of the requests about it. Their metrics are read once in a run, twice where
 * that costs little. Rejects with ApiFailure where they cannot be read.
 */
export async function readWatchers(source: FactSource, resource: string): Promise<Watchers> {
  let reading = readings.get(source)
  if (reading === undefined) {
    reading = readAll(source)
    readings.set(source, reading)
  }
  const { identities, looks } = await reading
  return { identities, looks: looks.map(counts => lookOf(counts, resource)) }
}

async function readAll(source: FactSource): Promise<Reading> {
  const { transport, signal, sleep } = source
  const begun = performance.now()
  const first = await readCounts(transport, signal)
  const seconds = (performance.now() - begun) / 1000
  const identities = await readIdentities(source)
  if (sleep === undefined || seconds + PAUSE_SECONDS > CHEAP_SECONDS) return { identities, looks: [first] }
  await sleep(PAUSE_SECONDS, signal)
  const second = await readCounts(transport, signal).catch(unread)
  return { identities, looks: second === undefined ? [first] : [first, second] }
}

async function readIdentities({ transport, signal }: FactSource): Promise<readonly Identity[] | undefined> {
  const path = listPath(LEASES, 'kube-system')
  const query = { labelSelector: IDENTITY }
  const leases = await listAll(transport, { path, pageSize: PAGE_SIZE, query, signal }).catch(unread)
  return leases?.map(identityOf)
}

function unread(error: unknown): undefined {
  if (error instanceof ApiFailure && error.fault.kind !== 'aborted') return undefined
  throw error
}

function identityOf({ metadata, spec }: KubeObject): Identity {
  const { renewTime, leaseDurationSeconds } = (spec ?? {}) as { renewTime?: unknown; leaseDurationSeconds?: unknown }
  const seconds = typeof leaseDurationSeconds === 'number' ? leaseDurationSeconds : IDENTITY_SECONDS
  return { name: metadata.name, renewedAt: String(renewTime ?? ''), seconds }
}

function lookOf({ startedAt, open, ended }: ServerCounts, resource: string): WatchLook {
  return {
    servers: [startedAt],
    open: open.get(resource) ?? 0,
    others: othersOf(open, resource),
    ended: ended.get(resource) ?? {},
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
