import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Seen } from './faulty-server.ts'
import { forwarder } from './forward.ts'
import { target } from './target.ts'

export interface PageServer extends AsyncDisposable {
  readonly url: string
  /** Methods and paths of what was handed on to the API server. */
  readonly asked: readonly string[]
}

/**
 * Serves these files to a page and hands what is below /clusters/x/ on to the target's API server with all rights there, as the server of
 * Headlamp does.
 */
export async function pageServer(files: Readonly<Record<string, string>>): Promise<PageServer> {
  const real = forwarder(target().admin)
  const asked: string[] = []
  const server = createServer(async (incoming, response) => {
    const { method = 'GET', url = '' } = incoming
    const file = files[url]
    if (file !== undefined) {
      const type = url.endsWith('.js') ? 'text/javascript' : 'text/html'
      return response.setHeader('content-type', `${type}; charset=utf-8`).end(file)
    }
    if (!url.startsWith('/clusters/x/')) return response.writeHead(404).end()
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    incoming.url = url.replace('/clusters/x', '')
    asked.push(`${method} ${incoming.url}`)
    const { pathname, searchParams } = new URL(incoming.url, target().server)
    const body = Buffer.concat(chunks).toString()
    const seen: Seen = {
      ...{ index: asked.length - 1, method, path: pathname, query: searchParams },
      ...{ httpVersion: incoming.httpVersion, body, isWrite: false },
    }
    return real.stream(incoming, seen, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const dispose = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
    real.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, [Symbol.asyncDispose]: dispose }
}
