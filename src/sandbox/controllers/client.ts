import type { KubeObject } from '../../api/object.ts'
import { objectPath } from '../../api/path.ts'
import type { Status } from '../../api/status.ts'
import { ADMIN } from '../request/user.ts'
import { serveRequest } from '../serve-request.ts'
import type { Server } from '../server.ts'
import type { ServedType } from '../types/served-type.ts'

export interface Reply {
  readonly code: number
  /** The decoded JSON; undefined for plain text. */
  readonly body: unknown
  readonly text: string
}

/**
 * How controllers write: ordinary API requests, bound by admission, finalizers and permissions like all others. They
 * read from the store, as from informers.
 */
export interface Client {
  send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    contentType?: string,
  ): Promise<Reply>
}

/** A client that is a system component: allowed everything, and named in managedFields as `agent`. */
export function clientFor(server: Server, agent: string): Client {
  return {
    async send(method, path, body, contentType = 'application/json') {
      const response = await serveRequest(server, {
        method,
        path,
        headers: { 'user-agent': `${agent}/v1`, 'content-type': contentType, accept: 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
        user: ADMIN,
      })
      let text = ''
      for await (const chunk of response.body) text += Buffer.from(chunk).toString()
      const isJson = response.headers['content-type']?.startsWith('application/json') === true
      return { code: response.status, body: isJson && text !== '' ? JSON.parse(text) : undefined, text }
    },
  }
}

export const MERGE_PATCH = 'application/merge-patch+json'

/** What client-go would print for an error reply. */
export function errorText(reply: Reply): string {
  const status = reply.body as Status | undefined
  if (status?.message !== undefined) return status.message
  return reply.code === 503 ? 'the server is currently unable to handle the request' : reply.text.trim()
}

/** The path of a stored object, in the version it is stored in. */
export function pathOf(type: ServedType, object: KubeObject): string {
  return objectPath(type, object.metadata.name, object.metadata.namespace)
}
