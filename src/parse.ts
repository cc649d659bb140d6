import yargs, { type Argv, type Options } from 'yargs'
import { normalizeArguments } from './argv.ts'
import type { Command, FlagSpec, FlagSpecs } from './commands/command.ts'
import { globalFlags } from './commands/global-flags.ts'
import { UsageError } from './exit-code.ts'

/** How users call this program: kubectl finds it on PATH by its file name. */
export const PROGRAM = 'kubectl finalize'

/** What a command line asks for: a command with its words and flags, or a text to show. */
export type Request =
  | { readonly command: Command; readonly words: readonly string[]; readonly flags: Readonly<Record<string, unknown>> }
  | { readonly help: string }

/**
 * Reads a command line as kubectl would. `entry` runs when no command is named.
 * Throws UsageError on anything that is not known, missing or malformed; nothing has been done by then.
 */
export function parse(argv: readonly string[], commands: readonly Command[], entry: Command): Request {
  const specs = Object.assign({}, globalFlags, ...commands.map(command => command.flags)) as FlagSpecs
  const words = normalizeArguments(argv, specs)
  let chosen: Request | undefined
  let help = ''
  const parser = yargs([])
    .scriptName(PROGRAM)
    .locale('en')
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'duplicate-arguments-array': false,
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'populate--': true,
    })
    .usage(
      `Finds what is stuck in Terminating, explains what holds it, and ends it safely.\n\nUsage: ${PROGRAM} [command] [flags]`,
    )
    .options(yargsOptions(globalFlags, 'Connection flags (of every command):'))
    .help('help')
    .alias('help', 'h')
    .group('help', 'Flags:')
    .version(false)
    .exitProcess(false)
    .strict()
    .wrap(null)
    .fail((message, error) => {
      throw error ?? new UsageError(usageMessage(message, argv))
    })
  for (const command of commands) {
    const names = command === entry ? [`${command.name} [words...]`, '$0'] : [`${command.name} [words...]`]
    parser.command(
      names,
      command.summary,
      builder => describeCommand(builder, command),
      given => {
        const rest = (given['--'] as string[] | undefined) ?? []
        chosen = {
          command,
          words: [...((given.words as string[] | undefined) ?? []), ...rest],
          flags: flagsOf(command, given),
        }
      },
    )
  }
  parser.parse(words, {}, (_error, _given, output) => {
    help = output
  })
  return chosen ?? { help }
}

function describeCommand(builder: Argv, command: Command): Argv {
  builder.usage(
    `${command.summary}.\n\nUsage: ${PROGRAM} ${command.name} ${command.words ?? ''} [flags]`.replace('  ', ' '),
  )
  builder.positional('words', { type: 'string', array: true, hidden: true })
  for (const [example, meaning] of command.examples) builder.example(example, meaning)
  return builder.options(yargsOptions(command.flags, 'Flags:'))
}

function yargsOptions(specs: FlagSpecs, group: string): Record<string, Options> {
  const entries = Object.entries(specs).map(([name, spec]) => [name, yargsOption(spec, group)] as const)
  return Object.fromEntries(entries)
}

function yargsOption(spec: FlagSpec, group: string): Options {
  const shared = { describe: spec.describe, group, ...(spec.alias !== undefined && { alias: spec.alias }) }
  switch (spec.type) {
    case 'boolean':
      return { ...shared, type: 'boolean' }
    case 'list':
      return { ...shared, type: 'string', array: true, requiresArg: true }
    case 'string':
      return { ...shared, type: 'string', requiresArg: spec.bare !== true }
  }
}

/** Every flag of the command and the global ones, with a value of its type also where the user gave none. */
function flagsOf(command: Command, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const flags: Record<string, unknown> = {}
  for (const [name, spec] of Object.entries<FlagSpec>({ ...globalFlags, ...command.flags })) {
    flags[name] = given[name] ?? (spec.type === 'boolean' ? false : spec.type === 'list' ? [] : undefined)
  }
  return flags
}

/** The parser's complaint in kubectl's words. */
function usageMessage(message: string, argv: readonly string[]): string {
  const unknown = /^Unknown (?:argument|command)s?: (.+)$/.exec(message)?.[1]
  if (unknown !== undefined) {
    const [name = ''] = unknown.split(', ')
    if (argv.some(argument => argument === `--${name}` || argument.startsWith(`--${name}=`)))
      return `unknown flag: --${name}`
    const short = argv.find(argument => /^-[^-]/.test(argument) && argument.includes(name))
    if (short !== undefined) return `unknown shorthand flag: '${name}' in ${short}`
    return `unknown command "${name}" for "${PROGRAM}"`
  }
  const unfinished = /^Not enough arguments following: (.+)$/.exec(message)?.[1]
  if (unfinished !== undefined) return `flag needs an argument: ${unfinished.length === 1 ? '-' : '--'}${unfinished}`
  return message
}
