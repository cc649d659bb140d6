import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What a scan leaves behind is short-lived: a small nursery keeps 25 MB less resident, and costs no time. */
export const NODE_FLAGS = ['--max-semi-space-size=2']

/** Compiled code has hash codes in it, which are random otherwise. The program itself is run with random ones. */
export const SAME_EACH_TIME = '--random-seed=1'

/** Runs the program, and keeps the code that was compiled by its end. */
const KEEPER = `const { readFileSync, writeFileSync } = require('node:fs')
const [program, output] = process.argv.splice(2, 2)
const script = new (require('node:vm').Script)(readFileSync(program, 'latin1'), { filename: 'kubectl-finalize.cjs' })
process.on('exit', () => writeFileSync(output, script.createCachedData()))
script.runInThisContext()(require)`

/** What is run for each cache; `list` and `explain` look at a served practice cluster. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  version: ['version', '--client'],
  help: ['explain', '--help'],
  list: ['list', '-o', 'wide'],
  explain: ['explain'],
}

/**
 * The compiled code of a program (parts.ts, in a file), for this machine and this Node: a file for each sort of command, by its name
 * in `launch.cjs`, in `folder`. V8 takes it only for the same text, under the same flags.
 */
export async function codeCaches(program: string, folder: string): Promise<Readonly<Record<string, string>>> {
  const keeper = join(folder, 'keeper.cjs')
  await writeFile(keeper, KEEPER)
  const node = [...NODE_FLAGS, SAME_EACH_TIME, keeper, program]
  const kubeconfig = join(folder, 'kubeconfig')
  const served = ['sandbox', 'operator-uninstalled', '--write-kubeconfig', kubeconfig]
  const server = spawn(process.execPath, [...node, join(folder, 'sandbox'), ...served])
  try {
    // The path of its kubeconfig, once it serves.
    await once(server.stdout, 'data')
    const caches: Record<string, string> = {}
    for (const [name, words] of Object.entries(RUNS)) {
      caches[`code for ${name}`] = join(folder, name)
      const env = { ...process.env, KUBECONFIG: kubeconfig, XDG_CONFIG_HOME: folder }
      await promisify(execFile)(process.execPath, [...node, join(folder, name), ...words], { env })
    }
    return caches
  } finally {
    server.kill('SIGKILL')
  }
}
