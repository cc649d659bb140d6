/**
 * `npm run bench [-- --objects 100000 --types 300 --terminating 500 --runs 5]`: fills a real control plane, measures `list` beside a bare
 * reader of the same responses, and the start-up beside kubectl's. Takes about ten minutes. One of these options measures something else instead:
 *
 *     --beside EXECUTABLE  start-up, `list` and `explain` of this build and another one, in turn
 *     --explain            `explain` beside `list`, and each beside a bare client that sends the same requests
 *     --stuck              `list` and `explain` of so many terminating --objects with 50 causes; also with --beside
 *     --texts              `explain` of so many terminating --objects with hostile messages, beside short ones
 *     --sources            `explain` of what hangs on a log and on who watches, beside the same without either
 *     --preflight          `preflight` of a file, of a CRD beside a bare reader, and of a namespace beside `explain` of it when it is deleted
 *     --sets               `remove` and `namespace` of so many --objects, beside bare clients
 *     --delete             `delete` of so many --objects, beside a bare client
 *     --ways               what each way of reading costs the server; --release 1.30 for another release of the suite
 *     --starts             commands that need no cluster, beside `kubectl version --client`; written into docs/benchmarks.md
 *     --pages              size of the pages of `explain`, and the time a browser (KUBECTL_FINALIZE_BROWSER) needs to draw them; written there too
 *     --watch              `watch --metrics`: until it is complete, at rest, beside 100 changes a second
 *     --soak MINUTES       `watch --metrics --events` for so long beside 100 changes a second, and what its memory did
 *                          both with --practice: of a practice cluster in this process, which needs no control plane; with --advice: as well
 *     --dump               `list` and `explain` of a must-gather with so many --objects
 */
import { rmSync } from 'node:fs'
import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { launchControlPlane } from '../test/control-plane/launch.ts'
import { findPrograms } from '../test/control-plane/programs.ts'
import { latest, releases } from '../test/control-plane/releases.ts'
import { scriptArguments } from './arguments.ts'
import { fill, fillStuck } from './bench/fill.ts'
import { fillEtcd } from './bench/fill-etcd.ts'
import { measure, pairs } from './bench/measure.ts'
import { serverSeconds } from './bench/server-seconds.ts'
import type { Measured } from './bench/watch/measured.ts'
import { upToDate } from './build/up-to-date.ts'

