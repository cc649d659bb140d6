import { Agent, request } from 'node:https'

/** A control plane to fill and measure, reached with an administrator's token. */
export interface BenchTarget {
  readonly server: string
  readonly token: string
}

/** One change; rejects where it is refused. */
export type Send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  contentType?: string,
) => Promise<void>

export function sendTo(target: BenchTarget): Send {
  return (...change) => send(target, ...change)
}

const agent = new Agent({ keepAlive: true, maxSockets: 32, rejectUnauthorized: false })

/** One request to the control plane under measurement; rejects on any answer of 300 and above, 409 (exists) apart. */
export async function send(...request: Parameters<typeof answerTo>): Promise<void> {
  await answerTo(...request)
}

/** The text of the answer, as `send` sends the request. */
export function answerTo(
  target: BenchTarget,
  method: string,
  path: string,
  body?: unknown,
  contentType = 'application/json',
): Promise<string> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${target.server}${path}`,
      {
        method,
        agent,
        headers: {
          authorization: `Bearer ${target.token}`,
          ...(text !== undefined && { 'content-type': contentType, 'content-length': Buffer.byteLength(text) }),
        },
      },
      response => {
        const { statusCode = 0 } = response
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString()
          if (statusCode < 300 || statusCode === 409) resolve(answer)
          else reject(new Error(`${method} ${path}: ${statusCode} ${answer.slice(0, 300)}`))
        })
        response.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(text)
  })
}
