import type { ApiRequest } from './transport.ts'

/** The server stores nothing of these: each is a question. */
const REVIEW = /^\/apis\/authorization\.k8s\.io\/[^/]+\/[a-z]+reviews$/

/**
 * Whether a request can be sent as often as one likes: it reads, or is a dry run. That is asked for in the query, of a
 * DELETE in its body (kubernetes-deletion.md 11).
 */
export function changesNothing({ method, path, query, body }: Pick<ApiRequest, 'method' | 'path' | 'query' | 'body'>) {
  if (method === 'GET' || query?.dryRun === 'All') return true
  if (method === 'POST') return REVIEW.test(path)
  return method === 'DELETE' && typeof body === 'string' && body.includes('"dryRun":["All"]')
}
