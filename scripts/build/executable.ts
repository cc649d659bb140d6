import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** What a scan leaves behind is short-lived: a small nursery keeps 25 MB less resident, and costs no time. */
const NODE_FLAGS = ['--max-semi-space-size=2']

export interface Foundation {
  /** The Node that is put under the bundle: without it the one that runs this. */
  readonly runtime?: string
  /** Whether that Node is for this machine; compiled code can only be kept in such a one. */
  readonly native: boolean
}

/**
 * Makes `output` a single executable of a Node and the bundle, the same bytes for the same two. For this machine the
 * bundle's compiled code is kept in it: that saves a third of the time until it answers.
 */
export async function makeExecutable(
  bundle: string,
  output: string,
  { runtime, native }: Foundation = { native: true },
): Promise<void> {
  // Made aside and moved over: a running program keeps its file, and nobody sees half of one.
  const draft = await mkdtemp(`${output}.draft-`)
  try {
    const made = join(draft, 'program')
    const config = join(draft, 'sea.json')
    await writeFile(
      config,
      JSON.stringify({
        // This path ends up in the executable: without a folder it is the same wherever it was made.
        main: basename(bundle),
        mainFormat: 'module',
        ...(runtime !== undefined && { executable: runtime }),
        output: made,
        disableExperimentalSEAWarning: true,
        useCodeCache: native,
        execArgv: NODE_FLAGS,
      }),
    )
    // Compiled code has hash codes in it, which are random otherwise. The program itself is run with random ones.
    const args = ['--random-seed=1', '--build-sea', config]
    await promisify(execFile)(process.execPath, args, { cwd: dirname(bundle) })
    await chmod(made, 0o755)
    // An arm64 Mac runs no program without a signature, and appending the bundle has broken Node's own.
    if (process.platform === 'darwin' && native) await promisify(execFile)('codesign', ['--sign', '-', '--force', made])
    await rename(made, output)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
