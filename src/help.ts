import yargs, { type Options } from 'yargs'
import type { Command, FlagSpecs } from './commands/command.ts'
import { globalFlags } from './commands/global-flags.ts'
import { PROGRAM } from './parse.ts'

const PURPOSE = 'Finds what is stuck in Terminating, explains what holds it, and ends it safely.'

/** The help of one command, or of the whole program; `columns` is the width to fill, undefined for no bound. */
export async function formatHelp(
  command: Command | undefined,
  commands: readonly Command[],
  columns: number | undefined,
): Promise<string> {
  const builder = yargs([])
    .scriptName(PROGRAM)
    .locale('en')
    .help(false)
    .version(false)
    .exitProcess(false)
    .wrap(columns ?? null)
  if (command === undefined) {
    builder.usage(`${PURPOSE}\n\nUsage: ${PROGRAM} [command] [flags]`)
    for (const each of commands) builder.command(each.name, each.summary)
    builder.epilogue(`Use "${PROGRAM} COMMAND --help" for the flags and examples of a command.`)
  } else {
    const words = command.words === undefined ? '' : ` ${command.words}`
    builder.usage(`${command.summary}.\n\nUsage: ${PROGRAM} ${command.name}${words} [flags]`)
    for (const [example, meaning] of command.examples) builder.example(example, meaning)
    builder.options(yargsOptions(command.flags, 'Flags:'))
  }
  builder.options(yargsOptions(globalFlags, 'Connection flags, of every command:'))
  // The kind of a value is plain from its description; kubectl does not write it either.
  return (await builder.getHelp()).replaceAll(/ {2}\[(?:string|boolean|array)\]/g, '')
}

function yargsOptions(specs: FlagSpecs, group: string): Record<string, Options> {
  const entries = Object.entries(specs).map(([name, spec]) => {
    const alias = spec.alias === undefined ? {} : { alias: spec.alias }
    const option: Options = {
      describe: spec.describe,
      group,
      type: spec.type === 'boolean' ? 'boolean' : 'string',
      ...alias,
    }
    return [name, option] as const
  })
  return Object.fromEntries(entries)
}