const root = resolve(import.meta.dirname, '..')
const { values } = scriptArguments({
  options: {
    objects: { type: 'string', default: '100000' },
    types: { type: 'string', default: '300' },
    terminating: { type: 'string', default: '500' },
    runs: { type: 'string', default: '5' },
    beside: { type: 'string' },
    starts: { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
    dump: { type: 'boolean', default: false },
    ways: { type: 'boolean', default: false },
    sets: { type: 'boolean', default: false },
    delete: { type: 'boolean', default: false },
    explain: { type: 'boolean', default: false },
    stuck: { type: 'boolean', default: false },
    texts: { type: 'boolean', default: false },
    sources: { type: 'boolean', default: false },
    preflight: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    soak: { type: 'string' },
    practice: { type: 'boolean', default: false },
    advice: { type: 'boolean', default: false },
    release: { type: 'string', default: latest.version },
    'page-size': { type: 'string', multiple: true, default: ['2000'] },
  },
})
const tell = (line: string): void => console.error(line)
const runs = Number(values.runs)

if (values.pages) {
  const { findBrowser } = await import('./test/browser.ts')
  process.env.KUBECTL_FINALIZE_BROWSER ??= await findBrowser()
  const { measurePages } = await import('./bench/pages.ts')
  const built = await upToDate(root, tell)
  console.log(await measurePages(root, built.program, runs))
  process.exit()
}
if (values.dump) {
  const { measureDump } = await import('./bench/dump.ts')
  console.log(await measureDump((await upToDate(root, tell)).program, Number(values.objects), runs))
  process.exit()
}
const filling = {
  objects: Number(values.objects),
  types: Number(values.types),
  terminating: Number(values.terminating),
}
if (values.practice) {
  const { practiceCluster } = await import('./bench/watch/practice-cluster.ts')
  const built = await installed((await upToDate(root, tell)).program)
  console.log(await watched(await practiceCluster(filling, tell), built))
  process.exit()
}
const release = releases.find(({ version }) => version.startsWith(values.release))
if (release === undefined)
  throw new Error(`no release ${values.release}: ${releases.map(each => each.version).join(', ')}`)
const programs = await findPrograms(release, tell)
if (typeof programs === 'string') throw new Error(`no control plane to measure: ${programs}`)
const program = await installed((await upToDate(root, tell)).program)
if (values.starts) {
  const { measureStarts } = await import('./bench/starts.ts')
  const kubectls = { 'kubectl of the control plane': join(programs.folder, 'kubectl'), 'kubectl on PATH': 'kubectl' }
  console.log(await measureStarts(root, program, kubectls, runs))
  process.exit()
}
if (values.texts) {
  const { measureTexts } = await import('./bench/texts.ts')
  console.log(await measureTexts(programs, program, { objects: Number(values.objects), runs }, tell))
  process.exit()
}
await using plane = await launchControlPlane(programs)
const target = { server: plane.server, token: plane.admin.token! }
const environment = { KUBECONFIG: plane.kubeconfig }
if (values.sets) {
  const { measureSets } = await import('./bench/sets.ts')
  console.log(await measureSets(target, plane.kubeconfig, program, filling.objects))
  process.exit()
}
if (values.delete) {
  const { measureDeletions } = await import('./bench/deletions.ts')
  console.log(await measureDeletions(target, plane.kubeconfig, program, filling.objects, runs))
  process.exit()
}
if (values.preflight) {
  const { measurePreflight } = await import('./bench/preflight.ts')
  const large = () => fillEtcd(plane, filling, tell)
  const bench = { program, kubeconfig: plane.kubeconfig, runs, objects: filling.objects, large }
  console.log(await measurePreflight(target, bench, tell))
  process.exit()
}
if (values.stuck) {
  await fillStuck(target, { objects: filling.objects, causes: 50 }, tell)
  for (const words of [['list'], ['explain'], ['explain', '-o', 'json']])
    if (values.beside === undefined)
      console.log(await measure(words.join(' '), [program, ...words], runs, environment, () => serverSeconds(target)))
    else await beside(values.beside, words)
  process.exit()
}
if (values.watch || values.soak !== undefined) await fillEtcd(plane, filling, tell)
else await fill(target, filling, tell)
if (values.ways) {
  const { measureWays, waysOf } = await import('./bench/ways.ts')
  const reader = { server: plane.server, token: plane.tenant.token! }
  console.log(await measureWays(target, reader, plane.etcd, values['page-size'], waysOf(release.version), runs))
  process.exit()
}
if (values.watch || values.soak !== undefined) {
  const { measuredPlane } = await import('./bench/watch/measured.ts')
  console.log(await watched(measuredPlane(target, plane.kubeconfig), program))
  process.exit()
}
if (values.sources) {
  const { measureSources } = await import('./bench/sources.ts')
  console.log(await measureSources(plane, program, runs))
} else if (values.explain) {
  const { measureExplain } = await import('./bench/explain.ts')
  console.log(await measureExplain(target, plane.kubeconfig, program, runs))
} else if (values.beside !== undefined) {
  for (const words of [['version', '--client'], ['list'], ['explain', '-o', 'json']]) await beside(values.beside, words)
} else {
  await besideBareReader()
}

/**
 * A copy of the program, as an installer leaves it. The file that the build has just written is in memory in larger pieces, which count 30 MB more
 * as resident (measured on ext4 with Linux 6).
 */
async function installed(program: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'finalize-bench-program-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  await copyFile(program, join(folder, 'kubectl-finalize'))
  return join(folder, 'kubectl-finalize')
}

async function watched(cluster: Measured, of: string): Promise<string> {
  const words = values.advice ? ['--advice'] : []
  if (values.soak !== undefined) {
    const { soak } = await import('./bench/watch/soak.ts')
    const file = join(tmpdir(), `soak-${process.pid}.jsonl`)
    tell(`a line for each sample: ${file}`)
    return soak(cluster, { program: of, words, minutes: Number(values.soak), file })
  }
  const { measureWatch } = await import('./bench/watch/measure-watch.ts')
  return measureWatch(cluster, { program: of, words, runs })
}

async function beside(other: string, words: readonly string[]): Promise<void> {
  console.log(`\n${words.join(' ')}`)
  const commands = { this: [program, ...words], 'the other': [resolve(other), ...words] }
  console.log(await pairs(commands, runs, environment, () => serverSeconds(target)))
}

async function besideBareReader(): Promise<void> {
  const bareReader = join(root, 'scripts/bench/bare-reader.ts')
  for (const pageSize of values['page-size']) {
    const list = [program, 'list', '-o', 'name', '--disable-compression', '--chunk-size', pageSize]
    const bare = [process.execPath, bareReader, target.server, target.token, 'pages', pageSize]
    console.log(`\n${values.objects} objects in ${values.types} types of our own, pages of ${pageSize}`)
    console.log(await pairs({ list, 'bare reader': bare }, runs, environment, () => serverSeconds(target)))
  }
  const compressed = [program, 'list', '-o', 'name', '--disable-compression=false']
  console.log('\ncompressed by the server')
  console.log(await measure('list', compressed, runs, environment, () => serverSeconds(target)))
  console.log('\nstart-up')
  console.log(
    await pairs(
      { 'version --client': [program, 'version', '--client'], kubectl: [plane.kubectl, 'version', '--client'] },
      4 * runs,
      environment,
    ),
  )
}
