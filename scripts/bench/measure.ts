import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Run {
  readonly seconds: number
  /** User and system time of the command; undefined where the system does not report it. In hundredths. */
  readonly cpu: number | undefined
  /** Peak resident memory; undefined where the system does not report it (/proc is Linux). */
  readonly megabytes: number | undefined
  /** CPU time that the API server spent meanwhile. */
  readonly serverSeconds: number | undefined
  /** How it ended, where that is with another exit code than expected. */
  readonly failure: string | undefined
}

/** Of what a command says on stderr, the end. */
const MAX_SAID = 2000

type Environment = Readonly<Record<string, string>>
type ServerSeconds = () => Promise<number>

/**
 * Runs two commands in turn, A B A B …, and writes the cost of each and the ratios of A to B pair by pair. Rejects with an Error where one
 * fails: what ends early is fast.
 */
export async function pairs(
  commands: Readonly<Record<string, readonly string[]>>,
  runs: number,
  environment: Environment,
  server?: ServerSeconds,
  ends: readonly number[] = [0],
): Promise<string> {
  const entries = Object.entries(commands)
  const taken = new Map<string, Run[]>(entries.map(([name]) => [name, []]))
  for (let round = 0; round <= runs; round++) {
    for (const [name, command] of entries) {
      const run = await runOnce(command, environment, server, ends)
      if (run.failure !== undefined) throw new Error(`${name}: ${command.join(' ')}: ${run.failure}`)
      // The first round warms caches on both sides and does not count.
      if (round > 0) taken.get(name)!.push(run)
    }
  }
  const [a, b] = [...taken.values()] as [Run[], Run[]]
  const ratioOf = (value: (run: Run) => number | undefined): string =>
    spread(a.flatMap((run, index) => (value(run) === undefined ? [] : [value(run)! / value(b[index]!)!])))
  const ratios = `ratio of wall ${ratioOf(run => run.seconds)}   of CPU ${ratioOf(run => run.cpu)}   of server CPU ${ratioOf(run => run.serverSeconds)}`
  return [...[...taken].map(([name, all]) => describe(name, all)), ratios].join('\n')
}

/** Runs one command several times and writes its cost. */
export async function measure(
  name: string,
  command: readonly string[],
  runs: number,
  environment: Environment,
  server?: ServerSeconds,
  ends: readonly number[] = [0],
): Promise<string> {
  const taken: Run[] = []
  for (let round = 0; round < runs; round++) taken.push(await runOnce(command, environment, server, ends))
  return describe(name, taken)
}

async function runOnce(
  [program = '', ...args]: readonly string[],
  environment: Environment,
  server: ServerSeconds | undefined,
  ends: readonly number[],
): Promise<Run> {
  const before = await server?.()
  const cpuBefore = cpuOfChildren()
  const started = performance.now()
  const child = spawn(program, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said = `${said}${text}`.slice(-MAX_SAID)
  })
  let megabytes: number | undefined
  const look = setInterval(() => {
    megabytes = peakOf(child.pid!) ?? megabytes
  }, 20)
  const code = await new Promise<number>((resolve, reject) => child.on('exit', resolve).on('error', reject))
  const seconds = (performance.now() - started) / 1000
  clearInterval(look)
  const cpu = cpuBefore === undefined ? undefined : cpuOfChildren()! - cpuBefore
  const serverSeconds = before === undefined ? undefined : (await server!()) - before
  const failure = ends.includes(code) ? undefined : `exit code ${code}: ${said.trim()}`
  return { seconds, cpu, megabytes, serverSeconds, failure }
}

/** Seconds of the children that have ended; /proc counts ticks of a hundredth. */
export function cpuOfChildren(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // After the name of the program, which may contain blanks, `cutime` and `cstime` are the 14th and 15th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return undefined
  }
}

/** Peak resident memory of the process so far, in megabytes. */
export function peakOf(pid: number): number | undefined {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}

function describe(name: string, runs: readonly Run[]): string {
  const memory = runs.map(run => run.megabytes).filter(each => each !== undefined)
  const server = runs.map(run => run.serverSeconds).filter(each => each !== undefined)
  const parts = [`${name.padEnd(18)} wall ${spread(runs.map(run => run.seconds))} s`]
  const cpu = runs.map(run => run.cpu).filter(each => each !== undefined)
  if (cpu.length > 0) parts.push(`CPU ${spread(cpu)} s`)
  if (memory.length > 0) parts.push(`resident ${spread(memory, 0)} MB`)
  if (server.length > 0) parts.push(`server CPU ${spread(server)} s`)
  return parts.join('   ')
}

/** min / median / max */
export function spread(values: readonly number[], digits = 2): string {
  if (values.length === 0) return '-'
  const sorted = values.toSorted((a, b) => a - b)
  const picked = [sorted[0]!, sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!]
  return picked.map(value => value.toFixed(digits)).join(' / ')
}
