import type { ApiRequest } from '../../src/cluster/transport/transport.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { type ManualClock, manualClock } from './manual-clock.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every kind
export type Body = any

export interface Reply {
  readonly code: number
  readonly body: Body
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

type Options = Partial<Omit<ApiRequest, 'method' | 'path' | 'body'>> & { readonly user?: string }

/** Sends one request; an object body goes as JSON, `path` may carry a query. */
export async function ask(
  sandbox: Sandbox,
  method: ApiRequest['method'],
  path: string,
  body?: unknown,
  { headers, ...options }: Options = {},
): Promise<Reply> {
  const url = new URL(path, 'http://sandbox')
  const response = await sandbox.handle({
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { 'user-agent': 'test/1', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...options,
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of response.body) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const isJson = response.headers['content-type']?.startsWith('application/json') === true
  return {
    code: response.status,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
    text,
    headers: response.headers,
  }
}

export const JSON_PATCH = { headers: { 'content-type': 'application/json-patch+json' } }
export const MERGE_PATCH = { headers: { 'content-type': 'application/merge-patch+json' } }
export const STRATEGIC = { headers: { 'content-type': 'application/strategic-merge-patch+json' } }
export const APPLY = { headers: { 'content-type': 'application/apply-patch+yaml' } }

export const MAPS = '/api/v1/namespaces/n/configmaps'

/** A cluster with the namespace `n` and a clock that is moved by hand. */
export function setup(): { sandbox: Sandbox; clock: ManualClock } {
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } })
  return { sandbox, clock }
}

/** Seeds a ConfigMap in `n`. */
export function putMap(sandbox: Sandbox, name: string, metadata: object = {}) {
  return sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'n', ...metadata } })
}

export function getMap(sandbox: Sandbox, name: string) {
  return sandbox.get('v1', 'ConfigMap', name, 'n')
}
