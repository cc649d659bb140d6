import { copyFile, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { removeAtEnd } from '../../test/control-plane/process-group.ts'
import type { RunningTarget } from '../../test/e2e/rig/start-target.ts'
import { TARGET_FILE } from '../../test/e2e/rig/target.ts'
import { runFiles } from './run-files.ts'
import { nothing, type Tally } from './tally.ts'

/** Per file; more where its explanations are repeated from recordings and dumps (test/e2e/record/elsewhere.ts). */
const LIMIT_SECONDS = process.env.FROM === undefined ? 900 : 7200
/** One more than the cores of a small machine: these files mostly wait. */
const AT_ONCE = 3

/** Starts a target, runs the suite files against it, with `more` in their environment, and discards it. A target that does not start is one failure. */
export async function runAgainst(
  start: () => Promise<RunningTarget>,
  files: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Tally> {
  let running: RunningTarget
  try {
    running = await start()
  } catch (error) {
    console.log(`  FAIL  ${error instanceof Error ? error.message : error}`)
    return { ...nothing, failed: 1 }
  }
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-e2e-'))
  const removeFolder = removeAtEnd(folder)
  try {
    const targetFile = join(folder, 'target.json')
    await writeFile(targetFile, JSON.stringify(running.target), { mode: 0o600 })
    const env = { ...more, [TARGET_FILE]: targetFile }
    const tally = await runFiles(files, { limitSeconds: LIMIT_SECONDS, atOnce: AT_ONCE, env })
    if (tally.failed > 0) await keepLogs(running)
    return tally
  } finally {
    await running.stop()
    removeFolder()
  }
}

/** Keeps the servers' logs of a failed run. */
async function keepLogs({ logFiles, tail }: RunningTarget): Promise<void> {
  if (logFiles.length === 0) return
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-logs-'))
  for (const file of logFiles) await copyFile(file, join(folder, basename(file)))
  console.log(`what the servers wrote last (all of it: ${folder}):\n${tail()}`)
}
