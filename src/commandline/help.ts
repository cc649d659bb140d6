import { wrapped } from '../render/wrapped.ts'
import type { Command } from './command.ts'
import type { FlagSpecs } from './flag-spec.ts'
import { globalFlags } from './global-flags.ts'
import { PROGRAM } from './parse.ts'

const PURPOSE = 'Finds what is stuck in Terminating, explains what holds it, and ends it safely.'

/** kubectl's words: what all commands take is told once, not below the flags of each. */
const GLOBAL_FLAGS = `Use "${PROGRAM} options" for a list of global command-line options (applies to all commands).`

/** The help of one command, or of the whole program; `columns` is the width to fill, undefined for no bound. */
export function formatHelp(
  command: Command | undefined,
  commands: readonly Command[],
  columns: number | undefined,
): string {
  const forMore = `Use "${PROGRAM} COMMAND --help" for the flags and examples of a command.`
  const parts =
    command === undefined
      ? [
          fill(PURPOSE, columns),
          fill(`Usage: ${PROGRAM} [command] [flags]`, columns),
          table(
            'Commands:',
            commands.map(({ name, summary }) => [`${PROGRAM} ${name}`, summary]),
            columns,
          ),
          `${fill(forMore, columns)}\n${fill(GLOBAL_FLAGS, columns)}`,
        ]
      : [...opening(command, columns), table('Flags:', flagRows(command.flags), columns), fill(GLOBAL_FLAGS, columns)]
  return parts.filter(part => part !== '').join('\n\n')
}

/** The flags that all commands take. */
export function formatGlobalFlags(columns: number | undefined): string {
  return table('The following options can be passed to any command:', flagRows(globalFlags), columns)
}

function fill(text: string, columns: number | undefined): string {
  return columns === undefined ? text : wrapped(text, columns).join('\n')
}

/** What it does and how it is called, and examples of it: what is looked for first. */
function opening(command: Command, columns: number | undefined): readonly string[] {
  const words = command.words === undefined ? '' : ` ${command.words}`
  return [
    fill(`${command.summary}.`, columns),
    fill(`Usage: ${PROGRAM} ${command.name}${words} [flags]`, columns),
    examplesText(command),
  ]
}

/** As kubectl writes them: each on a line of its own, whole whatever the width, to be pasted. */
function examplesText({ examples }: Command): string {
  return ['Examples:', ...examples.map(([example, meaning]) => `  # ${meaning}\n  ${example}`)].join('\n')
}

type Row = readonly [name: string, describe: string]

/** Letters before names. Without types: these are plain from the description, and take the room of it. */
function flagRows(specs: FlagSpecs): readonly Row[] {
  const flags = Object.entries(specs)
  const hasLetters = flags.some(([name, { alias }]) => alias !== undefined || name.length === 1)
  return flags.map(([name, { alias, describe }]) => {
    if (name.length === 1) return [`-${name}`, describe]
    const letter = alias === undefined ? (hasLetters ? '    ' : '') : `-${alias}, `
    return [`${letter}--${name}`, describe]
  })
}

/** A description narrower than this stands below its name. */
const NARROW = 24

function table(title: string, rows: readonly Row[], columns: number | undefined): string {
  if (rows.length === 0) return ''
  const beside = Math.max(...rows.map(([name]) => name.length)) + 4
  const isNarrow = columns !== undefined && columns - beside < NARROW
  const indent = ' '.repeat(isNarrow ? 8 : beside)
  const lines = rows.flatMap(([name, describe]) => {
    const [first = '', ...more] = columns === undefined ? [describe] : wrapped(describe, columns - indent.length)
    const opening = isNarrow ? [`  ${name}`, `${indent}${first}`] : [`  ${name}`.padEnd(beside) + first]
    return [...opening, ...more.map(line => indent + line)]
  })
  return [title, ...lines].join('\n')
}
