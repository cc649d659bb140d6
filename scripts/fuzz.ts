/**
 * `npm run fuzz -- [--minutes 60] [--seed N] [--out FOLDER]`: runs the program on clusters, dumps, recordings, kubeconfigs and catalogues
 * that say what they should not, and reports what crashes, takes more than two seconds of CPU time, or says what only an
 * engine says. `--trial N` repeats one trial of a seed. What is found is kept below FOLDER with the fewest changes that show it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { scriptArguments } from './arguments.ts'
import { upToDate } from './build/up-to-date.ts'
import type { Asked, Told } from './fuzz/trial.ts'

/** Seconds of CPU time without an answer until a trial counts as hanging, which includes that it is made. */
const PATIENCE = 30
/** Seconds without an answer, whatever it used: others use the machine too. */
const LONGEST_WAIT = 900
/** Trials until a process is replaced. */
const PER_PROCESS = 3000

const root = resolve(import.meta.dirname, '..')
const { values } = scriptArguments({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    trial: { type: 'string' },
    out: { type: 'string' },
  },
})
const seed = Number(values.seed)
const out = values.out ?? mkdtempSync(join(tmpdir(), 'finalize-fuzz-'))
const { program } = await upToDate(root, line => console.error(line))
let child: ChildProcess | undefined

const tally = new Map<string, { count: number; slowest: Told }>()
const found = new Map<string, string>()
const end = performance.now() + Number(values.minutes) * 60_000
if (values.trial !== undefined) await tryOut(Number(values.trial), true)
else for (let trial = 0; performance.now() < end; trial++) await tryOut(trial, false)
child?.kill()
report()
process.exitCode = found.size > 0 ? 1 : 0

async function tryOut(trial: number, isRepeated: boolean): Promise<void> {
  const told = await ask({ seed, trial })
  const { count, slowest } = tally.get(told.kind) ?? { count: 0, slowest: told }
  tally.set(told.kind, {
    count: count + 1,
    slowest: told.cpu + told.wall > slowest.cpu + slowest.wall ? told : slowest,
  })
  if (trial % PER_PROCESS === PER_PROCESS - 1) end_(child)
  if (isRepeated) console.log(told)
  const mark = told.wrong && markOf(told)
  if (!mark || found.has(mark)) return
  const least = await fewestChanges(trial, told, mark)
  const keep = join(out, `${seed}-${trial}`)
  await ask({ seed, trial, only: least, keep })
  found.set(mark, keep)
  console.log(
    `FOUND seed ${seed} trial ${trial} (${told.kind}), changes ${least}: ${told.args.join(' ').slice(0, 300)}\n  ${told.wrong}\n  ${keep}`,
  )
}

/** Findings that are probably the same: by kind, and what is said without what differs. */
function markOf({ kind, wrong }: Told): string {
  return `${kind.replace('built ', '')} ${wrong!.replaceAll(/\d+/g, '0').slice(0, 80)}`
}

async function fewestChanges(trial: number, { changes, wrong }: Told, mark: string): Promise<readonly number[]> {
  let least = changes
  for (const change of changes) {
    const fewer = least.filter(each => each !== change)
    const told = await ask({ seed, trial, only: fewer })
    if (told.wrong !== undefined && (markOf(told) === mark || wrong!.slice(0, 5) === told.wrong.slice(0, 5)))
      least = fewer
  }
  return least
}

/** One trial in a process of its own, which is ended when it does not answer. */
async function ask(asked: Asked): Promise<Told> {
  if (child === undefined || !child.connected) {
    const execArgv = ['--max-old-space-size=1500', '--import', join(import.meta.dirname, 'build/made-catalogue.ts')]
    child = fork(join(import.meta.dirname, 'fuzz/worker.ts'), {
      execArgv,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  }
  const asking = child
  const nothing = {
    kind: 'process',
    args: [],
    changes: asked.only ?? [0, 1, 2, 3, 4, 5],
    cpu: PATIENCE,
    wall: PATIENCE,
  }
  const end = performance.now() + LONGEST_WAIT * 1000
  const used = cpuSeconds(asking) + PATIENCE
  const waited = new AbortController()
  const { signal } = waited
  asking.send({ ...asked, program })
  const timer = setInterval(() => {
    if (cpuSeconds(asking) > used || performance.now() > end) asking.kill('SIGKILL')
  }, 1000)
  try {
    return await Promise.race([
      once(asking, 'message', { signal }).then(([told]) => told as Told),
      once(asking, 'exit', { signal }).then(([code, by]) => ({
        ...nothing,
        wrong: by === 'SIGKILL' ? 'hangs' : `ends with ${by ?? code}`,
      })),
    ])
  } finally {
    clearInterval(timer)
    waited.abort()
  }
}

/** CPU time of a process, as Linux counts it in hundredths (proc(5)). */
function cpuSeconds({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}

function end_(which: ChildProcess | undefined): void {
  which?.disconnect()
}

function report(): void {
  for (const [kind, { count, slowest }] of [...tally].sort()) {
    const { cpu, wall } = slowest
    console.log(`${kind}: ${count} trials, the slowest ${cpu.toFixed(2)} s CPU, ${wall.toFixed(2)} s`)
  }
  console.log(`${found.size} findings${found.size > 0 ? `, kept in ${out}` : ''}`)
}
