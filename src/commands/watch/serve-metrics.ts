import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Measured } from '../../operations/watch/series.ts'
import { seriesOfClusters } from '../../operations/watch/series-of-clusters.ts'
import type { Watched } from '../../operations/watch/watch-cluster.ts'
import type { Clock } from '../../terminal.ts'
import type { Address } from './address.ts'
import { CONTENT_TYPE, metricsText } from './metrics-text.ts'

/** After so many seconds without a look something hangs: a diagnosis of a slow server takes minutes at most. */
const HUNG_SECONDS = 600

/** One cluster, as its watch has it at the moment; `context` where there are several. */
export interface WatchedCluster {
  readonly context: string | undefined
  /** undefined: it was not reached yet. */
  readonly watched: Watched | undefined
  readonly clock: Clock
}

/**
 * Serves /metrics, /healthz (something hangs: 500) and /readyz (everything of one cluster was read once) until the
 * signal aborts. Answers its URL; rejects where it cannot listen at the address.
 */
export async function serveMetrics(
  { host, port }: Address,
  clusters: () => readonly WatchedCluster[],
  signal: AbortSignal,
): Promise<string> {
  const server = createServer((request, response) => {
    response.on('error', () => {})
    const path = request.url?.split('?')[0]
    if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, 'only GET')
    if (path === '/metrics') return void answerMetrics(response, clusters())
    if (path === '/healthz') {
      const isHung = clusters().some(
        ({ watched, clock }) => watched?.isBegun === true && clock.elapsed() - watched.lookedAt > HUNG_SECONDS,
      )
      return end(response, isHung ? 500 : 200, isHung ? `no look for ${HUNG_SECONDS} s` : 'ok')
    }
    if (path === '/readyz') {
      const isReady = clusters().some(({ watched }) => watched?.isBegun)
      return end(response, isReady ? 200 : 503, isReady ? 'ok' : 'reading')
    }
    return end(response, 404, 'not found')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  signal.addEventListener('abort', () => {
    server.close()
    server.closeAllConnections()
  })
  const { address, family, port: bound } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}/metrics`
}

async function answerMetrics(response: ServerResponse, clusters: readonly WatchedCluster[]): Promise<void> {
  const measured = clusters.map(({ watched, ...cluster }) => ({ ...cluster, measured: measuredOf(watched) }))
  const text = await metricsText(seriesOfClusters(measured))
  response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(text)
}

/** Before everything was read once nothing is known, and a series of what was read by then would be a part of it. */
function measuredOf(watched: Watched | undefined): Measured | undefined {
  if (!watched?.isBegun) return undefined
  const { kept, diagnosed, unreadable, skipped, isComplete, completeAt } = watched
  return { findings: kept.findings, lost: kept.lost, diagnosed, unreadable, skipped, isComplete, completeAt }
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
