import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { run } from '../../src/cli.ts'
import { createScreen, type Line } from './screen.ts'

/** Letters per line of a terminal that fits into the text of a web page. */
export const COLUMNS = 96

/** The home directory that the tour sees, because the real one differs between machines. */
const HOME = '/home/ada/.local/state/kubectl-finalize'

/** A command line after `kubectl finalize`, and what a terminal showed for it. */
export interface Recorded {
  readonly words: readonly string[]
  readonly lines: readonly Line[]
  readonly code: number
}

/**
 * Runs the program inside this process, on a terminal without input, with a clock that advances only with the program's own
 * pauses. The practice cluster generates the same uids each time, so the output is the same on every machine and every day.
 */
export async function record(words: readonly string[]): Promise<Recorded> {
  const screen = createScreen()
  const stateDirectory = await mkdtemp(join(tmpdir(), 'kubectl-finalize-tour-'))
  const output = { write: (text: string) => screen.write(told(text)), columns: COLUMNS, closed: never() }
  // Names of backups end in random letters.
  const told = (text: string): string =>
    text.replaceAll(stateDirectory, HOME).replaceAll(/(20260115T\d{6}Z)-[0-9a-f]{6}/g, '$1-5e2d1c')
  let now = Date.parse('2026-01-15T12:00:00Z')
  try {
    const code = await run(words, {
      terminal: { stdout: output, stderr: output, colour: true, prompt: undefined },
      clock: {
        now: () => new Date(now),
        elapsed: () => Number(now) / 1000,
        sleep: async seconds => {
          now += seconds * 1000
        },
      },
      env: {},
      signal: never(),
      onForcedEnd: () => {},
      thisProcess: () => ({ machine: '', pid: 0 }),
      isAlive: () => undefined,
      readInput: async () => '',
      input: () => Readable.from([]),
      temporaryDirectory: stateDirectory,
      installation: () => ({ program: 'kubectl-finalize', runtimeVersion: process.version, platform: 'linux/x64' }),
      stateDirectory,
      configDirectory: undefined,
    })
    return { words, lines: screen.lines(), code }
  } finally {
    await rm(stateDirectory, { recursive: true })
  }
}

function never(): AbortSignal {
  return new AbortController().signal
}
