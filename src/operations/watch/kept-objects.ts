import type { ApiFailure } from '../../api/failure.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import type { Finding, Scan } from '../../cluster/scan/scan.ts'
import { unreadable } from '../../cluster/unreadable.ts'
import type { Change } from '../../cluster/watch/follow.ts'
import type { Clock } from '../../terminal.ts'

/** In place of a type: the server as a whole did not answer. */
export const SERVER = '*'

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

/** Kept by what scans and watches tell; of namespaces only the one that is asked for, where one is. */
export class KeptObjects implements TerminatingObjects {
  readonly findings = new Map<string, Finding>()
  readonly lost = new Map<string, Blind>()
  readonly watches = new Map<string, number>()
  discovery: Discovery = { types: [], unreadable: [] }
  changes = 0
  readonly #unread = new Map<string, Blind>()
  readonly #namespace: string | undefined
  readonly #clock: Clock

  constructor(namespace: string | undefined, clock: Clock) {
    this.#namespace = namespace
    this.#clock = clock
  }

  get blind(): ReadonlyMap<string, Blind> {
    return new Map([...this.#unread, ...this.lost])
  }

  open(name: string): void {
    this.lost.delete(name)
    this.watches.set(name, this.#clock.elapsed())
  }

  lose(name: string, failure: ApiFailure): void {
    this.#note(this.lost, unreadable(name, failure))
  }

  forget(type: ResourceType): void {
    const name = resourceName(type)
    for (const [uid, finding] of this.findings) if (resourceName(finding.type) === name) this.findings.delete(uid)
    this.changes++
  }

  takeServed(served: ReadonlySet<string>, unread: readonly Unreadable[]): void {
    for (const name of this.#unread.keys()) if (!served.has(name)) this.#unread.delete(name)
    for (const entry of unread) this.#note(this.#unread, entry)
  }

  takeScan(types: readonly ResourceType[], scanned: Scan): void {
    const failed = new Set(scanned.unreadable.map(({ resource }) => resource))
    for (const type of types) {
      if (failed.has(resourceName(type))) continue
      this.#unread.delete(resourceName(type))
      this.forget(type)
    }
    for (const entry of scanned.unreadable) this.#note(this.#unread, entry)
    for (const finding of scanned.findings) if (finding.meta.deletionTimestamp !== undefined) this.#take(finding)
    this.changes++
  }

  takeChange({ event, type, meta }: Change): void {
    if (event === 'DELETED') this.findings.delete(meta.uid)
    else this.#take({ type, meta })
    this.changes++
  }

  #take(finding: Finding): void {
    const isOther = resourceName(finding.type) === 'namespaces' && finding.meta.name !== this.#namespace
    if (this.#namespace === undefined || !isOther) this.findings.set(finding.meta.uid, finding)
  }

  #note(map: Map<string, Blind>, entry: Unreadable): void {
    const since = map.get(entry.resource)?.since ?? this.#clock.elapsed()
    map.set(entry.resource, { ...entry, since })
  }
}
