import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse, stringify } from 'yaml'
import { bundleForBrowser } from '../../../scripts/build/browser-bundle.ts'
import { findBrowser } from '../../../scripts/test/browser.ts'
import type { AnswerInPage, ObjectInPage } from '../../../src/browser.ts'
import type { Explanation } from '../../../src/render/words/explanation.ts'
import { Browsing } from '../../browser/open-page.ts'
import { until } from '../../control-plane/until.ts'
import type { Thing } from '../rig/api.ts'
import { pageServer } from '../rig/page-server.ts'
import { api, crd, namespace, run, target, unique } from '../rig/rig.ts'

const test = suite('the diagnosis in a page')

const root = resolve(import.meta.dirname, '../../..')
const browser = await findBrowser()

/** What does not change from one second to the next: ages and the texts that have them are left out. */
function lasting({ objects, causes, unreadable }: Explanation) {
  return {
    unreadable: unreadable.map(({ resource, reason }) => `${resource} ${reason}`).toSorted(),
    objects: objects.map(({ ageSeconds: _, ...object }) => object),
    causes: causes.map(({ evidence, ...cause }) => ({ ...cause, sources: evidence.map(({ source }) => source) })),
  }
}

/** Explains with the executable, by a kubeconfig that calls the target x, as the page does. */
async function printed(folder: string, { apiVersion, kind, name, namespace }: ObjectInPage): Promise<Explanation> {
  const config = parse(await readFile(target().kubeconfig, 'utf8'))
  const context = config.contexts.find((each: { name: string }) => each.name === config['current-context'])
  const file = join(folder, 'kubeconfig')
  await writeFile(file, stringify({ ...config, contexts: [{ ...context, name: 'x' }], 'current-context': 'x' }))
  const [version, group = ''] = apiVersion.split('/').toReversed()
  const place = namespace === undefined ? [] : ['-n', namespace]
  const args = ['explain', `${kind}.${version}.${group}/${name}`, ...place, '-o', 'json', '--context', 'x']
  const { stdout, stderr } = await run(args, { env: { KUBECONFIG: file } })
  assert.ok(stdout, stderr)
  return JSON.parse(stdout)
}

const explain = browser === undefined ? test.skip : test

explain('says of a stuck object what `explain -o json` says, draws it, and only reads', async () => {
  await using browsing = await Browsing.start(browser)
  const file = join(browsing.folder, 'diagnosis.js')
  await bundleForBrowser(root, file)
  await using server = await pageServer({ '/': '<!doctype html>', '/diagnosis.js': await readFile(file, 'utf8') })
  const place = await namespace()
  const widgets = await crd()
  const finalizers = [`${unique('page')}.example.com/hold`]
  const widget = await api.create(widgets.draft('held', place, { metadata: { finalizers } }))
  const config = await api.create({
    ...{ apiVersion: 'v1', kind: 'ConfigMap' },
    metadata: { name: 'held', namespace: place, finalizers },
  })
  await api.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } })
  const isDeleted = async (thing: Thing) => (await api.get(thing))?.metadata.deletionTimestamp !== undefined
  await until(async () => ((await isDeleted(widget)) && (await isDeleted(config))) || undefined, {
    what: 'the content to be deleted',
    deadlineSeconds: 30,
  })
  const page = await browsing.browser.newPage()
  await page.goto(server.url)
  const inPage = (object: ObjectInPage): Promise<AnswerInPage> =>
    page.evaluate(async object => {
      const { explainInPage } = await import(`${location.origin}/diagnosis.js`)
      const signal = new AbortController().signal
      return explainInPage(object, { server: '/clusters/x', fetch: window.fetch.bind(window), context: 'x', signal })
    }, object)
  const of = (apiVersion: string, kind: string, name: string, namespace?: string) =>
    ({ apiVersion, kind, name, namespace }) as const
  const held = [
    of(widgets.apiVersion, widgets.kind, 'held', place),
    of('v1', 'ConfigMap', 'held', place),
    of('v1', 'Namespace', place),
  ]
  for (const object of held) {
    const { explanation, picture } = await inPage(object)
    const ours = explanation as Explanation
    assert.ok(ours.causes.length > 0, JSON.stringify(ours))
    assert.ok(
      ours.causes.some(({ remedies }) => remedies.some(({ commands }) => commands.join().includes('--context x'))),
    )
    // An answer changes with time, and with who watches the type at that moment.
    let last: readonly [unknown, unknown] = [undefined, undefined]
    const look = async () => {
      const told = lasting((await inPage(object)).explanation as Explanation)
      last = [told, lasting(await printed(browsing.folder, object))]
      return isDeepStrictEqual(...last) || undefined
    }
    await until(look, { what: 'the same answer', deadlineSeconds: 150 }).catch(() => {})
    assert.equal(...last)
    assert.match(picture, new RegExp(`^<svg[\\s\\S]*${ours.causes[0]!.code}`))
  }
  const changes = server.asked.filter(line => !/^GET |^POST .*reviews|dryRun=All/.test(line))
  assert.equal(changes, [])
  for (const each of [widget, config]) await api.patch(each, { metadata: { finalizers: null } })
})

test.run()
