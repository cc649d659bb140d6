import { createHash } from 'node:crypto'
import { loadavg } from 'node:os'
import { graphOfObjects } from '../../src/diagnosis/graph.ts'
import { formatPage } from '../../src/render/page/page.ts'
import { formatDot } from '../../src/render/picture/dot.ts'
import { formatMermaid } from '../../src/render/picture/mermaid.ts'
import { pictureOf } from '../../src/render/picture/picture.ts'
import { formatSvg } from '../../src/render/picture/svg.ts'
import { Browsing } from '../../test/browser/open-page.ts'
import { manyExplained } from '../../test/render/picture/explained.ts'

const KB = 1000

/** Sizes of pages and pictures in KB, seconds of CPU to make them, and seconds until a browser has drawn the page. */
export async function measurePages(counts: readonly number[], runs: number): Promise<string> {
  await using browsing = await Browsing.start()
  const rows: string[] = [
    '| objects | nodes | page, KB | making it, s of CPU | opening it, s | svg, KB | mermaid, KB | dot, KB | load |',
    '|---|---|---|---|---|---|---|---|---|',
  ]
  for (const count of counts) {
    const explanation = manyExplained(count)
    const content = {
      explanation,
      graph: graphOfObjects(explanation.objects),
      reading: { objects: count, types: 60, seconds: 1 },
      notTerminating: [],
    }
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')
    const place = 'context bench (https://10.0.0.1:6443)'
    const make = (): string => formatPage({ ...content, place, notes: [], everything: 'kubectl finalize', sha256 })
    const making: number[] = []
    const opening: number[] = []
    let page = make()
    for (let run = 0; run < runs; run++) {
      const before = process.cpuUsage()
      page = make()
      const { user, system } = process.cpuUsage(before)
      making.push((user + system) / 1e6)
      opening.push(await opened(browsing, page))
    }
    const picture = pictureOf(explanation)
    const nodes = picture.groups.flatMap(({ nodes: inside }) => inside).length + picture.causes.length
    const texts = [
      formatSvg(picture, { title: place, notes: [] }),
      formatMermaid(picture, place, []),
      formatDot(picture, place, []),
    ]
    const kilobytes = (text: string): string => (Buffer.byteLength(text) / KB).toFixed(0)
    const cells = [count, nodes, kilobytes(page), spread(making), spread(opening), ...texts.map(kilobytes)]
    rows.push(`| ${cells.join(' | ')} | ${loadavg()[0]!.toFixed(1)} |`)
  }
  return rows.join('\n')
}

/** From the start of navigation to the second frame after the page was loaded: then its first picture is on the screen. */
async function opened(browsing: Browsing, html: string): Promise<number> {
  const { page } = await browsing.open(html)
  const seconds = await page.evaluate(
    () =>
      new Promise<number>(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() / 1000)))
      }),
  )
  await page.close()
  return seconds
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  return [sorted[0]!, sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!].map(each => each.toFixed(2)).join(' / ')
}
