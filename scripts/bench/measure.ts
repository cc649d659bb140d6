import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Run {
  readonly seconds: number
  /** Peak resident memory; undefined where the system does not tell (/proc is Linux). */
  readonly megabytes: number | undefined
  /** What the API server spent meanwhile. */
  readonly serverSeconds: number | undefined
}

type Environment = Readonly<Record<string, string>>
type ServerSeconds = () => Promise<number>

/** Runs two commands in turn, A B A B …, and writes what each took and the ratio of A to B pair by pair. */
export async function pairs(
  commands: Readonly<Record<string, readonly string[]>>,
  runs: number,
  environment: Environment,
  server?: ServerSeconds,
): Promise<string> {
  const entries = Object.entries(commands)
  const taken = new Map<string, Run[]>(entries.map(([name]) => [name, []]))
  for (let round = 0; round <= runs; round++) {
    for (const [name, command] of entries) {
      const run = await runOnce(command, environment, server)
      // The first round warms caches on both sides and does not count.
      if (round > 0) taken.get(name)!.push(run)
    }
  }
  const [a, b] = [...taken.values()] as [Run[], Run[]]
  const ratios = a.map((run, index) => run.seconds / b[index]!.seconds)
  return [...[...taken].map(([name, all]) => describe(name, all)), `ratio ${spread(ratios)}`].join('\n')
}

/** Runs one command several times and writes what it took. */
export async function measure(
  name: string,
  command: readonly string[],
  runs: number,
  environment: Environment,
  server?: ServerSeconds,
): Promise<string> {
  const taken: Run[] = []
  for (let round = 0; round < runs; round++) taken.push(await runOnce(command, environment, server))
  return describe(name, taken)
}

async function runOnce(
  [program = '', ...args]: readonly string[],
  environment: Environment,
  server?: ServerSeconds,
): Promise<Run> {
  const before = await server?.()
  const started = performance.now()
  const child = spawn(program, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'ignore'] })
  let megabytes: number | undefined
  const look = setInterval(() => {
    megabytes = peakOf(child.pid!) ?? megabytes
  }, 20)
  await new Promise((resolve, reject) => child.on('exit', resolve).on('error', reject))
  const seconds = (performance.now() - started) / 1000
  clearInterval(look)
  const serverSeconds = before === undefined ? undefined : (await server!()) - before
  return { seconds, megabytes, serverSeconds }
}

function peakOf(pid: number): number | undefined {
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
  if (memory.length > 0) parts.push(`resident ${spread(memory, 0)} MB`)
  if (server.length > 0) parts.push(`server CPU ${spread(server)} s`)
  return parts.join('   ')
}

/** min / median / max */
function spread(values: readonly number[], digits = 2): string {
  const sorted = values.toSorted((a, b) => a - b)
  const picked = [sorted[0]!, sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!]
  return picked.map(value => value.toFixed(digits)).join(' / ')
}
