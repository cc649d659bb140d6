/**
 * `npm test`: everything, from the build to the end-to-end suite on the real control plane.
 * `npm run test:unit [-- PART…]`, `npm run test:e2e [-- --target sandbox|control-plane] [PART…]`,
 * `npm run test:releases [-- --release 1.30] [PART…]`: a part of it; PART is a part of a test file's path. `npm run test:faults` steps through every request with every fault,
 * of which `npm test` tries a sixteenth. `npm run test:browser` opens pages in a real browser. `npm run test:archives` makes a release and installs it as krew and
 * npm would, and renders deploy/. `npm run test:k9s` builds k9s itself (minutes), and presses the keys of its plugins in tmux;
 * `npm run test:cosign` builds cosign, and signs and verifies with services of sigstore on loopback.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { installedByGo } from '../test/built-by-go.ts'
import { releases } from '../test/control-plane/releases.ts'
import { deployProgram } from '../test/deploy/program.ts'
import { releasePrograms } from '../test/release/programs.ts'
import { scriptArguments } from './arguments.ts'
import { catalogueModule } from './build/catalogue.ts'
import { upToDate } from './build/up-to-date.ts'
import { makeArchives } from './test/archives.ts'
import { browserJobs, noPages, type Pages } from './test/browser.ts'
import { runChecks } from './test/checks.ts'
import { runAgainst } from './test/e2e.ts'
import { findFiles } from './test/find-files.ts'
import { runFiles } from './test/run-files.ts'
import { share } from './test/schedule.ts'
import { closingLine, exitCode, nothing, sum, type Tally } from './test/tally.ts'
import { beginServers, onBoth, onControlPlane, onRelease, onSandbox, type Servers, type Suite } from './test/targets.ts'

const execute = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const { values, positionals } = scriptArguments({
  allowPositionals: true,
  options: { target: { type: 'string' }, release: { type: 'string' } },
})
const [what = 'all', ...wanted] = positionals

const parts: Record<string, () => Promise<Tally>> = {
  all: async () => {
    const servers = beginServers()
    const [suite, checks] = await Promise.all([build(), titled('type check and lint', () => runChecks(root))])
    return sum([
      checks,
      await unit(),
      suite === undefined ? { ...nothing, failed: 1 } : await endToEnd(await sampled(suite, servers), servers),
      suite === undefined ? nothing : await archives(suite, servers, await pages(suite, false)),
    ])
  },
  unit,
  e2e: async () => {
    const servers = beginServers()
    const suite = await build()
    return suite === undefined ? { ...nothing, failed: 1 } : endToEnd(suite, servers, values.target)
  },
  browser: async () => {
    const suite = await build()
    if (suite === undefined) return { ...nothing, failed: 1 }
    const { jobs, tally } = await pages(suite, true)
    return sum([tally, await runAgainst([], { beside: jobs, atOnce: 2 })])
  },
  faults: async () => {
    process.env.KUBECTL_FINALIZE_FAULTS = 'all'
    const servers = beginServers()
    const suite = await build()
    if (suite === undefined) return { ...nothing, failed: 1 }
    return onControlPlane({ ...suite, files: suite.files.filter(file => file.includes('/e2e/faults/')) }, servers)
  },
  archives: async () => {
    const servers = beginServers()
    const suite = await build()
    return suite === undefined ? { ...nothing, failed: 1 } : archives(suite, servers)
  },
  k9s: () =>
    withProgram('KUBECTL_FINALIZE_K9S', ['github.com/derailed/k9s', 'v0.50.16'], (suite, servers) =>
      onControlPlane({ ...suite, files: suite.files.filter(file => file.includes('/k9s-itself.')) }, servers),
    ),
  cosign: () =>
    withProgram('KUBECTL_FINALIZE_COSIGN', ['github.com/sigstore/cosign/v3/cmd/cosign', 'v3.1.3'], (suite, servers) =>
      onSandbox({ ...suite, files: [join(root, 'test/release/cosign.release.ts')] }, servers),
    ),
  releases: async () => {
    const asked = releases.filter(({ version }) => version.startsWith(values.release ?? ''))
    if (asked.length === 0)
      throw new Error(`--release ${values.release}: ${releases.map(({ version }) => version).join(' or ')}`)
    const suite = await build()
    if (suite === undefined) return { ...nothing, failed: 1 }
    const tallies: Tally[] = []
    // In sequence: a build uses both cores of a small machine.
    for (const release of asked) tallies.push(await onRelease(suite, release))
    return sum(tallies)
  },
}

const part = parts[what]
if (part === undefined) throw new Error(`${what}: not one of ${Object.keys(parts).join(', ')}`)
const tally = await part()
for (const file of tally.flaky) console.log(`flaky: ${file} failed among others and passed by itself`)
if (tally.skipped > 0) console.log(`${tally.skipped} skipped`)
console.log(closingLine(tally))
// Servers that are still being built but no longer needed do not delay the result.
process.exit(exitCode(tally))

/** Tests that need a program of others, which is built once (minutes) and named to them by a variable. */
async function withProgram(
  variable: string,
  [module, version]: readonly [module: string, version: string],
  tests: (suite: Suite, servers: Servers) => Promise<Tally>,
): Promise<Tally> {
  const servers = beginServers()
  const suite = await build()
  const program = await installedByGo(module, version)
  if (suite === undefined || program === undefined) return { ...nothing, failed: 1 }
  process.env[variable] = program
  return tests(suite, servers)
}

