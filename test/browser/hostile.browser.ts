import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { formatDot } from '../../src/render/picture/dot.ts'
import { formatMermaid } from '../../src/render/picture/mermaid.ts'
import { pictureOf } from '../../src/render/picture/picture.ts'
import { formatSvg } from '../../src/render/picture/svg.ts'
import { incidents } from '../../src/sandbox/incidents/index.ts'
import { HOSTILE, hostileExplained, pageOf } from '../render/picture/explained.ts'
import { Browsing, printed } from './open-page.ts'

const test = suite('hostile text, and graphs for other programs')

const explanation = hostileExplained()
const caption = { title: HOSTILE.join(' '), notes: HOSTILE }

const hostilePage = (): string => pageOf(explanation, { place: HOSTILE[1]!, notes: HOSTILE, everything: HOSTILE[2]! })

const isHacked = () => 'hacked' in window

test('in a page: nothing of it is run or loaded, also after every node and button was used', async () => {
  await using browsing = await Browsing.start()
  const { page, complaints } = await browsing.open(hostilePage())
  for (const selector of ['.view .node', 'thead button', '[data-light]', '#unfold']) {
    await page.$$eval(selector, found => {
      for (const each of found) each.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    })
  }
  await page.type('#search', '<script>')
  assert.is(await page.evaluate(isHacked), false)
  assert.equal(complaints, [])
  assert.is(await page.$$eval('script', found => found.length), 1)
  assert.is(await page.$$eval('img, iframe, object, embed, link, base', found => found.length), 0)
  const rows = await page.$$eval('tbody th', found => found.map(each => each.textContent))
  assert.ok(rows.includes('thing/<script>window.hacked = 1</script>'))
  assert.ok(rows.includes('thing/up<U+202E>side<U+200B>down<U+001B>[31m<U+0007>'))
})

test('the policy of a page refuses a script, a style, a request and a form that get into it all the same', async () => {
  await using browsing = await Browsing.start()
  const { page } = await browsing.open(hostilePage())
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await page.evaluate(address => {
    const directives: string[] = []
    Object.assign(window, { directives })
    document.addEventListener('securitypolicyviolation', event => directives.push(event.effectiveDirective))
    const script = document.createElement('script')
    script.textContent = 'window.hacked = 1'
    const style = document.createElement('style')
    style.textContent = 'body { display: none }'
    const image = document.createElement('img')
    image.src = `${address}/x.png`
    document.body.append(script, style, image)
    fetch(`${address}/fetched`).catch(() => undefined)
  }, `http://127.0.0.1:${port}`)
  const told = await page.waitForFunction(() => {
    const { directives } = window as unknown as { directives: readonly string[] }
    return directives.length >= 4 && directives
  })
  const refused = (await told.jsonValue()) as readonly string[]
  assert.equal(refused.toSorted(), ['connect-src', 'img-src', 'script-src-elem', 'style-src-elem'])
  assert.is(await page.evaluate(isHacked), false)
  assert.equal(asked, [])
  server.close()
})

test('in an SVG: it is well-formed, and nothing of it is run', async () => {
  await using browsing = await Browsing.start()
  const { page, complaints } = await browsing.open(formatSvg(pictureOf(explanation), caption), 'picture.svg')
  assert.is(await page.evaluate(isHacked), false)
  assert.is(await page.$$eval('parsererror, script, img', found => found.length), 0)
  assert.ok((await page.$$eval('.node', found => found.length)) > 20)
  assert.equal(complaints, [])
})

const mermaid = readFileSync(
  createRequire(import.meta.url)
    .resolve('mermaid')
    .replace(/[^/\\]*$/, 'mermaid.min.js'),
  'utf8',
)

test('mermaid parses and draws every incident and hostile names, and runs nothing of them', async () => {
  await using browsing = await Browsing.start()
  const { page, complaints } = await browsing.open('<!doctype html><title>mermaid</title><body></body>')
  await page.evaluate(mermaid)
  const graphs = await Promise.all(
    ['', ...incidents.map(({ name }) => name)].map(name => printed('explain', `--sandbox=${name}`, '-o', 'mermaid')),
  )
  const hostile = formatMermaid(pictureOf(explanation), caption.title, caption.notes)
  for (const graph of [...graphs, hostile]) {
    // Drawing takes seconds: the largest, and the one that is to be feared.
    const draws = graph === graphs[0] || graph === hostile
    const drawn = await page.evaluate(
      async (text, draws) => {
        const { mermaid } = window as unknown as { mermaid: typeof import('mermaid').default }
        mermaid.initialize({ startOnLoad: false, securityLevel: 'loose', maxEdges: 2000 })
        try {
          const { diagramType } = (await mermaid.parse(text)) as { diagramType: string }
          if (!draws) return `${diagramType} 0`
          const { svg } = await mermaid.render('drawn', text)
          document.body.innerHTML = svg
          return `${diagramType} ${document.querySelectorAll('.node').length} ${document.body.textContent}`
        } catch (error) {
          return String(error)
        }
      },
      graph,
      draws,
    )
    assert.match(drawn, /^flowchart-v2 \d+/)
    if (graph === hostile) assert.match(drawn, 'thing/<script>window.hacked = 1</script>')
  }
  assert.is(await page.evaluate(isHacked), false)
  assert.equal(
    complaints.filter(each => !each.includes('Bindings')),
    [],
  )
})

/** What Graphviz makes of a graph: every node with its label as text. */
function dot(graph: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = execFile('dot', ['-Tjson0'], { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
    if (error !== null) reject(error)
    else if (stderr === '') resolve(stdout)
    else reject(new Error(stderr))
  })
  child.stdin!.on('error', () => undefined)
  child.stdin!.end(graph)
  return promise
}

test('Graphviz parses every incident and hostile names, and takes none for more than text', async () => {
  const known = await dot('digraph {}').then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
  if (!known) return console.log('!!!!!!!! Graphviz SKIPPED: there is no dot')
  for (const { name } of [{ name: '' }, ...incidents]) {
    assert.ok(JSON.parse(await dot(await printed('explain', `--sandbox=${name}`, '-o', 'dot'))))
  }
  const picture = pictureOf(explanation)
  const read = JSON.parse(await dot(formatDot(picture, caption.title, caption.notes)))
  const nodes = (read.objects as { readonly name: string }[]).filter(({ name }) => /^[cn]\d+$/.test(name))
  const drawn = picture.groups.flatMap(({ nodes: inside }) => inside).length + picture.causes.length
  assert.is(nodes.length, drawn)
  assert.is(read.edges.length, picture.edges.length)
})

test.run()
