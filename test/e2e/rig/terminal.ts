import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { target } from './target.ts'

export const ENTER = '\r'
export const SPACE = ' '
export const CTRL_C = '\u0003'
export const ESCAPE = '\u001b'
export const DOWN = '\u001b[B'
export const UP = '\u001b[A'

/** A program on a terminal of its own, with somebody who reads and types. Hold it with `await using`. */
export interface Terminal extends AsyncDisposable {
  /** All that was shown so far, without colour; what was drawn anew stands there again. */
  readonly text: string
  /** The same on one line: where lines were broken is the width's affair. */
  readonly said: string
  /** The same with all that steers a terminal. */
  readonly raw: string
  /** Where the program keeps backups. */
  readonly home: string
  /** Resolves when this is shown, after what was seen before. Rejects when the program ends without it, or at the limit. */
  sees(text: string): Promise<void>
  type(keys: string): void
  /** The exit code, when the program ends by itself. */
  ended(): Promise<number>
}

const LIMIT_SECONDS = 120

/** Runs the executable under test on a pseudo-terminal, which `script` of util-linux opens: Node cannot by itself. */
export function openTerminal(
  args: readonly string[],
  { columns = 120, comparesSettings = false }: { columns?: number; comparesSettings?: boolean } = {},
): Terminal {
  const home = mkdtempSync(join(tmpdir(), 'kubectl-finalize-terminal-'))
  const words = [target().program, ...args].map(quoted).join(' ')
  // What a shell would find behind the program: `settings: kept` when they are what they were.
  const compared = `was=$(stty -g); ${words}; code=$?; [ "$was" = "$(stty -g)" ] && echo settings: kept; exit $code`
  const line = `stty cols ${columns} rows 50; ${comparesSettings ? compared : `exec ${words}`}`
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    cwd: home,
    env: { PATH: process.env.PATH, SHELL: '/bin/sh', TERM: 'xterm', HOME: home, KUBECONFIG: target().kubeconfig },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let raw = ''
  let seen = 0
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  child.stdout.setEncoding('utf8').on('data', chunk => {
    raw += chunk
    tell()
  })
  child.stdin.on('error', () => {})
  const end = endOf(child)
  end.then(tell, tell)
  const shown = (): string => stripVTControlCharacters(raw).replaceAll('\r\n', '\n')
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null

  return {
    get text() {
      return shown()
    },
    get said() {
      return shown().replaceAll(/\s+/g, ' ')
    },
    get raw() {
      return raw
    },
    home,
    sees: text =>
      within(`${JSON.stringify(text)} to be shown`, shown, async () => {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const look = () => {
          const at = shown().indexOf(text, seen)
          if (at >= 0) {
            seen = at + text.length
            resolve()
          } else if (isOver()) {
            reject(new Error(`the program ended with ${child.exitCode} and never showed ${JSON.stringify(text)}`))
          }
        }
        listeners.add(look)
        end.catch(reject)
        look()
        await promise.finally(() => listeners.delete(look))
      }),
    type: keys => void child.stdin.write(keys),
    ended: () => within('the program to end', shown, () => end),
    async [Symbol.asyncDispose]() {
      if (!isOver()) child.kill('SIGKILL')
      await end.catch(() => undefined)
      // The program outlives `script` for a moment, and may write a backup meanwhile.
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function endOf(child: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.on('error', (error: NodeJS.ErrnoException) => {
    const absent = 'these tests need the program script of util-linux (Debian: bsdutils), which opens a terminal'
    reject(error.code === 'ENOENT' ? new Error(absent) : error)
  })
  child.on('close', code => resolve(code ?? -1))
  promise.catch(() => undefined)
  return promise
}

/** Says what stood on the screen when something did not come. */
async function within<T>(what: string, shown: () => string, wait: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`waited ${LIMIT_SECONDS} s for ${what}`)), LIMIT_SECONDS * 1000)
  try {
    return await Promise.race([wait(), promise])
  } catch (error) {
    throw new Error(`${(error as Error).message}; on the screen:\n${shown()}`)
  } finally {
    clearTimeout(timer)
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
