import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { incidents } from '../../src/sandbox/incidents/index.ts'
import { startControlPlane, startSandbox } from '../../test/e2e/rig/start-target.ts'
import { runAgainst } from '../test/e2e.ts'
import { findFiles } from '../test/find-files.ts'
import { runFiles } from '../test/run-files.ts'
import { beginServers } from '../test/targets.ts'
import { diagnosingSuites } from './diagnosing.ts'
import { differencesText } from './differences.ts'
import { type Packed, pack } from './packed.ts'
import { recordingProgram } from './recording/program.ts'
import { FOLDER, type Raw, SUITE } from './recording/recorder.ts'
import { writeWithoutEntries } from './without-entries.ts'

/** Test files of the end-to-end suite that run at once: they mostly wait. */
const AT_ONCE = 3

const PRELOAD = new URL('./recording/preload.ts', import.meta.url).href

/** Where incidents are. */
export const SOURCES = ['unit', 'practice', 'sandbox', 'control-plane'] as const

export type Source = (typeof SOURCES)[number]

/** Of a list with commas. */
export function sourcesOf(text: string): readonly Source[] {
  return text.split(',').map(word => {
    const source = SOURCES.find(each => each === word)
    if (source === undefined) throw new Error(`--from ${word}: not one of ${SOURCES.join(', ')}`)
    return source
  })
}

/** Runs the tests whose path contains one of `wanted` and has the corpus hold what they diagnose. */
export async function record(root: string, sources: readonly Source[], wanted: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'finalize-corpus-'))
  // The runner hands its own environment on to what it starts.
  process.env[FOLDER] = join(folder, 'raw')
  const ran: string[] = []
  const recorded: Readonly<Record<Source, () => Promise<void>>> = {
    unit: async () => void ran.push(...(await unit(root, wanted))),
    practice: async () => practice(await recordingProgram(root, folder)),
    sandbox: async () => endToEnd(root, 'sandbox', await recordingProgram(root, folder), wanted),
    'control-plane': async () => endToEnd(root, 'control-plane', await recordingProgram(root, folder), wanted),
  }
  try {
    for (const source of sources) await recorded[source]()
    const packed = pack(rawIn(join(folder, 'raw')))
    writeWithoutEntries(ran, diagnosingSuites(root), packed)
    report(packed)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Which suites ran: those that may have incidents. */
async function unit(root: string, wanted: readonly string[]): Promise<readonly string[]> {
  const env = { NODE_OPTIONS: `--import=${PRELOAD}` }
  const suites = new Map(diagnosingSuites(root).map(suite => [join(root, `test/${suite}.test.ts`), suite]))
  const files = (await findFiles(join(root, 'test'), '.test.ts', wanted)).filter(file => suites.has(file))
  await runFiles(files, { limitSeconds: 600, env })
  return files.map(file => suites.get(file)!)
}

function practice(program: string): void {
  for (const name of ['', ...incidents.map(({ name }) => name)]) {
    const env = { ...process.env, [SUITE]: 'practice', KUBECTL_FINALIZE_TEST: name || 'all' }
    // The exit code says what is stuck.
    spawnSync(program, ['explain', name === '' ? '--sandbox' : `--sandbox=${name}`, '-o', 'json'], { env })
  }
}

/** Each file on a target of its own: what other tests left there is not in its diagnoses. */
async function endToEnd(
  root: string,
  target: 'sandbox' | 'control-plane',
  program: string,
  wanted: readonly string[],
): Promise<void> {
  const servers = target === 'sandbox' ? undefined : await beginServers()
  if (typeof servers === 'string') throw new Error(`no control plane: ${servers}`)
  const folder = join(root, 'test/e2e')
  const files = (await findFiles(folder, '.e2e.ts', wanted)).values()
  const work = async () => {
    for (const file of files) {
      const env = { [SUITE]: `e2e/${target}/${relative(folder, file)}`, NODE_OPTIONS: `--import=${PRELOAD}` }
      const start = () =>
        servers === undefined ? startSandbox(program, undefined) : startControlPlane(program, servers)
      await runAgainst([{ name: target, files: [file], start }], { env })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** What was recorded, by suite. */
function rawIn(folder: string): ReadonlyMap<string, readonly Raw[]> {
  if (!existsSync(folder)) return new Map()
  const raws = readdirSync(folder).map(file => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Raw)
  return Map.groupBy(raws, ({ suite }) => suite.replace(/^test\//, '').replace(/\.(test|e2e)\.ts$/, ''))
}

function report({ entries, counts, alike, tooLarge, unfaithful }: Packed): void {
  for (const { name, differences } of unfaithful)
    console.log(`left out, for it replays otherwise: ${name}\n${differencesText(differences)}`)
  for (const name of tooLarge) console.log(`left out, for it is too large: ${name}`)
  console.log(`${entries} entries of ${counts.size} suites; ${alike} more have the input of one of them`)
}
