import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { freePorts } from '../../../test/control-plane/free-port.ts'
import { until } from '../../../test/control-plane/until.ts'

/** A running `watch --metrics`, as the system and its metrics show it. */
export interface Watcher extends AsyncDisposable {
  /** From its start until everything was read once. */
  readonly begun: { readonly seconds: number; readonly cpu: number; readonly peakMegabytes: number }
  memory(): Memory
  /** Seconds of CPU so far. */
  cpu(): number
  /** Open connections to the port of the API server. */
  connections(): number
  scrape(): Promise<string>
  /** Ends it by SIGTERM. Answers the seconds that it took. */
  stop(): Promise<number>
}

/** In MB of 1024 × 1024 bytes. `anonymous` is without the pages of the executable's file, which the system can drop. */
export interface Memory {
  readonly resident: number
  readonly anonymous: number
  readonly peak: number
}

/** Starts `program watch` and waits until it has read everything once. Linux only, as it reads /proc. */
export async function startWatcher(
  program: string,
  kubeconfig: string,
  words: readonly string[],
  log: (text: string) => void = () => {},
): Promise<Watcher> {
  const [port] = await freePorts(1)
  const started = performance.now()
  const child = spawn(program, ['watch', '--metrics', `127.0.0.1:${port}`, ...words], {
    env: { ...process.env, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', log)
  const pid = child.pid!
  const server = Number(new URL(/server: (\S+)/.exec(readFileSync(kubeconfig, 'utf8'))![1]!).port)
  const ask = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`)
  const isReady = async () => (await ask('/readyz').catch(() => undefined))?.ok || undefined
  await until(isReady, { what: 'the watcher', deadlineSeconds: 120, everyMilliseconds: 20 })
  const seconds = (performance.now() - started) / 1000
  const begun = { seconds, cpu: cpuOf(pid), peakMegabytes: memoryOf(pid).peak }
  const stop = () => stopped(child)
  return {
    begun,
    memory: () => memoryOf(pid),
    cpu: () => cpuOf(pid),
    connections: () => connectionsOf(pid, server),
    scrape: async () => (await ask('/metrics')).text(),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

async function stopped(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null) return 0
  const from = performance.now()
  child.kill('SIGTERM')
  await new Promise(resolve => child.once('exit', resolve))
  return (performance.now() - from) / 1000
}

function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024
  return { resident: megabytes('VmRSS'), anonymous: megabytes('RssAnon'), peak: megabytes('VmHWM') }
}

/** /proc counts ticks of a hundredth of a second. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function connectionsOf(pid: number, port: number): number {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap(fd => {
      try {
        return [/^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1]]
      } catch {
        return []
      }
    }),
  )
  const rows = ['tcp', 'tcp6'].flatMap(table => readFileSync(`/proc/${pid}/net/${table}`, 'utf8').split('\n').slice(1))
  const remote = port.toString(16).toUpperCase().padStart(4, '0')
  return rows.map(row => row.trim().split(/\s+/)).filter(row => row[2]?.endsWith(`:${remote}`) && own.has(row[9]))
    .length
}
