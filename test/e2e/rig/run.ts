import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { target } from './target.ts'

export interface RunOptions {
  /** Added to an otherwise nearly empty environment; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly input?: string
  readonly cwd?: string
  readonly timeoutSeconds?: number
  /** Sends `signal` as soon as stdout or stderr contains `text`. */
  readonly signalAfterOutput?: { readonly text: string; readonly signal: NodeJS.Signals }
  /** Told what stdout has brought so far, one call at a time, until it answers true. */
  readonly onOutput?: (stdout: string) => Promise<boolean>
  /** Given what signals the program, as soon as it runs. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void
  /** Closes the reading end of stdout after the first bytes, as `| head` does. */
  readonly closeStdoutEarly?: boolean
}

export interface Ran {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  readonly seconds: number
}

/** Runs the executable under test against the target, as a user would: nothing is inherited but PATH. */
export function run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return runProgram(target().program, args, options)
}

/** Runs any program in a home of its own, with KUBECONFIG set to the target's. Killed, and an error, at the time limit. */
export async function runProgram(program: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const home = mkdtempSync(join(tmpdir(), 'kubectl-finalize-home-'))
  const started = performance.now()
  try {
    const child = spawn(program, args, {
      cwd: options.cwd ?? home,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        KUBECONFIG: target().kubeconfig,
        ...recorded(),
        ...options.env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    options.onStart?.(signal => void child.kill(signal))
    const seen = { stdout: '', stderr: '' }
    let waiting = options.signalAfterOutput
    let listener = options.onOutput
    let listening: Promise<void> = Promise.resolve()
    const tellListener = async (): Promise<void> => {
      if (await listener?.(seen.stdout)) listener = undefined
    }
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', chunk => {
        seen[stream] += chunk
        if (stream === 'stdout' && options.closeStdoutEarly) child.stdout.destroy()
        if (stream === 'stdout') {
          listening = listening.then(tellListener).catch(error => {
            child.kill('SIGKILL')
            throw error
          })
          // It is thrown where the run is awaited, and not as a rejection that nobody handles before.
          listening.catch(() => {})
        }
        if (waiting !== undefined && seen[stream].includes(waiting.text)) {
          child.kill(waiting.signal)
          waiting = undefined
        }
      })
    }
    // A program that does not read its input closes it; that is no failure of the test.
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')

    const limit = options.timeoutSeconds ?? 120
    let late = false
    const timer = setTimeout(() => {
      late = true
      child.kill('SIGKILL')
    }, limit * 1000)
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code, signal) => resolve([code, signal]))
    }).finally(() => clearTimeout(timer))
    await listening
    if (late) {
      throw new Error(`${program} ${args.join(' ')}: still running after ${limit} s\n${seen.stdout}\n${seen.stderr}`)
    }
    return { code, signal, ...seen, seconds: (performance.now() - started) / 1000 }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** For a program that records what it diagnoses (scripts/corpus/recording): where to, and in which test. */
function recorded(): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^KUBECTL_FINALIZE_(CORPUS|TEST$)/.test(name)),
  )
}
