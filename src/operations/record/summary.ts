import { counted } from '../../api/object-text.ts'
import { printable } from '../../api/printable.ts'
import { resourceName } from '../../api/resource-type.ts'
import { isOfLog } from '../../cluster/archive/recorded-log.ts'
import type { Recording } from '../../cluster/archive/recording.ts'
import { resourcePath } from '../../cluster/archive/resource-path.ts'

interface Counts {
  whole: number
  metadata: number
}

interface Item {
  readonly metadata?: { readonly uid?: string }
}

/** What a recording holds, in lines for people: how much of which types, what was refused, and what is never in it. */
export function summaryLines({ head, exchanges }: Recording): readonly string[] {
  const seen = new Map<string, Set<string>>()
  const objects = new Map<string, Counts>()
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
    for (const { metadata } of items as readonly Item[]) if (metadata?.uid !== undefined) known.add(metadata.uid)
    if (known.size === 0) continue
    const counts = objects.get(type) ?? { whole: 0, metadata: 0 }
    objects.set(type, counts)
    counts[how] = known.size
  }
  const types = [...objects].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const scope = head.namespace === undefined ? 'the whole cluster' : `namespace ${printable(head.namespace)}`
  return [
    `A recording of ${scope} at ${head.takenAt}, by kubectl-finalize ${printable(head.version)}${head.redacted ? '; names, hosts and messages are pseudonyms' : ''}.`,
    `It holds ${counted(exchanges.length, 'request')} and what was answered: ${refused} refused or failed, ${dryRuns} access reviews and dry runs.`,
    'Never in it: data of Secrets and ConfigMaps, values of environment variables, credentials.',
    ...(logs === 0 ? [] : [`In it: lines of ${counted(logs, 'log')}, without what looks like a secret (--logs).`]),
    ...(head.redacted
      ? []
      : [
          'In it as they are: names, labels, annotations, specs, events, addresses (--redact replaces names, hosts and messages).',
        ]),
    '',
    ...types.map(([type, counts]) => `  ${printable(type)}: ${countsText(counts)}`),
  ]
}

function countsText({ whole, metadata }: Counts): string {
  const parts = [
    ...(whole > 0 ? [`${counted(whole, 'whole object')}`] : []),
    ...(metadata > 0 ? [`metadata of ${metadata}`] : []),
  ]
  return parts.join(', ')
}
