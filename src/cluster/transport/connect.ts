import { arch, platform } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { version } from '../../version.ts'
import { authorized } from '../auth/authorize.ts'
import { impersonationHeaders } from '../auth/impersonation.ts'
import { credentialSource, type SourceContext } from '../auth/source.ts'
import type { Connection } from '../kubeconfig/connection.ts'
import { type HttpRoute, http1Transport } from './http1-transport.ts'
import { http2Transport } from './http2-transport.ts'
import { nextTurn, Pace, paced, timing } from './pace.ts'
import { logged } from './request-log.ts'
import { retrying } from './retry.ts'
import { routeMaker } from './route.ts'
import { timeLimited } from './time-limit.ts'
import type { ApiRequest, Transport } from './transport.ts'
import { reportingWarnings } from './warnings.ts'
import type { Wire } from './wire.ts'

/** What a connection uses of the process. */
export interface ConnectContext extends SourceContext {
  /** Takes the lines of the request log; without it there is none. */
  readonly log?: (line: string) => void
  /** kubectl's -v; the request log begins at 6. */
  readonly verbosity?: number
  /** Takes the text of each warning that the server sends, once. */
  readonly warn?: (text: string, request: ApiRequest) => void
  /** Between attempts; by default real time. */
  readonly sleep?: (seconds: number, signal?: AbortSignal) => Promise<void>
}

/**
 * Builds the way to an API server: connections, proxy, TLS, credentials, impersonation, retries, time limit, pace,
 * warnings and request log. Nothing is sent yet. Rejects with ApiFailure `configuration` for certificates, proxies and
 * credentials that cannot be used.
 */
export async function connect(connection: Connection, context: ConnectContext): Promise<Transport> {
  const { log = () => {}, verbosity = 0, warn, sleep = sleepSeconds } = context
  const { tls, proxyUrl, impersonate, requestTimeoutSeconds } = connection
  const route = await routeMaker(connection.server, { tls, env: context.env, proxyUrl })
  const fixed = {
    'user-agent': userAgent(),
    ...(!connection.disableCompression && { 'accept-encoding': 'gzip' }),
    ...(impersonate !== undefined && impersonationHeaders(impersonate)),
  }
  const source = await credentialSource(connection.credentials, context)
  const attempts = authorized(
    certificate => logged(wireOver(route(certificate ?? connection.clientCertificate)), { verbosity, log }),
    source,
    fixed,
  )
  const pace = new Pace()
  const timed = timing(attempts, pace, () => performance.now() / 1000)
  const patient = retrying(timed, { sleep, turn: request => nextTurn(request, pace) })
  const heard = warn === undefined ? patient : reportingWarnings(patient, warn)
  return paced(requestTimeoutSeconds === undefined ? heard : timeLimited(heard, requestTimeoutSeconds), pace)
}

function wireOver(route: HttpRoute): Wire {
  return route.http2 === undefined ? http1Transport(route) : http2Transport(route)
}

/** Resolves early when the signal aborts: the one who waits looks at the signal himself. */
async function sleepSeconds(seconds: number, signal?: AbortSignal): Promise<void> {
  await wait(seconds * 1000, undefined, { signal }).catch(() => {})
}

const GO_SYSTEM: Readonly<Record<string, string>> = { win32: 'windows' }
const GO_ARCHITECTURE: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' }

/** How this program names itself to API servers and in their audit logs, systems named as by kubectl. */
function userAgent(): string {
  const system = GO_SYSTEM[platform()] ?? platform()
  return `kubectl-finalize/${version} (${system}/${GO_ARCHITECTURE[arch()] ?? arch()})`
}
