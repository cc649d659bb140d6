import type { KubeObject } from '../../api/object.ts'

/** One write as watchers see it. `previous` is what selectors need to tell "left the selection" from "never in it". */
export interface StoreEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly storage: string
  readonly revision: number
  readonly object: KubeObject
  readonly previous?: KubeObject | undefined
}

/** Events kept per resource before the oldest are compacted. */
const HISTORY = 5000

interface Table {
  readonly objects: Map<string, KubeObject>
  sorted: readonly KubeObject[] | undefined
  changedAt: number
  events: StoreEvent[]
  /** First revision that `events` covers completely. */
  since: number
}

/** Key order is etcd's: `-` sorts before the `/` that ends a namespace. */
export function storeKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`
}

/**
 * The etcd of the sandbox: immutable objects under one growing revision. It knows nothing of deletion semantics.
 * `storage` is `plural` or `plural.group`; objects lie there in their storage version.
 */
export class Store {
  readonly #tables = new Map<string, Table>()
  readonly #listeners = new Set<(event: StoreEvent) => void>()
  #revision = 100
  #compactedAt = this.#revision

  get revision(): number {
    return this.#revision
  }

  /** Revision of the last change of one resource; 0 when it never had an object. */
  changedAt(storage: string): number {
    return this.#tables.get(storage)?.changedAt ?? 0
  }

  get(storage: string, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.#tables.get(storage)?.objects.get(storeKey(namespace, name))
  }

  /** All objects of a resource in key order (namespace, name). The array is a snapshot: it never changes. */
  list(storage: string): readonly KubeObject[] {
    return listOf(this.#tableOf(storage))
  }

  storages(): readonly string[] {
    return [...this.#tables.keys()]
  }

  /** Writes if `expected` is still what is stored (undefined = nothing is); answers undefined when it is not. */
  write(storage: string, expected: KubeObject | undefined, object: KubeObject): KubeObject | undefined {
    const { objects } = this.#tableOf(storage)
    const key = storeKey(object.metadata.namespace, object.metadata.name)
    if (objects.get(key) !== expected) return undefined
    const written = this.#revised(object)
    objects.set(key, written)
    this.#record(expected === undefined ? 'ADDED' : 'MODIFIED', storage, written, expected)
    return written
  }

  /** Removes if `expected` is still what is stored; answers `last` (or `expected`) with the revision of its removal. */
  remove(storage: string, expected: KubeObject, last: KubeObject = expected): KubeObject | undefined {
    const { objects } = this.#tableOf(storage)
    const key = storeKey(expected.metadata.namespace, expected.metadata.name)
    if (objects.get(key) !== expected) return undefined
    objects.delete(key)
    const removed = this.#revised(last)
    this.#record('DELETED', storage, removed, expected)
    return removed
  }

  /** Calls back after every write; returns how to stop. */
  subscribe(listener: (event: StoreEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Events of a resource after a revision, or undefined when they are compacted away. */
  eventsSince(storage: string, revision: number): readonly StoreEvent[] | undefined {
    const { since, events } = this.#tableOf(storage)
    return revision < since ? undefined : events.filter(event => event.revision > revision)
  }

  /** The list of a resource as it was at a revision, or undefined when that is compacted away. */
  listAt(storage: string, revision: number): readonly KubeObject[] | undefined {
    const table = this.#tableOf(storage)
    if (table.changedAt <= revision) return listOf(table)
    return revision < table.since ? undefined : rewind(table, revision)
  }

  /** Forgets the past, as etcd does every few minutes: older watches and continue tokens expire. */
  compact(): void {
    this.#compactedAt = this.#revision
    for (const table of this.#tables.values()) {
      table.events = []
      table.since = this.#revision
    }
  }

  #tableOf(storage: string): Table {
    let table = this.#tables.get(storage)
    if (table === undefined) {
      table = { objects: new Map(), sorted: undefined, changedAt: 0, events: [], since: this.#compactedAt }
      this.#tables.set(storage, table)
    }
    return table
  }

  /** The object under the next revision. */
  #revised(object: KubeObject): KubeObject {
    this.#revision += 1
    return { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#revision) } }
  }

  #record(type: StoreEvent['type'], storage: string, object: KubeObject, previous: KubeObject | undefined): void {
    const table = this.#tableOf(storage)
    const event = { type, storage, revision: this.#revision, object, previous }
    table.changedAt = event.revision
    table.sorted = undefined
    table.events.push(event)
    if (table.events.length > HISTORY * 2) {
      table.events = table.events.slice(-HISTORY)
      table.since = table.events[0]!.revision - 1
    }
    for (const listener of [...this.#listeners]) listener(event)
  }
}

function listOf(table: Table): readonly KubeObject[] {
  table.sorted ??= sorted(table.objects)
  return table.sorted
}

function sorted(objects: ReadonlyMap<string, KubeObject>): readonly KubeObject[] {
  return [...objects.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object)
}

/** Undoes the events after a revision: paging over a list that changes needs the list as the first page saw it. */
function rewind(table: Table, at: number): readonly KubeObject[] {
  const objects = new Map(table.objects)
  for (const event of table.events.toReversed()) {
    if (event.revision <= at) break
    const key = storeKey(event.object.metadata.namespace, event.object.metadata.name)
    if (event.previous === undefined) objects.delete(key)
    else objects.set(key, event.previous)
  }
  return sorted(objects)
}
