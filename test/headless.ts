import { tmpdir } from 'node:os'
import { run } from '../src/cli.ts'
import type { ExitCode } from '../src/exit-code.ts'
import type { Output } from '../src/terminal.ts'

export interface HeadlessOptions {
  /** Width of the terminal on stdout and stderr; without it both are pipes. */
  readonly columns?: number
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Runs a command line inside this process, at a fixed time, and gives what it wrote. */
export async function headless(
  argv: readonly string[],
  { columns, env = {}, signal = new AbortController().signal }: HeadlessOptions = {},
): Promise<{ readonly code: ExitCode; readonly stdout: string; readonly stderr: string }> {
  const written = { stdout: '', stderr: '' }
  const output = (stream: keyof typeof written): Output => ({
    write: text => {
      written[stream] += text
    },
    columns,
    closed: new AbortController().signal,
  })
  const code = await run(argv, {
    terminal: { stdout: output('stdout'), stderr: output('stderr'), colour: false },
    clock: { now: () => new Date('2026-01-15T12:00:00Z'), sleep: async () => {} },
    env,
    signal,
    temporaryDirectory: tmpdir(),
  })
  return { code, ...written }
}
