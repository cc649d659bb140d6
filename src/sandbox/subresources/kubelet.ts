import type { IncomingMessage } from 'node:http'
import { request as send } from 'node:https'
import type { KubeObject } from '../../api/object.ts'
import type { Warned } from '../answer/answer.ts'
import { badRequest, internalError, Refusal } from '../answer/refusal.ts'
import type { ResourceRequest } from '../request/resource-request.ts'

/** Only loopback is ever called: a practice cluster connects to nothing else. */
const LOOPBACK = '127.0.0.1'
/** Of the text of a refusal. */
const MAX_TEXT = 50_000
/** What a kubelet is handed; it never learns of other parameters. */
const HANDED_ON = ['tailLines', 'sinceSeconds', 'sinceTime', 'timestamps', 'limitBytes', 'previous'] as const

interface NodeStatus {
  readonly addresses?: readonly { readonly type: string; readonly address: string }[]
  readonly daemonEndpoints?: { readonly kubeletEndpoint?: { readonly Port?: number } }
}

/** Asks the kubelet of a Node, without a check of its certificate, and hands its answer on as it comes. */
export async function logFromKubelet(node: KubeObject, path: string, request: ResourceRequest): Promise<Warned> {
  const { addresses = [], daemonEndpoints } = (node.status ?? {}) as NodeStatus
  const address = addresses.find(({ type }) => type === 'InternalIP')?.address
  if (address === undefined) throw internalError('no preferred addresses found; known addresses: []')
  const port = daemonEndpoints?.kubeletEndpoint?.Port ?? 10_250
  const { query, signal, name = '' } = request
  const parameters = new URLSearchParams(
    HANDED_ON.flatMap(each => (query[each] === undefined ? [] : [[each, query[each]]])),
  )
  const url = new URL(`https://${address}:${port}/containerLogs/${path}?${parameters}`)
  const response = await answered(url, signal)
  const code = response.statusCode ?? 500
  if (code >= 200 && code < 300) return { kind: 'bytes', status: 200, body: response }
  throw kubeletRefusal({ code, message: await beginning(response) }, name)
}

function answered(url: URL, signal: AbortSignal | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      const why = error.code === 'ECONNREFUSED' ? `dial tcp ${url.host}: connect: connection refused` : error.message
      reject(internalError(`Get "${url}": ${why}`))
    }
    if (url.hostname !== LOOPBACK) return fail(new Error(`dial tcp ${url.host}: i/o timeout`))
    const sent = send(url, { agent: false, rejectUnauthorized: false, signal }, resolve)
    sent.on('error', fail)
    sent.end()
  })
}

async function beginning(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk
    if (text.length >= MAX_TEXT) break
  }
  return text.slice(0, MAX_TEXT)
}

/** A kubelet's refusal as the server passes it on: the text of a 500 or 400 verbatim, of others only the code. */
export function kubeletRefusal(
  { code, message }: { readonly code: number; readonly message: string },
  name: string,
): Refusal {
  if (code === 500) return internalError(message)
  if (code === 400) return badRequest(message)
  const isMissing = code === 404
  return new Refusal(code, {
    message: isMissing
      ? `the server could not find the requested resource ( pods/log ${name})`
      : `the server is currently unable to handle the request ( pods/log ${name})`,
    reason: isMissing ? 'NotFound' : code === 503 ? 'ServiceUnavailable' : 'InternalError',
    details: { name, kind: 'pods/log' },
  })
}
