import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** How to reach an API server: what a kubeconfig's context comes down to. */
export interface Connection {
  readonly server: string
  readonly ca?: string | undefined
  readonly token?: string | undefined
  readonly certificate?: string | undefined
  readonly key?: string | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

/** One HTTP request with plain node:https: the tests' own eye, which shares no code with the program under test. */
export function request(
  connection: Connection,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const url = new URL(connection.server.replace(/\/$/, '') + path)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest
  return new Promise((resolve, reject) => {
    const outgoing = send(
      url,
      {
        method,
        ca: connection.ca,
        cert: connection.certificate,
        key: connection.key,
        timeout: 30_000,
        headers: {
          accept: 'application/json',
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...(connection.token === undefined ? {} : { authorization: `Bearer ${connection.token}` }),
          ...headers,
        },
      },
      incoming => {
        let answer = ''
        incoming.setEncoding('utf8')
        incoming.on('data', chunk => {
          answer += chunk
        })
        incoming.on('error', reject)
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: answer }))
      },
    )
    outgoing.on('error', reject)
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path}: no answer within 30 s`)))
    outgoing.end(text)
  })
}
