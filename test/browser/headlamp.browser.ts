import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'puppeteer-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type * as declared from '../../integrations/headlamp/src/diagnosis.d.ts'
import { bundleForBrowser } from '../../scripts/build/browser-bundle.ts'
import { causesIn } from '../../scripts/screens/headlamp.ts'
import { textOf } from '../../scripts/screens/png-text.ts'
import { INCIDENT } from '../../scripts/screens/screens.ts'
import type * as made from '../../src/browser.ts'
import { buildIncident } from '../../src/sandbox/incidents/index.ts'
import { serveSandbox } from '../../src/sandbox/serve.ts'
import { Browsing } from './open-page.ts'

const test = suite('the section in Headlamp')

const root = resolve(import.meta.dirname, '../..')
const fake = (name: string): string => join(root, 'test/browser/headlamp', name)

/** The plugin as its page loads it: Headlamp and React are given to it, here by stand-ins. */
async function pluginText(folder: string): Promise<string> {
  const diagnosis = join(folder, 'diagnosis.js')
  await bundleForBrowser(root, diagnosis)
  const { outputFiles } = await build({
    entryPoints: [join(root, 'integrations/headlamp/src/index.tsx')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    tsconfigRaw: {},
    alias: {
      react: fake('react.ts'),
      'react/jsx-runtime': fake('react.ts'),
      '@kinvolk/headlamp-plugin/lib': fake('headlamp.ts'),
      '@kinvolk/headlamp-plugin/lib/CommonComponents': fake('headlamp.ts'),
    },
    plugins: [
      {
        name: 'made',
        setup: ({ onResolve }) => void onResolve({ filter: /^\.\/diagnosis$/ }, () => ({ path: diagnosis })),
      },
    ],
  })
  return outputFiles[0]!.text
}

/** A page of Headlamp over the practice cluster, and what it asked the API server for. */
async function setup(browsing: Browsing, incident = '') {
  const sandbox = await serveSandbox(buildIncident(incident, { now: () => new Date() })!)
  const plugin = await pluginText(browsing.folder)
  const asked: IncomingMessage[] = []
  const server = createServer(async (incoming, response) => {
    const { url = '', method = 'GET' } = incoming
    if (url === '/') return response.setHeader('content-type', 'text/html').end('<!doctype html><body></body>')
    if (url === '/plugin.js') return response.setHeader('content-type', 'text/javascript').end(plugin)
    if (!url.startsWith('/clusters/prod/')) return response.writeHead(404).end()
    asked.push(incoming)
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const headers = { accept: incoming.headers.accept ?? '*/*', 'content-type': incoming.headers['content-type'] ?? '' }
    const body = chunks.length === 0 ? null : Buffer.concat(chunks)
    const answer = await fetch(sandbox.url + url.replace('/clusters/prod', ''), { method, headers, body })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    return response.end(Buffer.from(await answer.arrayBuffer()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const page = await browsing.browser.newPage()
  const errors: unknown[] = []
  page.on('pageerror', error => errors.push(error))
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await page.evaluate(() => import(`${location.origin}/plugin.js`))
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await sandbox.close()
  }
  return { page, asked, errors, sandbox, [Symbol.asyncDispose]: close }
}

const show = (page: Page, resource: object): Promise<void> =>
  page.evaluate(resource => (window as unknown as { showDetails(resource: object): void }).showDetails(resource), {
    cluster: 'prod',
    jsonData: resource,
  })

test('tells why a terminating object stays, with its causes, a picture and commands that are copied; it only reads', async () => {
  await using browsing = await Browsing.start()
  await using headlamp = await setup(browsing)
  const { page, asked, errors, sandbox } = headlamp
  const namespace = await (await fetch(`${sandbox.url}/api/v1/namespaces/media`)).json()
  await show(page, namespace)
  assert.is(asked.length, 0)
  await page.click('section > button')
  await page.waitForSelector('article', { timeout: 60_000 })
  assert.is(await page.$eval('h2', each => each.textContent), 'Why is it terminating?')
  assert.match(await page.$eval('article', each => each.textContent), /STUCK.*ControllerMissing/)
  await page.$eval('img', each => each.decode())
  assert.ok((await page.$eval('img', each => each.naturalWidth)) > 100)
  const { origin } = new URL(page.url())
  const permissions = ['clipboard-read', 'clipboard-sanitized-write'] as const
  await browsing.browser.defaultBrowserContext().overridePermissions(origin, [...permissions])
  await page.bringToFront()
  const command = await page.$eval('code', each => each.textContent)
  assert.match(command, /^kubectl .*--context prod/)
  await page.click('code + button')
  await page.waitForFunction(() => document.querySelector('code + button')?.textContent === 'Copied')
  assert.is(await page.evaluate(() => navigator.clipboard.readText()), command)
  const writes = asked.filter(({ method, url }) => !(method === 'GET' || /reviews|dryRun=All/.test(url!)))
  assert.equal(
    writes.map(({ method, url }) => `${method} ${url}`),
    [],
  )
  assert.ok(asked.every(({ headers }) => headers['x-headlamp_backend-token'] === 'secret'))
  assert.equal(errors, [])
})

test('says that it could not be explained where that is so, and shows nothing for what is not being deleted', async () => {
  await using browsing = await Browsing.start()
  await using headlamp = await setup(browsing)
  const { page } = headlamp
  const metadata = { name: 'gone', uid: '1', deletionTimestamp: '2026-01-01T00:00:00Z' }
  await show(page, { apiVersion: 'v1', kind: 'Namespace', metadata })
  await page.click('section > button')
  await page.waitForSelector('[role=alert]', { timeout: 60_000 })
  assert.match(await page.$eval('[role=alert]', each => each.textContent), /"gone" not found/)
  await show(page, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'live', uid: '2' } })
  assert.is(await page.$('section'), null)
})

test('shows the causes that the picture in the docs shows: else npm run screens', async () => {
  await using browsing = await Browsing.start()
  await using headlamp = await setup(browsing, INCIDENT)
  const { page, sandbox } = headlamp
  await show(page, await (await fetch(`${sandbox.url}/api/v1/namespaces/reports`)).json())
  await page.click('section > button')
  await page.waitForSelector('article', { timeout: 60_000 })
  const texts = await page.$$eval('article', articles => articles.map(each => each.textContent))
  assert.is(textOf(readFileSync(join(root, 'docs/headlamp.png'))), causesIn(texts))
})

/** What the section takes for granted is what is made: a difference is an error of types. */
const held: (answer: made.AnswerInPage) => Pick<declared.Answer, 'picture' | 'notes'> = answer => answer
const taken: (cluster: Parameters<typeof declared.explainInPage>[1]) => made.ClusterOfPage = cluster => cluster
void [held, taken]

test.run()
