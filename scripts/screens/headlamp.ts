import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Browsing } from '../../test/browser/open-page.ts'
import { headlampFiles } from './headlamp-files.ts'
import { withText } from './png-text.ts'
import { practice } from './practice.ts'
import { INCIDENT } from './screens.ts'
import { stable } from './stable.ts'

/** Headlamp's page is 22 MB of scripts: ms. */
const PATIENCE = 300_000
const PAGE =
  '<!doctype html><link rel="stylesheet" href="/host.css"><div id="root"></div><script type="module" src="/host.js"></script>'

/** The causes that a page of Headlamp shows, as one text without what differs each time. */
export const causesIn = (texts: readonly string[]): string => stable(texts.join('\n'), '/no folder')

/**
 * The page that Headlamp shows of a namespace in the practice cluster, with the section of the plugin in it, as a PNG, whose text is that of the
 * causes. Headlamp's page and library are those of @kinvolk/headlamp-plugin, the plugin is `npm run build` of integrations/headlamp: throws where
 * these are not there.
 */
export async function headlampScreen(root: string, program: string, browser: string): Promise<Buffer> {
  await using on = await practice(program, INCIDENT)
  await using browsing = await Browsing.start(browser)
  const files = await headlampFiles(join(root, 'integrations/headlamp'), browsing.folder)
  const server = createServer((incoming, response) => {
    const file = files.get(incoming.url!)
    if (file !== undefined) return response.setHeader('content-type', file.type).end(file.bytes)
    if (incoming.url!.startsWith('/c/')) return response.setHeader('content-type', 'text/html').end(PAGE)
    // As Headlamp's server does. A watch ends with the page.
    return handOn(incoming, response, on.url).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const page = await browsing.browser.newPage()
    await page.setViewport({ width: 1400, height: 900 })
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/c/prod/namespaces/reports`, {
      timeout: PATIENCE,
    })
    const button = await page.waitForSelector('::-p-text(Find out)', { timeout: PATIENCE })
    await button!.click()
    await page.waitForSelector('article', { timeout: PATIENCE })
    await page.$eval('img[alt="What waits for what"]', image => image.decode())
    const texts = await page.$$eval('article', articles => articles.map(each => each.textContent))
    return withText(Buffer.from(await page.screenshot({ fullPage: true })), causesIn(texts))
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function handOn(incoming: IncomingMessage, response: ServerResponse, cluster: string): Promise<void> {
  const { url = '', method = 'GET', headers } = incoming
  if (!url.startsWith('/clusters/prod/')) return void response.writeHead(404).end()
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const answer = await fetch(cluster + url.slice('/clusters/prod'.length), {
    method,
    headers: { accept: headers.accept ?? '*/*', 'content-type': headers['content-type'] ?? '' },
    body: chunks.length === 0 ? null : Buffer.concat(chunks),
  })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
  response.end(Buffer.from(await answer.arrayBuffer()))
}
