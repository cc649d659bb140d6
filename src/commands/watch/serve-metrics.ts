import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Measured } from '../../operations/watch/series.ts'
import { seriesOf } from '../../operations/watch/series.ts'
import type { Watched } from '../../operations/watch/watch-cluster.ts'
import type { Clock } from '../../terminal.ts'
import type { Address } from './address.ts'
import { CONTENT_TYPE, metricsText } from './metrics-text.ts'

/** After so many seconds without a look something hangs: a diagnosis of a slow server takes minutes at most. */
const HUNG_SECONDS = 600

/**
 * Serves /metrics, /healthz (something hangs: 500) and /readyz (everything was read once) until the signal aborts. Answers where;
 * rejects where the address cannot be had.
 */
export async function serveMetrics(
  { host, port }: Address,
  watched: Watched,
  clock: Clock,
  signal: AbortSignal,
): Promise<string> {
  const server = createServer((request, response) => {
    response.on('error', () => {})
    const path = request.url?.split('?')[0]
    if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, 'only GET')
    if (path === '/metrics') return void answerMetrics(response, watched, clock)
    if (path === '/healthz') {
      const isHung = clock.elapsed() - watched.lookedAt > HUNG_SECONDS
      return end(response, isHung ? 500 : 200, isHung ? `no look for ${HUNG_SECONDS} s` : 'ok')
    }
    if (path === '/readyz') return end(response, watched.isBegun ? 200 : 503, watched.isBegun ? 'ok' : 'reading')
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

async function answerMetrics(response: ServerResponse, watched: Watched, clock: Clock): Promise<void> {
  // Before everything was read once nothing is known, and a series of what was read by then would be a part of it.
  const text = watched.isBegun
    ? await metricsText(seriesOf(measuredOf(watched), clock.now(), clock.elapsed()))
    : await metricsText([{ name: 'kubectl_finalize_scan_complete', labels: {}, value: 0 }])
  response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(text)
}

function measuredOf(watched: Watched): Measured {
  const { kept, diagnosed, unreadable, isComplete, completeAt } = watched
  return { findings: kept.findings, lost: kept.lost, diagnosed, unreadable, isComplete, completeAt }
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
