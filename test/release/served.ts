import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { folder, manifest } from './released.ts'

export interface Served extends Disposable {
  /** The paths that were asked for. */
  readonly asked: readonly string[]
  /** A text about the release, with this server in place of the one where it will be published. */
  here(text: string): string
}

/** The release in dist/release on a server of its own, as it will be published. */
export async function served(): Promise<Served> {
  const published = `${manifest.spec.homepage}/releases/download/`
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    const file = join(folder, basename(request.url!))
    if (existsSync(file)) createReadStream(file).pipe(response)
    else response.writeHead(404).end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    asked,
    here: text => text.replaceAll(published, url),
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
