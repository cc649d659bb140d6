import { Readable } from 'node:stream'
import { ApiFailure } from '../../src/api/failure.ts'
import { failureStatus } from '../../src/api/status.ts'
import { withSend } from '../../src/cluster/transport/transport.ts'
import type { CommandContext } from '../../src/commandline/command.ts'
import { parse } from '../../src/commandline/parse.ts'
import { speechOn } from '../../src/commandline/speech.ts'
import { commands, entryCommand } from '../../src/commands/index.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import { ExitCode } from '../../src/exit-code.ts'
import type { Session } from '../../src/operations/ports.ts'
import { formatFailure } from '../../src/render/failure.ts'
import { userNamed } from '../../src/sandbox/request/user.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { createTransport } from '../../src/sandbox/sandbox.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { invoked, journalOfTest } from '../execute/journals.ts'
import { NO_AIM } from '../execute/removals.ts'

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly user?: string
  readonly signal?: AbortSignal | undefined
  /** What the kubeconfig has, each connected to by a function of its own. */
  readonly contexts?: readonly { readonly name: string; readonly connect: () => Promise<Session> }[]
  readonly onStdout?: (text: string) => void
  /** What somebody at the keyboard types; absent: nobody is there. */
  readonly typed?: (() => string | undefined) | undefined
  readonly backups?: string | undefined
  /** Paths of which the server answers 503. */
  readonly isDown?: (path: string) => boolean
}

/**
 * Runs a command line on this practice cluster, as this user, with nobody at the keyboard but `typed`. `clock` is the cluster's own:
 * time passes, and controllers work, while the command waits. A command that rejects ends with 1, and its words on stderr.
 */
export async function runIn(
  { sandbox, clock }: { readonly sandbox: Sandbox; readonly clock: { now(): Date; advance(seconds: number): void } },
  args: readonly string[],
  {
    user,
    signal = new AbortController().signal,
    contexts = [],
    onStdout = () => {},
    typed,
    backups,
    isDown = () => false,
  }: RunOptions = {},
): Promise<Ran> {
  using folder = temporaryFolder()
  const request = parse(args, commands, entryCommand)
  if ('help' in request) throw new Error('this is about help')
  const written = { stdout: '', stderr: '' }
  const output = (stream: keyof typeof written) => ({
    write: (text: string) => {
      written[stream] += text
      if (stream === 'stdout') onStdout(text)
    },
    columns: undefined,
    closed: new AbortController().signal,
  })
  const { namespace } = request.flags as { namespace?: string }
  const whole = createTransport(sandbox, user === undefined ? undefined : userNamed(user))
  const transport = withSend(whole, async request => {
    if (isDown(request.path))
      throw new ApiFailure({ kind: 'status', code: 503, status: failureStatus(503, 'ServiceUnavailable', 'down') })
    return whole.send(request)
  })
  const prompt = typed && { ask: async () => typed(), choose: async () => undefined, pick: async () => undefined }
  const terminal = { stdout: output('stdout'), stderr: output('stderr'), colour: false, prompt }
  const journal = journalOfTest()
  const context: CommandContext = {
    terminal,
    ...speechOn(terminal, journal),
    clock: {
      now: () => clock.now(),
      elapsed: () => clock.now().getTime() / 1000,
      sleep: async seconds => {
        clock.advance(seconds)
        await sandbox.settle()
        // Whoever only waits leaves the others their turn.
        await new Promise(setImmediate)
      },
    },
    signal,
    aim: NO_AIM,
    journal,
    ...invoked,
    temporaryDirectory: folder.path,
    stateDirectory: backups ?? folder.path,
    readInput: async () => '',
    input: () => Readable.from([]),
    catalogue: async () => shippedCatalogue(),
    env: {},
    installation: () => ({ program: '/opt/here/kubectl-finalize', runtimeVersion: 'v26.0.0', platform: 'linux/x64' }),
    connect: async () => ({ transport, namespace: namespace ?? 'default', place: 'the test' }),
    place: () => 'the test',
    connectTo: () => Promise.reject(new Error('there is no other cluster')),
    contexts: async () => contexts.map(({ name, connect }) => ({ name, enter: () => ({ ...context, connect }) })),
    kubeconfigs: async () => [],
    formatGlobalFlags: () => Promise.reject(new Error('not asked for')),
    runAnother: () => Promise.reject(new Error('there is no other command')),
  }
  const running = request.command.run({ words: request.words, flags: request.flags as never, namespace }, context)
  const code = await running.catch((error: unknown) => {
    written.stderr += `${formatFailure(error)}\n`
    return ExitCode.error
  })
  return { ...written, code }
}
