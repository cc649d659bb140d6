import { ApiFailure } from '../../api/failure.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { discover } from '../../cluster/discovery/discovery.ts'
import { DEFAULT_PAGE_SIZE, type Scan, scan } from '../../cluster/scan/scan.ts'
import { typesToRead } from '../../cluster/survey.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { follow } from '../../cluster/watch/follow.ts'
import type { Clock } from '../../terminal.ts'
import { KeptObjects, SERVER, type TerminatingObjects } from './kept-objects.ts'

/** Seconds between two looks at which types there are, and at those that could not be read. */
const REDISCOVER_SECONDS = 30
/** A watch is begun again after so many seconds, so that a connection that went silent is found out. */
const WATCH_SECONDS = 600

export interface KeepRequest {
  readonly namespace: string | undefined
  /** Read in place of the cluster where that is forbidden. */
  readonly fallbackNamespace: string | undefined
  /** Types that are left out on purpose. */
  readonly skipped: ReadonlySet<string>
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** A cluster of which the terminating objects are kept. */
export interface Keeper {
  readonly kept: TerminatingObjects
  /** Resolves when everything was read once. Rejects with ApiFailure where nothing can be. */
  readonly begun: Promise<void>
  /** Resolves when the signal has aborted and all watches have ended. */
  readonly ended: Promise<void>
}

/**
 * Reads the metadata of everything, keeps what terminates, and watches each type, also types that appear later. A type
 * that cannot be read, or whose watch broke, is in `blind` until it is read or watched again.
 */
export function keepTerminating(transport: Transport, request: KeepRequest): Keeper {
  const kept = new KeptObjects(request.namespace, request.clock)
  const keeping: Keeping = { transport, request, kept, followed: new Map() }
  const begun = look(keeping)
  return { kept, begun, ended: begun.then(() => goOn(keeping)) }
}

interface Keeping {
  readonly transport: Transport
  readonly request: KeepRequest
  readonly kept: KeptObjects
  /** By type: the end of its watch. */
  readonly followed: Map<string, Promise<void>>
}

async function look(keeping: Keeping): Promise<void> {
  const { transport, request, kept, followed } = keeping
  const { namespace, signal } = request
  const discovery = await discover(transport, signal)
  kept.discovery = discovery
  const types = typesToRead({ types: undefined, discovery, namespace }).filter(
    type => !request.skipped.has(resourceName(type)),
  )
  const namespaces = discovery.types.find(type => resourceName(type) === 'namespaces')
  if (namespace !== undefined && namespaces !== undefined) types.push(namespaces)
  kept.takeServed(new Set(types.map(resourceName)), discovery.unreadable)
  const unfollowed = types.filter(type => !followed.has(resourceName(type)))
  await readTypes(unfollowed, keeping)
}

async function readTypes(types: readonly ResourceType[], keeping: Keeping): Promise<void> {
  if (types.length === 0) return
  const { namespace, fallbackNamespace, signal } = keeping.request
  const asked = { types, namespace, fallbackNamespace, signal, pageSize: DEFAULT_PAGE_SIZE }
  const scanned = await scan(keeping.transport, asked)
  if (signal.aborted) return
  keeping.kept.takeScan(types, scanned)
  for (const type of types) {
    const name = resourceName(type)
    if (scanned.resourceVersions.has(name) && type.verbs.includes('watch'))
      keeping.followed.set(name, followType(type, scanned, keeping))
  }
}

async function followType(type: ResourceType, scanned: Scan, keeping: Keeping): Promise<void> {
  const { transport, kept, request } = keeping
  const { clock, signal } = request
  const name = resourceName(type)
  const own = { ...scanned, findings: scanned.findings.filter(finding => finding.type === type) }
  const { givenUp } = await follow(transport, own, {
    types: [type],
    pageSize: DEFAULT_PAGE_SIZE,
    signal,
    watchSeconds: WATCH_SECONDS,
    unhurried: true,
    sleep: (seconds, until) => clock.sleep(seconds, until),
    onOpen: () => kept.open(name),
    onEnd: () => void kept.watches.delete(name),
    onTrouble: (_type, failure) => kept.lose(name, failure),
    onExpired: (_type, failure) => kept.lose(name, failure),
    onChange: change => kept.takeChange(change),
    onTouch: finding => {
      if (kept.findings.has(finding.meta.uid)) kept.findings.set(finding.meta.uid, finding)
    },
  })
  keeping.followed.delete(name)
  // Where it was given up, the right to watch it went: it is read again, and nothing is gone by that.
  if (signal.aborted || givenUp > 0) return
  kept.forget(type)
  kept.lost.delete(name)
}

async function goOn(keeping: Keeping): Promise<void> {
  const { kept, followed, request } = keeping
  const { clock, signal } = request
  while (!signal.aborted) {
    await clock.sleep(REDISCOVER_SECONDS, signal)
    if (signal.aborted) break
    try {
      await look(keeping)
      kept.lost.delete(SERVER)
    } catch (error) {
      if (signal.aborted) break
      if (!(error instanceof ApiFailure)) throw error
      kept.lose(SERVER, error)
    }
  }
  await Promise.all(followed.values())
}
