import type { ResourceRequest, Verb } from '../request/resource-request.ts'

/** What a server counts of itself: the lines of two families by their labels. */
export interface Counts {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Watches that are open. */
  readonly watches: Map<string, number>
  /** Requests that ended. */
  readonly requests: Map<string, number>
}

/** Of a server that itself has listed the CRDs and watches them. */
export function createCounts(startedAt: number): Counts {
  const own = { ...OWN_TYPE, subresource: '', scope: 'cluster' }
  return {
    startedAt,
    watches: new Map([[labelsOf({ verb: 'WATCH', ...own }), 1]]),
    requests: new Map([[labelsOf({ code: '200', dry_run: '', verb: 'LIST', ...own }), 1]]),
  }
}

const OWN_TYPE = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' }

/** Counts a watch until the answer is called: it has ended then. */
export function countWatch(counts: Counts, request: ResourceRequest): () => void {
  const labels = labelsOf({ verb: 'WATCH', ...partOf(request) })
  add(counts.watches, labels, 1)
  return () => {
    add(counts.watches, labels, -1)
    countRequest(counts, request, 200)
  }
}

/** Counts a request that ended, with the code of its answer. */
export function countRequest({ requests }: Counts, request: ResourceRequest, code: number): void {
  const isApply = request.headers['content-type']?.startsWith('application/apply-patch') ?? false
  const verb = request.verb === 'patch' && isApply ? 'APPLY' : VERBS[request.verb]
  add(requests, labelsOf({ code: String(code), dry_run: request.query.dryRun ?? '', verb, ...partOf(request) }), 1)
}

const VERBS: Readonly<Record<Verb, string>> = {
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  // Of which the scope alone tells, as on the real server.
  deletecollection: 'DELETE',
}

/** One name in a field selector is a request about a resource, as the real server counts it. */
function partOf({ type, subresource = '', namespace, name, query }: ResourceRequest): Readonly<Record<string, string>> {
  const { group, version, plural: resource } = type
  const isOne = name !== undefined || /^metadata\.name==?[^,]+$/.test(query.fieldSelector ?? '')
  const scope = isOne ? 'resource' : namespace === undefined ? 'cluster' : 'namespace'
  return { group, version, resource, subresource, scope }
}

/** Sorted by name, as the server writes them. */
export function labelsOf(labels: Readonly<Record<string, string>>): string {
  const all = Object.entries({ component: 'apiserver', ...labels }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return all.map(([name, value]) => `${name}="${value}"`).join(',')
}

function add(counts: Map<string, number>, labels: string, more: number): void {
  counts.set(labels, (counts.get(labels) ?? 0) + more)
}
