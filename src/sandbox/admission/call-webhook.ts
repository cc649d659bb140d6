import { request } from 'node:https'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Posts JSON to a webhook given by URL and answers its JSON. Only loopback is ever called: a practice cluster reaches
 * nothing else. Throws with the words of Go's HTTP client.
 */
export async function callWebhook(
  url: string,
  caBundle: string | undefined,
  timeoutSeconds: number,
  body: unknown,
): Promise<unknown> {
  const target = new URL(url)
  target.searchParams.set('timeout', `${timeoutSeconds}s`)
  try {
    if (!LOOPBACK.has(target.hostname)) throw new Error(`dial tcp: lookup ${target.hostname}: no such host`)
    return JSON.parse(await post(target, caBundle, timeoutSeconds, JSON.stringify(body)))
  } catch (error) {
    throw new Error(`Post "${target}": ${causeOf(error as NodeJS.ErrnoException, target)}`)
  }
}

function post(target: URL, caBundle: string | undefined, timeoutSeconds: number, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // No kept connection: one to a webhook that went away would hide that nothing listens.
      agent: false,
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
      ca: caBundle === undefined ? undefined : Buffer.from(caBundle, 'base64'),
    }
    const sent = request(target, options, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve(Buffer.concat(chunks).toString()))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function causeOf(error: NodeJS.ErrnoException, target: URL): string {
  if (error.code === 'ECONNREFUSED') return `dial tcp ${target.host}: connect: connection refused`
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'context deadline exceeded'
  if (error.code?.includes('CERT') || error.code?.includes('SELF_SIGNED')) {
    return 'tls: failed to verify certificate: x509: certificate signed by unknown authority'
  }
  return error.message
}
