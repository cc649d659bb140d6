import type { Connection } from '../../../src/cluster/kubeconfig/connection.ts'
import { type ConnectContext, connect } from '../../../src/cluster/transport/connect.ts'
import type { ApiRequest, Transport } from '../../../src/cluster/transport/transport.ts'

/** A connection as `resolveConnection` makes it, with what a test does not care about filled in. */
export function connectionTo(server: string, parts: Partial<Connection> = {}): Connection {
  return {
    server,
    namespace: 'default',
    namespaceSource: 'default',
    tls: { insecure: false },
    disableCompression: false,
    credentials: { kind: 'none' },
    inCluster: false,
    ...parts,
  }
}

/** A connected transport that closes at the end of its block; it does not wait between attempts. */
export async function transportTo(
  server: string,
  parts: Partial<Connection> = {},
  context: Partial<ConnectContext> = {},
): Promise<Transport & Disposable> {
  const transport = await connect(connectionTo(server, parts), { env: {}, sleep: async () => {}, ...context })
  return {
    server: transport.server,
    send: request => transport.send(request),
    close: () => transport.close(),
    [Symbol.dispose]: () => transport.close(),
  }
}

export function get(path = '/version'): ApiRequest {
  return { method: 'GET', path }
}
