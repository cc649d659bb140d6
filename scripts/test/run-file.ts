import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { endWithThisProcess, signalGroup } from '../../test/control-plane/process-group.ts'
import { EVENTS_FD, type Event } from './event.ts'
import { judge, type Verdict } from './verdict.ts'

export interface FileResult extends Verdict {
  readonly file: string
  readonly seconds: number
  /** What the file wrote to stdout and stderr. */
  readonly output: string
}

export interface FileOptions {
  readonly limitSeconds: number
  readonly env?: Readonly<Record<string, string>>
}

/**
 * A process whose tests are all over, and that neither exits nor can say any more what keeps it (it does so after 3 s), hangs in
 * the exit of Node itself: seen now and then on a busy machine. Its tests are told by then.
 */
const EXIT_MILLISECONDS = 60_000

const PRELOAD = new URL('./preload.ts', import.meta.url).href

/** Runs one test file in a process of its own and judges it. */
export async function runFile(file: string, { limitSeconds, env = {} }: FileOptions): Promise<FileResult> {
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
    if (!areOver(events)) return
    clearTimeout(exiting)
    exiting = setTimeout(() => {
      stuck = true
      signalGroup(child, 'SIGKILL')
    }, EXIT_MILLISECONDS)
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
  clearTimeout(exiting)
  // What is left of its group would hold its pipes open, and `closed` would not come.
  signalGroup(child, 'SIGKILL')
  await closed

  if (stuck) output += `\nits tests were over, and it did not exit within ${EXIT_MILLISECONDS / 1000} s: it was ended\n`
  const end = stuck ? { code: 0, signal: null } : { code, signal }
  const verdict = judge(events, { ...end, ...(late ? { limitSeconds } : {}) })
  return { file, seconds: (performance.now() - started) / 1000, output, ...verdict }
}

/** Every test that was registered has passed, failed or was skipped. */
function areOver(events: readonly Event[]): boolean {
  const registered = events.filter(({ event }) => event === 'registered').length
  const isEnd = (each: Event) =>
    each.event === 'passed' || each.event === 'failed' || (each.event === 'registered' && each.mode === 'skip')
  return registered > 0 && events.filter(isEnd).length === registered
}

/** No test may reach a cluster that the developer happens to be logged in to. */
function withoutCluster({ KUBECONFIG: _, KUBERNETES_SERVICE_HOST: __, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env
}
