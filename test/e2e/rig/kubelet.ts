import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createAuthority } from '../../cluster/certificates.ts'
import type { Api, Draft, Thing } from './api.ts'
import { unique } from './unique.ts'

/** What a container wrote, `TIME TEXT` each (RFC 3339), oldest first; or the kubelet's answer in place of a log. */
export type Log = readonly string[] | ((request: IncomingMessage, response: ServerResponse) => void)

/** A Node of this test alone, whose kubelet serves logs to the API server, real or not. */
export interface Kubelet extends AsyncDisposable {
  readonly node: Thing
  /** Paths with query that the API server asked for: `/containerLogs/NAMESPACE/POD/CONTAINER?tailLines=…`. */
  readonly asked: string[]
  /** Sets the log of a container, and with `previous` that of before its last restart. */
  write(pod: Thing, container: string, log: Log, previous?: Log): void
  /** Creates the Pod on this node, running and ready; each of its containers has an empty log until one is written. */
  run(draft: Draft): Promise<Thing>
}

const HEARTBEAT_MS = 10_000

/** `await using kubelet = await withLogs(api)`: its node goes with it, and what runs there is to be deleted before. */
export async function withLogs(api: Api): Promise<Kubelet> {
  const logs = new Map<string, Log>()
  const asked: string[] = []
  const authority = await createAuthority()
  const { certificate, key } = (await authority.sign()) as { certificate: string; key: string }
  const server = createServer({ cert: certificate, key }, (request, response) => {
    asked.push(request.url!)
    answer(logs, request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const node = await api.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: unique('node') } })
  // An InternalIP alone: a Hostname would be preferred.
  const beat = () =>
    api.patch(node, { status: statusOf((server.address() as AddressInfo).port) }, { subresource: '/status' })
  await beat()
  const beats = setInterval(() => void beat().catch(() => {}), HEARTBEAT_MS).unref()
  return {
    node,
    asked,
    write(pod, container, log, previous) {
      logs.set(pathOf(pod, container), log)
      if (previous !== undefined) logs.set(`${pathOf(pod, container)} previous`, previous)
    },
    async run(draft) {
      const pod = await api.create({ ...draft, spec: { ...draft.spec, nodeName: node.metadata.name } })
      const containers: readonly { readonly name: string }[] = pod.spec.containers
      for (const { name } of containers) logs.set(pathOf(pod, name), [])
      return api.patch(pod, { status: running(containers) }, { subresource: '/status' })
    },
    async [Symbol.asyncDispose]() {
      clearInterval(beats)
      await api.delete(node).catch(() => {})
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function pathOf({ metadata: { namespace, name } }: Thing, container: string): string {
  return `/containerLogs/${namespace}/${name}/${container}`
}

function answer(logs: ReadonlyMap<string, Log>, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url!, 'https://kubelet')
  const isPrevious = searchParams.get('previous') === 'true'
  const log = logs.get(isPrevious ? `${pathname} previous` : pathname)
  if (typeof log === 'function') log(request, response)
  else if (log === undefined) response.writeHead(isPrevious ? 400 : 404).end('no such log')
  else response.writeHead(200, { 'content-type': 'text/plain' }).end(textOf(log, searchParams))
}

/** What a kubelet sends of these lines: the last of them, of those the ones since a time, with or without their times, up to so many bytes. */
function textOf(lines: readonly string[], asked: URLSearchParams): Buffer {
  const tail = asked.get('tailLines')
  const last = tail === null ? lines : lines.slice(Math.max(lines.length - Number(tail), 0))
  const seconds = asked.get('sinceSeconds')
  const since = seconds === null ? Date.parse(asked.get('sinceTime') ?? '') : Date.now() - Number(seconds) * 1000
  const chosen = last.filter(line => !(Date.parse(line.split(' ', 1)[0]!) < since))
  const told = asked.get('timestamps') === 'true' ? chosen : chosen.map(line => line.slice(line.indexOf(' ') + 1))
  const bytes = Buffer.from(told.map(line => `${line}\n`).join(''))
  return bytes.subarray(0, Number(asked.get('limitBytes') ?? bytes.length))
}

const now = () => new Date().toISOString().replace(/\.\d+/, '')

function statusOf(port: number) {
  const heartbeat = { lastHeartbeatTime: now(), lastTransitionTime: now() }
  return {
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
    conditions: [{ type: 'Ready', status: 'True', reason: 'Test', ...heartbeat }],
  }
}

function running(containers: readonly { readonly name: string }[]) {
  const startedAt = now()
  return {
    phase: 'Running',
    startTime: startedAt,
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: startedAt }],
    containerStatuses: containers.map(({ name }) => ({
      name,
      image: 'none',
      imageID: 'none',
      ready: true,
      started: true,
      restartCount: 0,
      state: { running: { startedAt } },
    })),
  }
}
