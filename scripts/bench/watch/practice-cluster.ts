import { mkdtempSync, writeFileSync } from 'node:fs'
import { createSecureServer, type Http2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts'
import { exchange } from '../../../src/sandbox/serve.ts'
import { createAuthority } from '../../../test/control-plane/certificates.ts'
import { removeAtEnd } from '../../../test/control-plane/process-group.ts'
import type { Send } from '../api.ts'
import { type Filling, fillBy } from '../fill.ts'
import type { Measured } from './measured.ts'

/** The controllers that look at no object: the others would look at each of 100,000, twice a second. */
const CHEAP = new Set(['identity', 'leader-election'])

/**
 * A practice cluster in this process, filled, over HTTP/2 with TLS as a real server speaks it. What changes in it costs a tenth of a millisecond: a
 * machine with other work keeps up with 100 changes a second.
 */
export async function practiceCluster(filling: Filling, tell: (line: string) => void): Promise<Measured> {
  const sandbox = createSandbox()
  sandbox.controllers.splice(0, Infinity, ...sandbox.controllers.filter(({ name }) => CHEAP.has(name)))
  const send = sendInto(sandbox)
  await fillBy(send, filling, tell)
  sandbox.compact()
  const authority = await createAuthority()
  const { certificate: cert, key } = await authority.signServer()
  const server = createSecureServer({ cert, key, maxSessionMemory: 1000 }, (incoming, outgoing) => {
    exchange(sandbox, incoming as never, outgoing as never).catch(() => outgoing.destroy())
  })
  const url = await listening(server)
  const folder = mkdtempSync(join(tmpdir(), 'finalize-bench-practice-'))
  removeAtEnd(folder)
  const kubeconfig = join(folder, 'kubeconfig')
  writeFileSync(kubeconfig, stringify(configOf(url, authority.certificate)), { mode: 0o600 })
  sandbox.start()
  return {
    kubeconfig,
    send,
    serverSeconds: async () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
  }
}

function sendInto(sandbox: Sandbox): Send {
  return async (method, path, body, contentType = 'application/json') => {
    const response = await sandbox.handle({
      method,
      path,
      headers: { accept: 'application/json', 'content-type': contentType, 'user-agent': 'bench' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const chunks: Uint8Array[] = []
    for await (const chunk of response.body) chunks.push(chunk)
    if (response.status < 300 || response.status === 409) return
    throw new Error(`${method} ${path}: ${response.status} ${Buffer.concat(chunks).toString().slice(0, 300)}`)
  }
}

async function listening(server: Http2Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function configOf(server: string, authority: string): object {
  const data = Buffer.from(authority).toString('base64')
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'practice', cluster: { server, 'certificate-authority-data': data } }],
    users: [{ name: 'admin', user: {} }],
    contexts: [{ name: 'practice', context: { cluster: 'practice', user: 'admin' } }],
    'current-context': 'practice',
  }
}
