import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { codeCaches, NODE_FLAGS, SAME_EACH_TIME } from './code-cache.ts'

export interface Foundation {
  /** The Node that is put under the bundle: without it the one that runs this. */
  readonly runtime?: string
  /** Whether that Node is for this machine; compiled code can only be kept in such a one. */
  readonly native: boolean
}

/**
 * Makes `output` a single executable of a Node and a program (parts.ts, in a file), the same bytes for the same two. For this machine
 * the program's compiled code is kept in it: that saves half of the time until it answers.
 */
export async function makeExecutable(
  program: string,
  output: string,
  { runtime, native }: Foundation = { native: true },
): Promise<void> {
  // Made aside and moved over: a running program keeps its file, and nobody sees half of one.
  const draft = await mkdtemp(`${output}.draft-`)
  try {
    const made = join(draft, 'program')
    const config = join(draft, 'sea.json')
    // This path ends up in the executable: without a folder it is the same wherever it was made.
    const main = 'launch.cjs'
    await copyFile(join(import.meta.dirname, main), join(draft, main))
    await writeFile(
      config,
      JSON.stringify({
        main,
        mainFormat: 'commonjs',
        executable: runtime,
        output: made,
        disableExperimentalSEAWarning: true,
        useCodeCache: native,
        execArgv: NODE_FLAGS,
        assets: { program, ...(native ? await codeCaches(program, draft) : {}) },
      }),
    )
    await promisify(execFile)(process.execPath, [SAME_EACH_TIME, '--build-sea', config], { cwd: draft })
    await chmod(made, 0o755)
    // An arm64 Mac runs no program without a signature, and appending the program has broken Node's own.
    if (process.platform === 'darwin' && native) await promisify(execFile)('codesign', ['--sign', '-', '--force', made])
    await rename(made, output)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
