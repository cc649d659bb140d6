import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What a scan leaves behind is short-lived: a small nursery keeps 25 MB less resident, and costs no time. */
export const NODE_FLAGS = ['--max-semi-space-size=2']

/** Compiled code has hash codes in it, which are random otherwise. The program itself is run with random ones. */
export const SAME_EACH_TIME = '--random-seed=1'

/** Runs the program with the compiled code in a folder, a file a part, and leaves there what is compiled by its end. */
const KEEPER = `
const { existsSync, readFileSync, writeFileSync } = require('node:fs')
const { basename, join } = require('node:path')
const [program, folder] = process.argv.splice(2, 2)
const parts = JSON.parse(readFileSync(program, 'latin1'))
const fileOf = name => join(folder, basename(name))
const scripts = []
link(
  name => parts[name],
  name => (existsSync(fileOf(name)) ? readFileSync(fileOf(name)) : undefined),
  require,
  (name, script) => scripts.push([name, script]),
)
process.on('exit', () => {
  // V8 notes which functions it is just making faster in the background: that ends first, and is taken in by code that runs.
  const until = performance.now() + 200
  while (performance.now() < until) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
  for (const [name, script] of scripts) writeFileSync(fileOf(name), script.createCachedData())
})
`

/**
 * What is run, one after the other, for the code of all of them; the last two look at a served practice cluster.
 * None takes long: V8 marks what it has found worth optimizing, and when it does depends on time, so that the bytes would differ.
 */
const RUNS: readonly (readonly string[])[] = [
  ['version', '--client'],
  ['explain', '--help'],
  ['__complete', 'ex'],
  ['list', '-o', 'wide'],
  ['explain'],
]

/**
 * The compiled code of the parts of a program (parts.ts, in a file) that are run by RUNS, by their names, for this machine and this Node. V8
 * takes it only for the same text, under the same flags. `folder` is for what is needed meanwhile.
 */
export async function codeCaches(program: string, folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const keeper = join(folder, 'keeper.cjs')
  await writeFile(keeper, `${await readFile(join(import.meta.dirname, 'link.cjs'), 'utf8')}${KEEPER}`)
  const [kept, ofServer] = [join(folder, 'code'), join(folder, 'code-of-server')]
  await Promise.all([mkdir(kept), mkdir(ofServer)])
  const node = [...NODE_FLAGS, SAME_EACH_TIME, keeper, program]
  const kubeconfig = join(folder, 'kubeconfig')
  const served = ['sandbox', 'operator-uninstalled', '--write-kubeconfig', kubeconfig]
  const server = spawn(process.execPath, [...node, ofServer, ...served])
  try {
    // The path of its kubeconfig, once it serves.
    await once(server.stdout, 'data')
    const env = { ...process.env, KUBECONFIG: kubeconfig, XDG_CONFIG_HOME: folder }
    for (const words of RUNS) await promisify(execFile)(process.execPath, [...node, kept, ...words], { env })
    const names = (await readdir(kept)).sort()
    return new Map(await Promise.all(names.map(async name => [`./${name}`, await readFile(join(kept, name))] as const)))
  } finally {
    server.kill('SIGKILL')
  }
}
