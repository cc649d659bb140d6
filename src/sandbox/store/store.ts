import type { KubeObject } from '../../api/object.ts'

/** One write as watchers see it. `previous` is what selectors need to tell "left the selection" from "never in it". */
export interface StoreEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly storage: string
  readonly revision: number
  readonly object: KubeObject
  readonly previous?: KubeObject | undefined
}

/**
 * The etcd of the sandbox: immutable objects under one growing revision. It knows nothing of deletion semantics.
 * `storage` is `plural` or `plural.group`; objects lie there in their storage version.
 */
export interface Store {
  readonly revision: number
  /** Revision of the last change of one resource; 0 when it never had an object. */
  changedAt(storage: string): number
  get(storage: string, namespace: string | undefined, name: string): KubeObject | undefined
  /** All objects of a resource in key order (namespace, name). The array is a snapshot: it never changes. */
  list(storage: string): readonly KubeObject[]
  storages(): readonly string[]
  /** Writes if `expected` is still what is stored (undefined = nothing is); answers undefined when it is not. */
  write(storage: string, expected: KubeObject | undefined, object: KubeObject): KubeObject | undefined
  /** Removes if `expected` is still what is stored; answers `last` (or `expected`) with the revision of its removal. */
  remove(storage: string, expected: KubeObject, last?: KubeObject): KubeObject | undefined
  /** Calls back after every write; returns how to stop. */
  subscribe(listener: (event: StoreEvent) => void): () => void
  /** Events of a resource after a revision, or undefined when they are compacted away. */
  eventsSince(storage: string, revision: number): readonly StoreEvent[] | undefined
  /** The list of a resource as it was at a revision, or undefined when that is compacted away. */
  listAt(storage: string, revision: number): readonly KubeObject[] | undefined
  /** Forgets the past, as etcd does every few minutes: older watches and continue tokens expire. */
  compact(): void
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

export function createStore(): Store {
  const tables = new Map<string, Table>()
  const listeners = new Set<(event: StoreEvent) => void>()
  let revision = 100
  let compactedAt = revision

  const tableOf = (storage: string): Table => {
    let table = tables.get(storage)
    if (table === undefined) {
      table = { objects: new Map(), sorted: undefined, changedAt: 0, events: [], since: compactedAt }
      tables.set(storage, table)
    }
    return table
  }

  const record = (table: Table, event: StoreEvent) => {
    table.changedAt = event.revision
    table.sorted = undefined
    table.events.push(event)
    if (table.events.length > HISTORY * 2) {
      table.events = table.events.slice(-HISTORY)
      table.since = table.events[0]!.revision - 1
    }
    for (const listener of [...listeners]) listener(event)
  }

  const listOf = (table: Table): readonly KubeObject[] => {
    table.sorted ??= [...table.objects.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object)
    return table.sorted
  }

  return {
    get revision() {
      return revision
    },
    changedAt: storage => tables.get(storage)?.changedAt ?? 0,
    get: (storage, namespace, name) => tables.get(storage)?.objects.get(storeKey(namespace, name)),
    list: storage => listOf(tableOf(storage)),
    storages: () => [...tables.keys()],
    write(storage, expected, object) {
      const table = tableOf(storage)
      const key = storeKey(object.metadata.namespace, object.metadata.name)
      if (table.objects.get(key) !== expected) return undefined
      revision += 1
      const written = withRevision(object, revision)
      table.objects.set(key, written)
      record(table, {
        type: expected === undefined ? 'ADDED' : 'MODIFIED',
        storage,
        revision,
        object: written,
        previous: expected,
      })
      return written
    },
    remove(storage, expected, last = expected) {
      const table = tableOf(storage)
      const key = storeKey(expected.metadata.namespace, expected.metadata.name)
      if (table.objects.get(key) !== expected) return undefined
      revision += 1
      table.objects.delete(key)
      const removed = withRevision(last, revision)
      record(table, { type: 'DELETED', storage, revision, object: removed, previous: expected })
      return removed
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    eventsSince(storage, since) {
      const table = tableOf(storage)
      return since < table.since ? undefined : table.events.filter(event => event.revision > since)
    },
    listAt(storage, at) {
      const table = tableOf(storage)
      if (table.changedAt <= at) return listOf(table)
      if (at < table.since) return undefined
      return rewind(table, at)
    },
    compact() {
      compactedAt = revision
      for (const table of tables.values()) {
        table.events = []
        table.since = revision
      }
    },
  }
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
  return [...objects.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object)
}

function withRevision(object: KubeObject, revision: number): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } }
}
