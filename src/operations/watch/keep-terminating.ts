import { ApiFailure } from '../../api/failure.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { discover } from '../../cluster/discovery/discovery.ts'
import { DEFAULT_PAGE_SIZE, type Finding, type Scan, scan } from '../../cluster/scan/scan.ts'
import { typesToRead } from '../../cluster/survey.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { unreadable } from '../../cluster/unreadable.ts'
import { follow } from '../../cluster/watch/follow.ts'
import type { Clock } from '../../terminal.ts'

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

/** What terminates, as the watches have it at this moment. */
export interface TerminatingObjects {
  /** By uid. */
  readonly findings: ReadonlyMap<string, Finding>
  /** By type: what is not known now, and since when, in seconds of the clock's `elapsed`. */
  readonly blind: ReadonlyMap<string, Blind>
  /** Those of them that were known before: their watch broke, or all of the server is away (`*`). */
  readonly lost: ReadonlyMap<string, Blind>
  readonly discovery: Discovery
  /** By type: since when its watch is open, in seconds of the clock's `elapsed`. */
  readonly watches: ReadonlyMap<string, number>
  /** Counts every change of the findings. */
  readonly changes: number
}

export interface Blind extends Unreadable {
  readonly since: number
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
 * Reads the metadata of everything, keeps what terminates, and follows each type by a watch, types that come later included.
 * A type that cannot be read, and a watch that breaks, is in `blind` until it is read or followed again.
 */
export function keepTerminating(transport: Transport, request: KeepRequest): Keeper {
  const { clock, signal, namespace } = request
  const findings = new Map<string, Finding>()
  const unread = new Map<string, Blind>()
  const broken = new Map<string, Blind>()
  const followed = new Map<string, Promise<void>>()
  const watches = new Map<string, number>()
  let discovery: Discovery = { types: [], unreadable: [] }
  let changes = 0

  const isWanted = ({ type, meta }: Finding): boolean =>
    namespace === undefined || resourceName(type) !== 'namespaces' || meta.name === namespace
  const note = (map: Map<string, Blind>, entry: Unreadable): void => {
    const since = map.get(entry.resource)?.since ?? clock.elapsed()
    map.set(entry.resource, { ...entry, since })
  }
  const forget = (type: ResourceType): void => {
    const name = resourceName(type)
    for (const [uid, finding] of findings) if (resourceName(finding.type) === name) findings.delete(uid)
    changes++
  }

  async function followType(type: ResourceType, scanned: Scan): Promise<void> {
    const name = resourceName(type)
    const own = { ...scanned, findings: scanned.findings.filter(finding => finding.type === type) }
    const { givenUp } = await follow(transport, own, {
      types: [type],
      pageSize: DEFAULT_PAGE_SIZE,
      signal,
      watchSeconds: WATCH_SECONDS,
      unhurried: true,
      sleep: (seconds, until) => clock.sleep(seconds, until),
      onOpen: () => {
        broken.delete(name)
        watches.set(name, clock.elapsed())
      },
      onEnd: () => void watches.delete(name),
      onTrouble: (_type, failure) => note(broken, unreadable(name, failure)),
      onExpired: (_type, failure) => note(broken, unreadable(name, failure)),
      onChange: ({ event, meta }) => {
        if (event === 'DELETED') findings.delete(meta.uid)
        else if (isWanted({ type, meta })) findings.set(meta.uid, { type, meta })
        changes++
      },
      onTouch: finding => {
        if (findings.has(finding.meta.uid)) findings.set(finding.meta.uid, finding)
      },
    })
    followed.delete(name)
    // Where it was given up, the right to watch it went: it is read again, and nothing is gone by that.
    if (signal.aborted || givenUp > 0) return
    forget(type)
    broken.delete(name)
  }

  async function readTypes(types: readonly ResourceType[]): Promise<void> {
    if (types.length === 0) return
    const { fallbackNamespace } = request
    const scanned = await scan(transport, { types, namespace, fallbackNamespace, signal, pageSize: DEFAULT_PAGE_SIZE })
    const failed = new Set(scanned.unreadable.map(({ resource }) => resource))
    if (signal.aborted) return
    for (const type of types) {
      if (failed.has(resourceName(type))) continue
      unread.delete(resourceName(type))
      forget(type)
    }
    for (const entry of scanned.unreadable) note(unread, entry)
    for (const finding of scanned.findings) {
      if (finding.meta.deletionTimestamp !== undefined && isWanted(finding)) findings.set(finding.meta.uid, finding)
    }
    changes++
    for (const type of types) {
      const name = resourceName(type)
      if (scanned.resourceVersions.has(name) && type.verbs.includes('watch'))
        followed.set(name, followType(type, scanned))
    }
  }

  async function look(): Promise<void> {
    discovery = await discover(transport, signal)
    const types = typesToRead({ types: undefined, discovery, namespace }).filter(
      type => !request.skipped.has(resourceName(type)),
    )
    const namespaces = discovery.types.find(type => resourceName(type) === 'namespaces')
    if (namespace !== undefined && namespaces !== undefined) types.push(namespaces)
    const served = new Set(types.map(resourceName))
    for (const name of unread.keys()) if (!served.has(name)) unread.delete(name)
    for (const entry of discovery.unreadable) note(unread, entry)
    await readTypes(types.filter(type => !followed.has(resourceName(type))))
  }

  async function goOn(): Promise<void> {
    while (!signal.aborted) {
      await clock.sleep(REDISCOVER_SECONDS, signal)
      if (signal.aborted) break
      try {
        await look()
        broken.delete(SERVER)
      } catch (error) {
        if (signal.aborted) break
        if (!(error instanceof ApiFailure)) throw error
        note(broken, unreadable(SERVER, error))
      }
    }
    await Promise.all(followed.values())
  }

  const begun = look()
  const kept = {
    findings,
    lost: broken,
    watches,
    get blind() {
      return new Map([...unread, ...broken])
    },
    get discovery() {
      return discovery
    },
    get changes() {
      return changes
    },
  }
  return { kept, begun, ended: begun.then(goOn) }
}

/** In place of a type: the server as a whole did not answer. */
export const SERVER = '*'
