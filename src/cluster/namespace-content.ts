import { nameOf, type ObjectRef, refOf } from '../api/object-ref.ts'
import { type ResourceType, resourceName } from '../api/resource-type.ts'
import type { Unreadable } from '../api/terminating.ts'
import { discover, preferredTypes } from './discovery/discovery.ts'
import { withLeftOut } from './discovery/legacy.ts'
import { DEFAULT_PAGE_SIZE, type Finding, scan } from './scan/scan.ts'
import type { Transport } from './transport/transport.ts'

/** Everything that the end of a namespace would strand, as the server lists it now. */
export interface NamespaceContent {
  readonly objects: readonly Content[]
  /** Types and groups of which nothing is known: empty lists prove emptiness only without these. */
  readonly unreadable: readonly Unreadable[]
}

export interface Content extends Finding {
  readonly ref: ObjectRef
  readonly finalizers: readonly string[]
}

/** Two names of one store, whose objects the API server lets expire, by default an hour after they were written. */
export const EXPIRING: ReadonlySet<string> = new Set(['events', 'events.events.k8s.io'])

/**
 * Lists every namespaced type by consistent reads, after a new discovery. Types without the verb `delete` (metrics and
 * other projections) hold no content: the namespace controller leaves them out too (kubernetes-deletion.md 2.3).
 * Rejects with ApiFailure only where nothing can be discovered.
 */
export async function readNamespaceContent(
  transport: Transport,
  namespace: string,
  signal?: AbortSignal,
): Promise<NamespaceContent> {
  const discovery = await withLeftOut(await discover(transport, signal), transport, signal)
  const held = discovery.types.filter(
    type => type.namespaced && type.verbs.includes('delete') && !EXPIRING.has(resourceName(type)),
  )
  const types = preferredTypes(held)
  const { findings, unreadable } = await scan(transport, {
    types,
    namespace,
    pageSize: DEFAULT_PAGE_SIZE,
    wanted: { namespaces: new Set([namespace]) },
    signal,
  })
  return {
    objects: findings
      .map(({ type, meta }) => ({ ref: refOf(type, meta), type, meta, finalizers: meta.finalizers ?? [] }))
      .toSorted((a, b) => (nameOf(a.ref) < nameOf(b.ref) ? -1 : 1)),
    unreadable: [...discovery.unreadable, ...unreadable, ...unlistable(held, types)],
  }
}

/** What can be deleted and not listed may be there, unseen. */
function unlistable(held: readonly ResourceType[], listed: readonly ResourceType[]): readonly Unreadable[] {
  const names = new Set(listed.map(resourceName))
  const others = new Set(held.map(resourceName).filter(name => !names.has(name)))
  return [...others].map(resource => ({ resource, reason: 'MethodNotAllowed', message: 'it cannot be listed' }))
}
