import yargs, { type Argv, type Options } from 'yargs'
import type { Command } from './command.ts'
import type { FlagSpecs } from './flag-spec.ts'
import { globalFlags } from './global-flags.ts'
import { PROGRAM } from './parse.ts'

const PURPOSE = 'Finds what is stuck in Terminating, explains what holds it, and ends it safely.'

/** The help as yargs lays it out. The build puts these texts in place of this module: yargs takes 40 ms to load. */
export interface HelpLayout {
  /** What the program is for, and its commands. */
  readonly program: string
  /** The flags of each command, by its name; empty without any. */
  readonly flags: Readonly<Record<string, string>>
  /** The flags that all commands take. */
  readonly globalFlags: string
}

/** The layout, each row of a table on one line, however long. */
export async function helpLayout(commands: readonly Command[]): Promise<HelpLayout> {
  const program = emptyBuilder().usage(`${PURPOSE}\n\nUsage: ${PROGRAM} [command] [flags]`)
  for (const { name, summary } of commands) program.command(name, summary)
  const flagsOf = async ({ name, flags }: Command) => [name, await textOf(withFlags(flags, 'Flags:'))] as const
  return {
    program: await textOf(program),
    flags: Object.fromEntries(await Promise.all(commands.map(flagsOf))),
    globalFlags: await textOf(withFlags(globalFlags, 'The following options can be passed to any command:')),
  }
}

function emptyBuilder(): Argv {
  return yargs([]).scriptName(PROGRAM).locale('en').help(false).version(false).exitProcess(false).wrap(null)
}

async function textOf(builder: Argv): Promise<string> {
  return (await builder.getHelp())
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .trim()
}

function withFlags(specs: FlagSpecs, group: string): Argv {
  const entries = Object.entries(specs).map(([name, spec]) => {
    const alias = spec.alias === undefined ? {} : { alias: spec.alias }
    // Without the type, which yargs would add: the description tells it, and needs the room.
    const option: Options = { describe: spec.describe, group, ...alias }
    return [name, option] as const
  })
  return emptyBuilder().options(Object.fromEntries(entries))
}
