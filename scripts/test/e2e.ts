import { copyFile, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { removeAtEnd } from '../../test/control-plane/process-group.ts'
import type { RunningTarget } from '../../test/e2e/rig/start-target.ts'
import { TARGET_FILE } from '../../test/e2e/rig/target.ts'
import { type Job, type Lend, runJobs } from './run-files.ts'
import { schedule } from './schedule.ts'
import { nothing, type Tally } from './tally.ts'

/** Per file; more where its explanations are repeated from recordings and dumps (test/e2e/record/elsewhere.ts). */
const LIMIT_SECONDS = process.env.FROM === undefined ? 900 : 7200
/** More than the cores of a small machine: a file takes a third of one, with its part of the servers, and else waits. */
const AT_ONCE = 6
/**
 * Files leave their types and stuck objects behind, which every later scan of the cluster reads again: with thirty of them
 * it takes three times the CPU time of a fresh one. A start takes as much as two or three such scans.
 */
const FILES_OF_ONE = 8

/** Files, and the targets that they are run on. */
export interface Against {
  readonly name: string
  readonly files: readonly string[]
  readonly start: () => Promise<RunningTarget>
  /** Each start gives the same cluster, so that a file that is to be alone has to come after the others. */
  readonly isOneCluster?: boolean
}

export interface Among {
  /** More of their environment. */
  readonly env?: Readonly<Record<string, string>>
  /** What needs no target, after them in the same queue. */
  readonly beside?: readonly Job[]
  readonly atOnce?: number
}

/**
 * Runs suite files in one queue, each against targets that are started one after the other; files that are to be alone,
 * which mostly wait, beside the others against targets of their own. A target that does not start is one failure.
 */
export async function runAgainst(
  all: readonly Against[],
  { env = {}, beside = [], atOnce = AT_ONCE }: Among = {},
): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-e2e-'))
  const removeFolder = removeAtEnd(folder)
  const begun: Targets[] = []
  const jobs = all.map(({ name, files, start, isOneCluster }) => {
    const targets = (place: string): Targets => {
      const made = targetsInTurn(start, join(folder, `${name}-${place}`))
      begun.push(made)
      return made
    }
    const shared = targets('shared')
    const apart = isOneCluster ? shared : targets('alone')
    const on = all.length > 1 ? name : undefined
    const of = (files: readonly string[], targets: Targets) => files.map(file => ({ file, on, lend: lendOf(targets) }))
    const { together, alone } = schedule(files)
    return { together: of(together, shared), alone: of(alone, apart) }
  })
  try {
    return await runJobs(
      {
        together: [...jobs.flatMap(({ together }) => together), ...beside],
        alone: jobs.flatMap(({ alone }) => alone),
      },
      {
        limitSeconds: LIMIT_SECONDS,
        atOnce,
        env,
        isAloneBeside: !all.some(({ isOneCluster }) => isOneCluster),
      },
    )
  } catch (error) {
    console.log(`  FAIL  ${error instanceof Error ? error.message : error}`)
    return { ...nothing, failed: 1 }
  } finally {
    await Promise.all(begun.map(targets => targets.stop()))
    removeFolder()
  }
}

function lendOf({ lend }: Targets): Lend {
  return async run => {
    using lent = await lend()
    const result = await run({ [TARGET_FILE]: lent.file })
    if (result.failures.length > 0) await keepLogs(lent.running)
    return result
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
