import { printable } from './api/printable.ts'
import { LogRun } from './cluster/facts/log-run.ts'
import { interruptible } from './cluster/transport/interruptible.ts'
import type { Transport } from './cluster/transport/transport.ts'
import { aimOf, invocationText } from './commandline/aim.ts'
import type { Command, CommandContext, Invocation } from './commandline/command.ts'
import type { FlagSpecs, Flags } from './commandline/flag-spec.ts'
import type { FromFlag } from './commandline/from-flag.ts'
import { type GlobalFlags, globalFlags } from './commandline/global-flags.ts'
import { ONLY_LOOKED_AT, PROGRAM, parse } from './commandline/parse.ts'
import { speechOn } from './commandline/speech.ts'
import { commands, entryCommand } from './commands/index.ts'
import { outcomeOf } from './execute/account.ts'
import { createJournal, runName } from './execute/journal.ts'
import { ExitCode, UsageError } from './exit-code.ts'
import type { Host } from './host.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { Misuse } from './messages/sentence.ts'
import type { Session } from './operations/ports.ts'
import { serverClock } from './server-clock.ts'
import { contextsOf, kubeconfigsOf, openOther, openSession } from './session.ts'
import { version } from './version.ts'

/** From this log level on, an error comes with its stack trace. */
const TRACE_VERBOSITY = 6

/** In place of a command: asks what could stand next on the command line that follows. */
export const COMPLETE = '__complete'

/** Runs one command line to its end and answers the exit code. Every error becomes one line on stderr. */
export async function run(argv: readonly string[], host: Host): Promise<ExitCode> {
  let verbosity = 0
  try {
    if (argv[0] === COMPLETE) {
      const { complete } = await import('./complete.ts')
      await complete(argv.slice(1), host)
      return ExitCode.done
    }
    const request = parse(argv, commands, entryCommand)
    if ('help' in request) {
      const { formatHelp } = await import('./commandline/help.ts')
      const { stdout } = host.terminal
      stdout.write(`${await formatHelp(request.help, commands, stdout.columns)}\n`)
      return ExitCode.done
    }
    verbosity = parseVerbosity(request.flags.v as string | undefined)
    const flags = request.flags as unknown as GlobalFlags & FromFlag
    return await runCommand({ ...request, flags, verbosity }, host)
  } catch (error) {
    const traced = verbosity >= TRACE_VERBOSITY && !host.signal.aborted
    if (traced && error instanceof Error)
      host.terminal.stderr.write(`${(error.stack ?? '').split('\n').map(printable).join('\n')}\n`)
    return await report(error, argv, host)
  }
}

/** A command line that was understood. */
interface Request {
  readonly command: Command
  readonly words: readonly string[]
  readonly flags: GlobalFlags & FromFlag
  readonly verbosity: number
}

async function runCommand(request: Request, host: Host, lent?: Session): Promise<ExitCode> {
  const { command, words, flags } = request
  const { context, close } = contextOf(request, host, lent)
  try {
    // Also of a command that does without: a mistake in what the user named is told before anything is done.
    if (flags.catalogue.length > 0) await context.catalogue()
    return await command.run(
      { words, flags: flags as unknown as Invocation<never>['flags'], namespace: flags.namespace || undefined },
      context,
    )
  } finally {
    close()
  }
}

