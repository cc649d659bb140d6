import { spawnSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../test/cluster/temporary-folder.ts'
import { type Attempt, KINDS } from './kinds.ts'
import { isHarmless } from './kubeconfig.ts'
import { Random } from './random.ts'
import { wrongWith } from './wrong.ts'

/** Seconds of CPU time that a trial may take, whatever it is made of. */
export const LIMIT = 2
/** Seconds of CPU time after which the built program is ended. */
const HANGING = 30
/** One trial in so many is run with the built program. */
const BUILT = 25
const MOST_CHANGES = 6

export interface Asked {
  readonly seed: number
  readonly trial: number
  /** By number, the changes that are made; without it all of them. */
  readonly only?: readonly number[] | undefined
  /** The built program, if there is one. */
  readonly program?: string | undefined
  /** Where the trial is kept. */
  readonly keep?: string | undefined
}

export interface Told {
  readonly kind: string
  readonly args: readonly string[]
  readonly changes: readonly number[]
  /** Seconds. */
  readonly cpu: number
  readonly wall: number
  /** Undefined where nothing is. */
  readonly wrong?: string | undefined
}

/** One trial, which its seed and number decide. */
export async function runTrial({ seed, trial, only, program, keep }: Asked): Promise<Told> {
  const random = new Random(seed, trial)
  let at = random.below(KINDS.reduce((sum, { share }) => sum + share, 0))
  const kind = KINDS.find(({ share }) => {
    at -= share
    return at < 0
  })!
  const isBuilt = program !== undefined && kind.name !== 'cluster' && random.below(BUILT) === 0
  const all = Array.from({ length: 1 + random.below(MOST_CHANGES) }, (_, index) => index)
  const changes = only ?? all
  using folder = temporaryFolder()
  const attempt = await kind.prepare({ random, changes: changes.map(each => new Random(seed, trial, each)), folder })
  if (keep !== undefined) {
    cpSync(folder.path, keep, { recursive: true })
    writeFileSync(join(keep, 'command.txt'), attempt.args.join('\n'))
  }
  const { cpu, wall, wrong } =
    isBuilt && attempt.args.every(isArgument) ? await built(program, attempt, folder.path) : await here(attempt)
  return { kind: isBuilt ? `built ${kind.name}` : kind.name, args: attempt.args, changes, cpu, wall, wrong }
}

/** What an operating system takes as a word of a command line. */
function isArgument(word: string): boolean {
  return !word.includes('\0') && Buffer.byteLength(word) < MOST_OF_ARGUMENT
}

const MOST_OF_ARGUMENT = 100_000

async function here({ args, run }: Attempt) {
  const [cpuBefore, before] = [process.cpuUsage(), performance.now()]
  let wrong: string | undefined
  try {
    wrong = wrongWith(await run(), args)
  } catch (error) {
    wrong = `throws ${error instanceof Error ? error.stack : error}`
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  const cpu = (user + system) / 1e6
  return { cpu, wall: (performance.now() - before) / 1000, wrong: wrong ?? tooSlow(cpu) }
}

/** The built program. What a shell says of its own time and of its children's is all the CPU time there was. */
async function built(program: string, { args }: Attempt, home: string) {
  if (args.includes('--kubeconfig') && (await isHarmless(args.at(-1)!)) !== undefined)
    return { cpu: 0, wall: 0, wrong: undefined }
  const before = performance.now()
  const script = `ulimit -t ${HANGING}; "$0" "$@"; code=$?; times >&3; exit $code`
  const { status, output } = spawnSync('sh', ['-c', script, program, ...args], {
    env: { PATH: process.env.PATH, HOME: home },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
    timeout: 600_000,
  })
  const wall = (performance.now() - before) / 1000
  const [, stdout = '', stderr = '', times = ''] = output.map(text => text ?? '')
  const cpu = [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0)
  return { cpu, wall, wrong: wrongWith({ code: status ?? -1, stdout, stderr }, args) ?? tooSlow(cpu) }
}

function tooSlow(cpu: number): string | undefined {
  return cpu > LIMIT ? `takes ${cpu.toFixed(1)} s` : undefined
}
