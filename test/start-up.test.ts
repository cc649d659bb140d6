import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { optionsOf } from '../scripts/build/bundle.ts'
import * as sources from '../src/commandline/help.ts'
import { commands } from '../src/commands/index.ts'

const startUp = suite('what is loaded before a command runs')

/** Packages that take milliseconds to load: `await import` brings them when they are needed. */
const HEAVY = [
  '@dagrejs/dagre',
  'yaml',
  'yargs',
  'inquirer',
  'cli-table3',
  'protobufjs',
  'fast-json-patch',
  '@kubernetes/client-node',
]

/** Every file that main.ts imports at once, itself or through others, with the packages that it imports at once. */
function loadedAtOnce(): ReadonlyMap<string, readonly string[]> {
  const loaded = new Map<string, readonly string[]>()
  const queue = [resolve(import.meta.dirname, '../src/main.ts')]
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if (loaded.has(file) || !file.endsWith('.ts')) continue
    const form = /^(?:import|export)\s+(?!type\s)(?:[\w\s{},*]*?\sfrom\s*)?['"]([^'"]+)['"]/gm
    const named = [...readFileSync(file, 'utf8').matchAll(form)].map(([, from]) => from!)
    loaded.set(
      file,
      named.filter(from => !from.startsWith('.')),
    )
    queue.push(...named.filter(from => from.startsWith('.')).map(from => join(dirname(file!), from)))
  }
  return loaded
}

startUp('is none of the heavy packages', () => {
  const loaded = loadedAtOnce()
  assert.ok(
    [...loaded.keys()].some(file => file.endsWith('commands/replay.ts')),
    'the walk comes to the commands',
  )
  const heavy = [...loaded].flatMap(([file, packages]) =>
    packages.filter(name => HEAVY.includes(name)).map(name => `${file.split('/src/')[1]}: ${name}`),
  )
  assert.equal(heavy, [])
})

const MOST_BYTES = 100_000

startUp('is no more of the built program than every command needs', async () => {
  const root = resolve(import.meta.dirname, '..')
  const { metafile } = await build({
    ...optionsOf({ isCompressed: false }),
    entryPoints: { main: join(root, 'src/main.ts') },
    outdir: 'parts',
    write: false,
    splitting: true,
  })
  const read = new Set(['parts/main.js'])
  for (const part of read) {
    for (const { kind, path } of metafile.outputs[part]!.imports) {
      if (kind === 'import-statement' && path in metafile.outputs) read.add(path)
    }
  }
  const bytes = [...read].reduce((sum, part) => sum + metafile.outputs[part]!.bytes, 0)
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`)
})

startUp('is of help the text that yargs laid out when the program was built, and not yargs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-help-'))
  try {
    const outfile = join(folder, 'help.mjs')
    const entry = join(import.meta.dirname, '../src/commandline/help.ts')
    const { metafile } = await build({ ...optionsOf({ isCompressed: false }), entryPoints: [entry], outfile })
    assert.equal(
      Object.keys(metafile.inputs).filter(input => input.includes('node_modules/yargs/')),
      [],
    )
    const built: typeof sources = await import(pathToFileURL(outfile).href)
    for (const columns of [undefined, 80]) {
      assert.is(await built.formatGlobalFlags([], columns), await sources.formatGlobalFlags(commands, columns))
      for (const command of [undefined, ...commands]) {
        const help = await built.formatHelp(command, [], columns)
        assert.is(help, await sources.formatHelp(command, commands, columns))
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

startUp.run()