/** What a command is lent, and the end of the connections that it opened. */
function contextOf(
  request: Request,
  host: Host,
  lent: Session | undefined,
): { readonly context: CommandContext; close(): void } {
  const { command, words, flags, verbosity } = request
  const closing: (() => void)[] = []
  const clock = serverClock(host.clock, warning => host.terminal.stderr.write(`warning: ${warning}\n`))
  const journal = createJournal(runName(host.clock.now()), () => host.clock.now())
  const aim = aimOf(flags)
  const reached = (transport: Transport): Transport => interruptible(transport, host.signal, () => journal.wrote)
  const forcedEnd = (): string => {
    // Its end is in the journal by then, or is about to be.
    if (journal.isTold) return ''
    journal.endNow(ExitCode.interrupted)
    if (!journal.wrote) return ''
    const outcome = outcomeOf(journal.events)
    return `${JSON.stringify(journal.tellAs?.(outcome) ?? outcome)}\n`
  }
  const tellAtForcedEnd = (): void => host.onForcedEnd(forcedEnd, () => journal.wrote)
  tellAtForcedEnd()
  let place: string | undefined
  let catalogue: ReturnType<CommandContext['catalogue']> | undefined
  let connected = lent
  const entered = (leading: Partial<GlobalFlags>): CommandContext => {
    const other = contextOf({ ...request, flags: { ...flags, ...leading } }, host, undefined)
    closing.push(other.close)
    return other.context
  }
  const context: CommandContext = {
    ...host,
    ...speechOn(host.terminal, journal),
    clock,
    aim,
    journal,
    logs: flags.logs === false ? undefined : new LogRun(),
    invocation: () => ({
      commandLine: invocationText(command, words, flags as unknown as Flags<FlagSpecs>, aim),
      version,
      process: host.thisProcess(),
    }),
    catalogue: () => {
      catalogue ??= loadCatalogue(flags.catalogue, host.configDirectory)
      return catalogue
    },
    connect: async () => {
      const session = lent ?? (await openSession(flags, verbosity, host))
      if (lent === undefined) closing.push(() => session.transport.close())
      connected = session
      if (session.takenAt !== undefined) clock.standAt(session.takenAt)
      place = session.place
      journal.record({ event: 'connected', place })
      return { ...session, transport: reached(clock.listeningTo(session.transport)) }
    },
    place: () => place,
    connectTo: async other => {
      const session = await openOther(other, verbosity, host)
      closing.push(() => session.transport.close())
      return { ...session, transport: reached(session.transport) }
    },
    contexts: () => contextsOf(flags, host, entered),
    kubeconfigs: list => kubeconfigsOf(list, entered),
    formatGlobalFlags: async columns => (await import('./commandline/help.ts')).formatGlobalFlags(commands, columns),
    runAnother: argv => runAnother(argv, request, host, connected).finally(tellAtForcedEnd),
  }
  const close = (): void => {
    for (const end of closing) end()
  }
  return { context, close }
}

/** Runs a command line within a command: on the cluster of the first, but in a namespace of its own. */
async function runAnother(
  argv: readonly string[],
  { flags, verbosity }: Request,
  host: Host,
  connected: Session | undefined,
): Promise<ExitCode> {
  try {
    const request = parse(argv, commands, entryCommand)
    if ('help' in request) throw new UsageError('there is no help within a command')
    if ('from' in flags && flags.from !== undefined) throw new UsageError(ONLY_LOOKED_AT)
    const globals = Object.fromEntries(Object.keys(globalFlags).map(name => [name, flags[name as keyof GlobalFlags]]))
    const merged = { ...request.flags, ...globals, namespace: request.flags.namespace } as unknown as GlobalFlags
    return await runCommand({ ...request, flags: merged, verbosity }, host, connected)
  } catch (error) {
    return await report(error, argv, host)
  }
}

async function report(error: unknown, argv: readonly string[], { terminal, signal }: Host): Promise<ExitCode> {
  if (error instanceof UsageError || error instanceof Misuse) {
    const said = error instanceof Misuse ? (await speechOn(terminal).words())(error.sentence) : error.message
    terminal.stderr.write(
      `error: ${printable(said)}\nSee '${[PROGRAM, ...commandMeant(argv)].join(' ')} --help' for usage.\n`,
    )
    return ExitCode.usage
  }
  if (signal.aborted) {
    terminal.stderr.write('interrupted\n')
    return ExitCode.interrupted
  }
  const { formatFailure } = await import('./render/failure.ts')
  terminal.stderr.write(`${formatFailure(error)}\n`)
  return ExitCode.error
}

/** Its first word, where that is a command: the line itself may not be readable to the end. */
function commandMeant(argv: readonly string[]): readonly string[] {
  const first = argv.find(word => !word.startsWith('-'))
  return commands.filter(({ name }) => name === first).map(({ name }) => name)
}

function parseVerbosity(text: string | undefined): number {
  if (text === undefined) return 0
  if (/^\d+$/.test(text)) return Number(text)
  throw new UsageError(`invalid argument "${text}" for "-v" flag: must be a whole number`)
}
