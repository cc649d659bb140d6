import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { run } from '../src/cli.ts'
import type { ExitCode } from '../src/exit-code.ts'
import type { Output, Prompt } from '../src/terminal.ts'
import { processes } from './execute/journals.ts'

export interface HeadlessOptions {
  /** Width of the terminal on stdout and stderr; without it both are pipes. */
  readonly columns?: number
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Told each piece of stderr as it is written. */
  readonly onStderr?: (text: string) => void
  /** Whether the terminal shows colour. */
  readonly colour?: boolean
  /** Who answers questions; without it nobody does. */
  readonly prompt?: Prompt
  readonly stateDirectory?: string
  readonly configDirectory?: string
  /** Takes what tells of the run when a second interrupt ends the process at once. */
  readonly onForcedEnd?: (tell: () => string) => void
  /** What stands on stdin. */
  readonly input?: string | Uint8Array
}

/** Runs a command line inside this process, at a fixed time, and gives what it wrote. */
export async function headless(
  argv: readonly string[],
  {
    columns,
    env = {},
    signal = new AbortController().signal,
    onStderr,
    colour = false,
    prompt,
    stateDirectory,
    configDirectory,
    onForcedEnd = () => {},
    input = '',
  }: HeadlessOptions = {},
): Promise<{ readonly code: ExitCode; readonly stdout: string; readonly stderr: string }> {
  const written = { stdout: '', stderr: '' }
  const output = (stream: keyof typeof written): Output => ({
    write: given => {
      const text = typeof given === 'string' ? given : Buffer.from(given).toString('latin1')
      written[stream] += text
      if (stream === 'stderr') onStderr?.(text)
    },
    columns,
    closed: new AbortController().signal,
  })
  const code = await run(argv, {
    terminal: { stdout: output('stdout'), stderr: output('stderr'), colour, prompt },
    clock: { now: () => new Date('2026-01-15T12:00:00Z'), elapsed: () => 0, sleep: async () => {} },
    env,
    signal,
    onForcedEnd,
    readInput: async () => Buffer.from(input).toString(),
    input: () => Readable.from([Buffer.from(input)]),
    temporaryDirectory: tmpdir(),
    installation: () => ({ program: '/opt/here/kubectl-finalize', runtimeVersion: 'v26.0.0', platform: 'linux/x64' }),
    ...processes,
    stateDirectory,
    configDirectory,
  })
  return { code, ...written }
}
