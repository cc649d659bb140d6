import type { ApiResponse } from '../../src/cluster/transport/transport.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'

/** What a container wrote: `TIME TEXT` each, oldest first; or the kubelet's 500 in place of it. */
export interface Written {
  readonly lines: readonly string[]
  readonly previous?: readonly string[]
  readonly fails?: string
}

/** Logs by `NAMESPACE/POD/CONTAINER`, which the sandbox answers from then on; and the paths of those that were asked for. */
export function servedLogs(sandbox: Sandbox) {
  const logs = new Map<string, Written>()
  const asked: string[] = []
  sandbox.onRequest = ({ path, query = {} }) => {
    const [, namespace, pod] = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/log$/.exec(path) ?? []
    if (namespace === undefined) return undefined
    asked.push(path)
    const log = logs.get(`${namespace}/${pod}/${query.container}`)
    if (log?.fails !== undefined) return refused(log.fails)
    const lines = (query.previous === 'true' ? log?.previous : log?.lines) ?? []
    return answered(200, 'text/plain', lines.map(line => `${line}\n`).join(''))
  }
  return { logs, asked }
}

function refused(message: string): ApiResponse {
  const status = { kind: 'Status', status: 'Failure', reason: 'InternalError', code: 500, message }
  return answered(500, 'application/json', JSON.stringify(status))
}

function answered(status: number, type: string, text: string): ApiResponse {
  return { status, headers: { 'content-type': type }, body: chunks(Buffer.from(text)) }
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
