import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { formatDot } from '../../src/render/picture/dot.ts'
import { formatMermaid } from '../../src/render/picture/mermaid.ts'
import { pictureOf } from '../../src/render/picture/picture.ts'
import { formatSvg } from '../../src/render/picture/svg.ts'
import { Browsing, type Loading, loadingOf } from '../../test/browser/open-page.ts'
import { manyExplained, pageOf } from '../../test/render/picture/explained.ts'
import { spread, writeMeasured } from './measured.ts'

const KB = 1000
const COUNTS = [40, 500, 2000, 20_000]

/**
 * Measures pages and pictures of increasing numbers of objects, and writes the figures into docs/benchmarks.md: sizes in KB, and the seconds
 * of CPU to make a page and to draw it in a browser.
 */
export async function measurePages(root: string, program: string, runs: number): Promise<string> {
  await using browsing = await Browsing.start()
  const load = loadavg()[0]!.toFixed(1)
  const rows: string[] = []
  for (const count of COUNTS) rows.push(await rowOf(count, runs, browsing))
  const { size } = await stat(join(root, 'dist/kubectl-finalize.mjs'))
  const version = await browsing.browser.version()
  const lines = [
    `\`npm run bench -- --pages --runs ${runs}\`, ${new Date().toISOString().slice(0, 10)}, ${version}, ${cpus().length} cores, load ${load} before and ${loadavg()[0]!.toFixed(1)} after.`,
    `The bundle is ${(size / KB).toFixed(0)} KB.`,
    '',
    '| objects | nodes drawn | page, KB | making it, s of CPU | opening it, s | of CPU: all | scripts | style and layout | svg, KB | mermaid, KB | dot, KB |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `Seconds of CPU of whole commands, ${2 * runs} runs each:`,
    '',
    '| command | user and system |',
    '|---|---|',
    ...(await startUps(program, 2 * runs)),
  ]
  return writeMeasured(root, 'pages', lines)
}

async function rowOf(count: number, runs: number, browsing: Browsing): Promise<string> {
  const explanation = manyExplained(count)
  const making: number[] = []
  const loading: Loading[] = []
  let page = pageOf(explanation)
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage()
    page = pageOf(explanation)
    const { user, system } = process.cpuUsage(before)
    making.push((user + system) / 1e6)
    loading.push(await loadingOf(browsing, page))
  }
  const picture = pictureOf(explanation)
  const nodes = picture.groups.flatMap(({ nodes: inside }) => inside).length + picture.causes.length
  const [title, notes] = ['What holds terminating objects', []]
  const texts = [
    formatSvg(picture, { title, notes }),
    formatMermaid(picture, title, notes),
    formatDot(picture, title, notes),
  ]
  const kilobytes = (text: string): string => (Buffer.byteLength(text) / KB).toFixed(0)
  const cells = [
    count,
    nodes,
    kilobytes(page),
    spread(making),
    spread(loading.map(({ wall }) => wall)),
    spread(loading.map(({ cpu }) => cpu)),
    spread(loading.map(({ scripts }) => scripts)),
    spread(loading.map(({ styleAndLayout }) => styleAndLayout)),
    ...texts.map(kilobytes),
  ]
  return `| ${cells.join(' | ')} |`
}

/** The additional cost of a picture over text, and the cost of any command. */
async function startUps(program: string, runs: number): Promise<readonly string[]> {
  const explain = ['explain', '--sandbox=claim-in-use']
  const commands = [['version', '--client'], explain, [...explain, '-o', 'svg'], [...explain, '-o', 'html']]
  const rows: string[] = []
  for (const words of commands) {
    const taken: number[] = []
    for (let run = 0; run <= runs; run++) {
      // The shell prints the CPU time of its children on the second line, as `0m0.07s 0m0.02s`.
      const script = '"$@" >/dev/null 2>&1; times'
      const { stdout } = await promisify(execFile)('sh', ['-c', script, 'sh', program, ...words])
      const parts = [...stdout.split('\n')[1]!.matchAll(/(\d+)m([\d.]+)s/g)]
      // The first warms caches.
      if (run > 0)
        taken.push(parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0))
    }
    rows.push(`| \`kubectl finalize ${words.join(' ')}\` | ${spread(taken)} |`)
  }
  return rows
}
