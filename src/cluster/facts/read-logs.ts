import { type Fact, queryKey } from '../../api/fact.ts'
import { POD_LOG, type PodLog } from '../../api/pod-log.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import type { FactSource } from './fact-source.ts'
import { type OfLog, readLog } from './read-log.ts'

/** Pods at once: behind each is the kubelet of a node, which may not answer. */
const CONCURRENT_PODS = 4

/**
 * The logs that are asked for: each once in a run, within the run's limits, those of one Pod in turn. A failure makes
 * its log unreadable, with the reason, and nothing else.
 */
export async function readLogs(
  source: FactSource,
  queries: readonly OfLog[],
): Promise<ReadonlyMap<string, Fact<PodLog>>> {
  const { logs } = source
  if (logs === undefined) {
    const unasked = (query: OfLog) => unreadableLog(query, 'NotAsked', 'this run reads no logs')
    return new Map(queries.map(query => [queryKey(query), unasked(query)]))
  }
  const { known } = logs.run
  const byPod = Map.groupBy(
    queries.filter(query => !known.has(queryKey(query))),
    ({ namespace, pod }) => `${namespace}/${pod}`,
  )
  await mapConcurrently(CONCURRENT_PODS, [...byPod], async ([pod, ofPod]) => {
    for (const query of ofPod) known.set(queryKey(query), await readWithin(source, logs, pod, query))
  })
  return new Map(queries.map(query => [queryKey(query), known.get(queryKey(query))!]))
}

async function readWithin(
  source: FactSource,
  { run, since }: NonNullable<FactSource['logs']>,
  pod: string,
  query: OfLog,
): Promise<Fact<PodLog>> {
  const share = run.lend(pod)
  if (typeof share === 'string') return unreadableLog(query, 'LimitReached', share)
  const start = performance.now()
  const { fact, bytes } = await readLog(source, query, since, share)
  run.back(pod, share, { bytes, seconds: (performance.now() - start) / 1000 })
  return fact
}

function unreadableLog({ namespace }: OfLog, reason: string, message: string): Fact<PodLog> {
  return { state: 'unreadable', why: { resource: POD_LOG, namespace, reason, message } }
}
