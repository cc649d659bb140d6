import { copyFile, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { removeAtEnd } from '../../test/control-plane/process-group.ts'
import type { RunningTarget } from '../../test/e2e/rig/start-target.ts'
import { TARGET_FILE } from '../../test/e2e/rig/target.ts'
import { type Lend, runFiles } from './run-files.ts'
import { nothing, type Tally } from './tally.ts'

/** Per file; more where its explanations are repeated from recordings and dumps (test/e2e/record/elsewhere.ts). */
const LIMIT_SECONDS = process.env.FROM === undefined ? 900 : 7200
/** One more than the cores of a small machine: these files mostly wait. */
const AT_ONCE = 3
/** Files leave their types and stuck objects behind, which every later scan and every controller of the cluster reads again. */
const FILES_OF_ONE = 24

/** How files are run against targets. */
interface Against {
  /** More of their environment. */
  readonly more?: Readonly<Record<string, string>>
  /** Each start gives the same cluster, so that a file that is to be alone has to come after the others. */
  readonly isOneCluster?: boolean
}

/**
 * Runs the suite files against targets that are started one after the other; files that are to be alone, which mostly
 * wait, beside the others against targets of their own. A target that does not start is one failure.
 */
export async function runAgainst(
  start: () => Promise<RunningTarget>,
  files: readonly string[],
  { more = {}, isOneCluster = false }: Against = {},
): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-e2e-'))
  const removeFolder = removeAtEnd(folder)
  const [targets, others] = ['shared', 'alone'].map(name => targetsInTurn(start, join(folder, name))) as [
    Targets,
    Targets,
  ]
  const lendOf =
    ({ lend }: Targets): Lend =>
    async run => {
      using lent = await lend()
      const result = await run({ [TARGET_FILE]: lent.file })
      if (result.failures.length > 0) await keepLogs(lent.running)
      return result
    }
  try {
    return await runFiles(files, {
      limitSeconds: LIMIT_SECONDS,
      atOnce: AT_ONCE,
      env: more,
      lend: lendOf(targets),
      lendAlone: isOneCluster ? undefined : lendOf(others),
    })
  } catch (error) {
    console.log(`  FAIL  ${error instanceof Error ? error.message : error}`)
    return { ...nothing, failed: 1 }
  } finally {
    await Promise.all([targets.stop(), others.stop()])
    removeFolder()
  }
}

interface Lent extends Disposable {
  readonly running: RunningTarget
  readonly file: string
}

type Targets = ReturnType<typeof targetsInTurn>

/** Targets of which each is lent so many times, and stopped when the last that has it gives it back. */
function targetsInTurn(start: () => Promise<RunningTarget>, place: string) {
  interface Turn {
    readonly running: Promise<RunningTarget>
    readonly file: string
    times: number
    returned: number
  }
  const turns: Turn[] = []
  const begin = (): Turn => {
    const file = `${place}-${turns.length}.json`
    const started = async (): Promise<RunningTarget> => {
      const running = await start()
      await writeFile(file, JSON.stringify(running.target), { mode: 0o600 })
      return running
    }
    const turn = { running: started(), file, times: 0, returned: 0 }
    turns.push(turn)
    return turn
  }
  const end = (turn: Turn): Promise<void> =>
    turn.running.then(
      running => running.stop(),
      () => {},
    )
  return {
    async lend(): Promise<Lent> {
      const last = turns.at(-1)
      const turn = last === undefined || last.times === FILES_OF_ONE ? begin() : last
      turn.times += 1
      return {
        running: await turn.running,
        file: turn.file,
        [Symbol.dispose]() {
          turn.returned += 1
          if (turn.returned === FILES_OF_ONE) void end(turn)
        },
      }
    },
    async stop(): Promise<void> {
      await Promise.all(turns.map(end))
    },
  }
}

/** Keeps the servers' logs of a failed file. */
async function keepLogs({ logFiles, tail }: RunningTarget): Promise<void> {
  if (logFiles.length === 0) return
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-logs-'))
  for (const file of logFiles) await copyFile(file, join(folder, basename(file)))
  console.log(`what the servers wrote last (all of it: ${folder}):\n${tail()}`)
}