async function unit(): Promise<Tally> {
  return titled('unit tests', async () => {
    try {
      await catalogueModule(root)
    } catch (error) {
      console.log(`  FAIL  catalogue: ${error instanceof Error ? error.message : error}`)
      return { ...nothing, failed: 1 }
    }
    return runFiles(await findFiles(join(root, 'test'), '.test.ts', wanted), { limitSeconds: 300, atOnce: 3 })
  })
}

async function endToEnd(suite: Suite, servers: Servers, target?: string): Promise<Tally> {
  if (target !== undefined && target !== 'sandbox' && target !== 'control-plane') {
    throw new Error(`--target ${target}: sandbox or control-plane`)
  }
  if (target === undefined) return onBoth(suite, servers)
  return target === 'sandbox' ? onSandbox(suite, servers) : onControlPlane(suite, servers)
}

/**
 * With the real control plane the sandbox is held to a third of the suite, another one at each commit, and what the corpus replays in seconds
 * is shown again on real servers by a third of its files: `npm run test:e2e` runs all of it on both.
 */
async function sampled(suite: Suite, servers: Servers): Promise<Suite> {
  if (typeof (await servers) === 'string') return suite
  const { stdout } = await execute('git', ['rev-parse', 'HEAD'], { cwd: root }).catch(() => ({ stdout: '0' }))
  const turn = Number.parseInt(stdout.slice(0, 8), 16)
  const replayed = suite.files.filter(file => existsSync(inputsOf(file)))
  const again = new Set(share(replayed, 3, turn))
  return {
    ...suite,
    onSandbox: share(suite.files, 3, turn),
    onControlPlane: suite.files.filter(file => again.has(file) || !replayed.includes(file)),
  }
}

/** What the corpus keeps of a file of the suite. */
function inputsOf(file: string): string {
  const name = relative(join(root, 'test/e2e'), file).replace(/\.e2e\.ts$/, '')
  return join(root, 'test/corpus/inputs/e2e/sandbox', `${name}.json.br`)
}

/** The tests of what is released, deploy/ among it, once: what it does on a cluster is tested above. */
async function archives({ program }: Suite, servers: Servers, { jobs, tally } = noPages): Promise<Tally> {
  return titled('archives', async () => {
    try {
      await makeArchives(root)
    } catch (error) {
      console.log(`  FAIL  archives: ${error instanceof Error ? error.message : error}`)
      return { ...nothing, failed: 1 }
    }
    await builtPrograms()
    const folders = ['test/release', 'test/deploy'].map(folder => findFiles(join(root, folder), '.release.ts', wanted))
    const files = (await Promise.all(folders)).flat()
    // A release is made again in another folder, mostly on one core: pages are opened beside it.
    return sum([tally, await onSandbox({ program, files }, servers, { beside: jobs, atOnce: 3 })])
  })
}

/** Builds them before the tests that use them, which have time limits. Where they cannot be built those are skipped. */
async function builtPrograms(): Promise<void> {
  for (const [folder, built] of Object.entries({ deploy: await deployProgram(), release: await releasePrograms() }))
    if (built === undefined) console.log(`  the program of test/${folder} is not built: its tests are skipped`)
}

async function pages({ program }: Suite, asked: boolean): Promise<Pages> {
  return browserJobs(program, await findFiles(join(root, 'test/browser'), '.browser.ts', wanted), asked)
}

/** The suite with a fresh build of the program, or undefined when that failed. */
async function build(): Promise<Suite | undefined> {
  try {
    const { program } = await upToDate(root, line => console.error(line))
    return { program, files: await findFiles(join(root, 'test/e2e'), '.e2e.ts', wanted) }
  } catch (error) {
    console.log(`  FAIL  build: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

async function titled(title: string, stage: () => Promise<Tally>): Promise<Tally> {
  console.log(title)
  return stage()
}
