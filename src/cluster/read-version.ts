import { readJson } from './transport/read.ts'
import type { Transport } from './transport/transport.ts'

/** gitVersion of the server; undefined when its answer does not say. Rejects as `readJson` does. */
export async function readVersion(transport: Transport, signal?: AbortSignal): Promise<string | undefined> {
  const { body } = await readJson(transport, { method: 'GET', path: '/version', signal })
  const { gitVersion } = body as { gitVersion?: unknown }
  return typeof gitVersion === 'string' ? gitVersion : undefined
}
