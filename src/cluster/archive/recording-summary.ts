import { resourceName } from '../../api/resource-type.ts'
import { isOfLog } from './recorded-log.ts'
import type { Recording } from './recording.ts'
import { resourcePath } from './resource-path.ts'

/** What a recording holds: how many requests, how they ended, and how many objects of which types, by their names. */
export function summaryOf({ head, exchanges }: Recording) {
  const seen = new Map<string, Set<string>>()
  const objects = new Map<string, { readonly whole: number; readonly metadata: number }>()
  let refused = 0
  let dryRuns = 0
  let logs = 0
  for (const { request, answer } of exchanges) {
    if (request.method !== 'GET') dryRuns++
    if (isOfLog(request)) logs++
    if ('fault' in answer || answer.status >= 300) refused++
    const path = request.form === 'discovery' ? undefined : resourcePath(request.path)
    if (isOfLog(request)) continue
    const isAnswer = request.method === 'GET' && 'status' in answer && answer.status < 300
    if (path === undefined || !isAnswer) continue
    const type = resourceName(path)
    const how = request.form === 'whole' ? 'whole' : 'metadata'
    const known = seen.get(`${type} ${how}`) ?? new Set()
    seen.set(`${type} ${how}`, known)
    const { items = [answer.body] } = answer.body as { items?: readonly unknown[] }
    for (const { metadata } of items as readonly { readonly metadata?: { readonly uid?: string } }[])
      if (metadata?.uid !== undefined) known.add(metadata.uid)
    if (known.size > 0) objects.set(type, { whole: 0, metadata: 0, ...objects.get(type), [how]: known.size })
  }
  const types = [...objects].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { head, requests: exchanges.length, refused, dryRuns, logs, types }
}
