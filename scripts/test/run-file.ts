import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { endWithThisProcess, signalGroup } from '../../test/control-plane/process-group.ts'
import { EVENTS_FD, type Event } from './event.ts'
import { judge, type Verdict } from './verdict.ts'

export interface FileResult extends Verdict {
  readonly file: string
  readonly seconds: number
  /** CPU time of the process and its children; 0 when the runner ended it. */
  readonly cpuSeconds: number
  /** What the file wrote to stdout and stderr. */
  readonly output: string
}

export interface FileOptions {
  readonly limitSeconds: number
  readonly env?: Readonly<Record<string, string>>
  /** How long the exit of Node itself may take; 60 by default. */
  readonly exitSeconds?: number
}

/**
 * When Node cannot close a handle, it loops forever in its exit, after every line of the test and every listener. One case is a socket that
 * is reset while it is being shut down (`end`, then `resetAndDestroy`).
 */
const EXIT_SECONDS = 60

const PRELOAD = new URL('./preload.ts', import.meta.url).href

/** Runs one test file in a separate process and returns its verdict. */
export async function runFile(
  file: string,
  { limitSeconds, env = {}, exitSeconds = EXIT_SECONDS }: FileOptions,
): Promise<FileResult> {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', PRELOAD, file], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...withoutCluster(process.env), ...env },
  })
  endWithThisProcess(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', chunk => {
      output += chunk
    })
  }
  const events: Event[] = []
  let stuck = false
  let exiting: NodeJS.Timeout | undefined
  const lines = createInterface({ input: child.stdio[EVENTS_FD] as Readable })
  lines.on('line', line => {
    const event = JSON.parse(line) as Event
    events.push(event)
    if (event.event === 'hanging') signalGroup(child, 'SIGKILL')
    if (event.event !== 'exiting') return
    exiting = setTimeout(() => {
      stuck = true
      signalGroup(child, 'SIGKILL')
    }, exitSeconds * 1000)
  })

  let late = false
  const timer = setTimeout(() => {
    late = true
    signalGroup(child, 'SIGKILL')
  }, limitSeconds * 1000)
  const closed = new Promise(resolve => child.once('close', resolve))
  const [code, signal] = await new Promise<[number | null, string | null]>(resolve => {
    child.once('exit', (code, signal) => resolve([code, signal]))
    child.once('error', error => {
      output += `${error.message}\n`
      resolve([null, 'no start'])
    })
  })
  clearTimeout(timer)
  // Remaining processes of its group would keep its pipes open, and `closed` would never resolve.
  signalGroup(child, 'SIGKILL')
  await closed
  // Its last line may arrive only now.
  clearTimeout(exiting)

  const last = events.find(({ event }) => event === 'exiting')
  const ending = { code, signal, ...(late ? { limitSeconds } : {}), ...(stuck ? { exitSeconds } : {}) }
  const seconds = (performance.now() - started) / 1000
  const cpuSeconds = last?.event === 'exiting' ? last.cpuSeconds : 0
  return { file, seconds, cpuSeconds, output, ...judge(events, ending) }
}

/** No test may reach a cluster that the developer happens to be logged in to. */
function withoutCluster({ KUBECONFIG: _, KUBERNETES_SERVICE_HOST: __, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env
}
