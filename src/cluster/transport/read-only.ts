import { type ApiRequest, type Transport, withSend } from './transport.ts'

/** Reviews of rights: the server answers such an object and keeps none. */
const REVIEWS = '/apis/authorization.k8s.io/'

/**
 * The same transport, which rejects every request that could change the cluster: all but reads, dry runs and reviews of
 * rights. What only reads should send none; this makes sure.
 */
export function readOnly(transport: Transport): Transport {
  return withSend(transport, async request => {
    if (!changesNothing(request)) throw new Error(`${request.method} ${request.path} is not sent: this only reads`)
    return transport.send(request)
  })
}

function changesNothing({ method, path, query, body }: ApiRequest): boolean {
  if (method === 'GET') return true
  if (method === 'POST' && path.startsWith(REVIEWS)) return true
  // With a body the query of a DELETE counts for nothing (kubernetes-deletion.md 1.1).
  return query?.dryRun === 'All' && (method !== 'DELETE' || isDryRun(body))
}

function isDryRun(body: ApiRequest['body']): boolean {
  if (typeof body !== 'string') return false
  const { dryRun } = JSON.parse(body) as { readonly dryRun?: unknown }
  return Array.isArray(dryRun) && dryRun.length === 1 && dryRun[0] === 'All'
}
