import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Box } from '../../../src/render/picture/box.ts'
import { formatDot } from '../../../src/render/picture/dot.ts'
import { type Layout, layoutOf } from '../../../src/render/picture/layout.ts'
import { LABEL_SIZE } from '../../../src/render/picture/lines.ts'
import { formatMermaid } from '../../../src/render/picture/mermaid.ts'
import { pictureOf } from '../../../src/render/picture/picture.ts'
import { formatSvg } from '../../../src/render/picture/svg.ts'
import { textWidth } from '../../../src/render/picture/text-width.ts'
import { edgeText } from '../../../src/render/picture/words.ts'
import type { Explanation } from '../../../src/render/words/explanation.ts'
import { incidents } from '../../../src/sandbox/incidents/index.ts'
import { headless } from '../../headless.ts'
import { hostileExplained, manyExplained, pageOf } from './explained.ts'

const test = suite('pictures and pages of an explanation')

async function explained(incident: string): Promise<Explanation> {
  const { stdout } = await headless(['explain', `--sandbox=${incident}`, '-o', 'json'])
  return JSON.parse(stdout)
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const isInside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width + 0.5 &&
  inner.y + inner.height <= outer.y + outer.height + 0.5

test('no two cards, groups or words of lines overlap, no line passes behind a card, and each object lies in its group', async () => {
  const named = await Promise.all(['', ...incidents.map(({ name }) => name)].map(explained))
  for (const each of [...named, hostileExplained(), manyExplained(40), manyExplained(2000)]) {
    for (const fold of ['folded', 'unfolded'] as const) {
      if (fold === 'unfolded' && each.objects.length > 200) continue
      const layout = layoutOf(pictureOf(each, fold))
      const cards = [...layout.causes, ...layout.objects]
      for (const [index, { box, node }] of cards.entries()) {
        for (const other of cards.slice(index + 1)) assert.not(overlap(box, other.box), `${node.id} ${other.node.id}`)
      }
      for (const [index, { box, group }] of layout.groups.entries()) {
        for (const other of layout.groups.slice(index + 1)) assert.not(overlap(box, other.box), group.id)
        const own = new Set(group.nodes.map(({ id }) => id))
        for (const object of layout.objects) {
          if (own.has(object.node.id)) assert.ok(isInside(object.box, box))
          else assert.not(overlap(object.box, box), `${object.node.id} in ${group.id}`)
        }
      }
      for (const { box } of layout.causes)
        for (const group of layout.groups) assert.ok(box.x + box.width < group.box.x, 'causes stand at the left')
      assertClear(layout)
    }
  }
})

/** No line passes behind a card that it does not join, and no words of one stand on a card or on those of another. */
function assertClear({ causes, objects, edges }: Layout): void {
  const cards = [...causes, ...objects]
  const labels = edges.flatMap(({ edge, label: { x, y } }) => {
    const text = edgeText(edge)
    const width = textWidth(text ?? '', LABEL_SIZE, 'sans')
    return text === undefined ? [] : [{ text, box: { x: x - width / 2, y: y - 17, width, height: 11 } }]
  })
  for (const [index, { text, box }] of labels.entries()) {
    for (const card of cards) assert.not(overlap(box, card.box), `"${text}" on ${card.node.id}`)
    for (const other of labels.slice(index + 1)) assert.not(overlap(box, other.box), `"${text}" on "${other.text}"`)
  }
  for (const { edge, points } of edges) {
    for (const [index, to] of points.slice(1).entries()) {
      const from = points[index]!
      for (let t = 0.05; t < 1; t += 0.05) {
        const x = from.x + (to.x - from.x) * (1.5 * t * (1 - t) + t ** 3)
        const y = from.y + (to.y - from.y) * (3 * t ** 2 - 2 * t ** 3)
        const behind = cards.find(({ box }) => overlap(box, { x, y, width: 0, height: 0 }))?.node.id
        if (behind !== undefined) assert.ok([edge.from, edge.to].includes(behind), `${edge.from} to ${edge.to}`)
      }
    }
  }
}

test('the same explanation gives the same picture, byte for byte', async () => {
  const one = await explained('')
  const caption = { title: 'one', notes: [] }
  assert.is(formatSvg(pictureOf(one), caption), formatSvg(pictureOf(one), caption))
})

test('what a cluster writes is text: no markup, no control character, no line of its own', () => {
  const hostile = hostileExplained()
  const picture = pictureOf(hostile)
  const svg = formatSvg(picture, { title: '<script>x</script>', notes: ['<b>&'] })
  const page = pageOf(hostile)
  for (const text of [svg, page]) {
    const bodies = text.replaceAll(
      /<style>[\s\S]*?<\/style>|<script>\{\nconst dom[\s\S]*?<\/script>|base64,[\w+/=]+/g,
      '',
    )
    assert.not.match(bodies, /<script|<img|onerror="|onload="|<b>|javascript:window[^&]*"(?!&)/i)
    assert.not.match(bodies, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u2028\u202e]/)
  }
  const dot = formatDot(picture, 'title "x" \\', ['a\nb'])
  const mermaid = formatMermaid(picture, 'title "x" %%{', ['a\nb'])
  for (const text of [dot, mermaid]) assert.not.match(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  for (const line of dot.split('\n')) {
    const outside = line.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
    assert.not.match(outside, /["<]/, line)
  }
  for (const line of mermaid.split('\n')) {
    assert.is((line.match(/"/g) ?? []).length % 2, 0, line)
    assert.not.match(line, /%%|<(?!br\/>)|`/, line)
  }
})

test('a page allows its own style and script and nothing else, and names no other place', () => {
  const page = pageOf(manyExplained(40))
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!
  const inner = (tag: string): string => new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)![1]!
  assert.ok(policy.startsWith("default-src 'none';"))
  assert.ok(policy.includes(`style-src 'sha256-${sha256(inner('style'))}'`))
  assert.ok(policy.includes(`script-src 'sha256-${sha256(inner('script'))}'`))
  assert.not.match(
    page.replaceAll(/base64,[\w+/=]+/g, ''),
    /(?:https?:)?\/\/(?!www\.w3\.org)[a-z]|\sstyle=|url\(|@import/,
  )
})

test('a page has every object, cause, fact and command without any script', async () => {
  const one = await explained('operator-uninstalled')
  const page = pageOf(one).replaceAll(/<script>[\s\S]*<\/script>/g, '')
  for (const { ref } of one.objects) assert.ok(page.includes(`${ref.kind.toLowerCase()}/${ref.name}<`), ref.name)
  for (const { code, evidence, remedies } of one.causes) {
    assert.ok(page.includes(`<strong>${code}</strong>`))
    for (const { fact } of evidence)
      assert.ok(page.includes(fact.replaceAll('"', '&quot;').replaceAll("'", '&#39;')), fact)
    for (const command of remedies.flatMap(({ commands }) => commands)) assert.ok(page.includes(command), command)
  }
  const json = /base64,([\w+/=]+)/.exec(page)![1]!
  assert.equal(JSON.parse(gunzipSync(Buffer.from(json, 'base64')).toString()), one)
})

test('an explanation of nothing is a picture and a page as well', async () => {
  const nothing = await explained('empty')
  assert.match(pageOf(nothing), '<h1>Nothing to explain</h1>')
  assert.match(formatSvg(pictureOf(nothing), { title: 'nothing', notes: [] }), '</svg>')
  assert.match(formatDot(pictureOf(nothing), 'nothing', []), 'digraph')
  assert.match(formatMermaid(pictureOf(nothing), 'nothing', []), 'flowchart LR')
})

test.run()
