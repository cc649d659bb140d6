import { wrapped } from '../render/wrapped.ts'
import type { Command } from './command.ts'
import { helpLayout } from './help-layout.ts'
import { PROGRAM } from './parse.ts'

/** kubectl's words: what all commands take is told once, not below the flags of each. */
const GLOBAL_FLAGS = `Use "${PROGRAM} options" for a list of global command-line options (applies to all commands).`

/** The help of one command, or of the whole program; `columns` is the width to fill, undefined for no bound. */
export async function formatHelp(
  command: Command | undefined,
  commands: readonly Command[],
  columns: number | undefined,
): Promise<string> {
  const { program, flags } = await helpLayout(commands)
  const forMore = `Use "${PROGRAM} COMMAND --help" for the flags and examples of a command.`
  const parts =
    command === undefined
      ? [fitted(program, columns), fitted(`${forMore}\n${GLOBAL_FLAGS}`, columns)]
      : [...opening(command, columns), fitted(flags[command.name]!, columns), fitted(GLOBAL_FLAGS, columns)]
  return parts.filter(part => part !== '').join('\n\n')
}

/** The flags that all commands take. */
export async function formatGlobalFlags(commands: readonly Command[], columns: number | undefined): Promise<string> {
  return fitted((await helpLayout(commands)).globalFlags, columns)
}

/** What it does and how it is called, and examples of it: what is looked for first. */
function opening(command: Command, columns: number | undefined): readonly string[] {
  const words = command.words === undefined ? '' : ` ${command.words}`
  // As kubectl writes them: each on a line of its own, whole whatever the width, to be pasted.
  return [
    fitted(`${command.summary}.`, columns),
    fitted(`Usage: ${PROGRAM} ${command.name}${words} [flags]`, columns),
    ['Examples:', ...command.examples.map(([example, meaning]) => `  # ${meaning}\n  ${example}`)].join('\n'),
  ]
}

/** A row of a table: what is described, and its description. */
const ROW = /^( +\S+(?: \S+)* {2,})(\S.*)$/
/** A description narrower than this stands below what it describes. */
const NARROWEST = 20
const BELOW = ' '.repeat(8)

/** The text in lines of so many columns; the descriptions of a table stay below each other. */
function fitted(text: string, columns: number | undefined): string {
  return columns === undefined
    ? text
    : text
        .split('\n')
        .flatMap(line => fittedLine(line, columns))
        .join('\n')
}

function fittedLine(line: string, columns: number): readonly string[] {
  if (line.length <= columns) return [line]
  const [, head, description] = ROW.exec(line) ?? []
  if (head === undefined || description === undefined) return wrapped(line, columns)
  const room = columns - head.length
  if (room < NARROWEST) return [head.trimEnd(), ...indented(description, BELOW, columns)]
  const [first = '', ...rest] = indented(description, ' '.repeat(head.length), columns)
  return [head + first.trimStart(), ...rest]
}

function indented(text: string, indent: string, columns: number): readonly string[] {
  return wrapped(text, columns - indent.length).map(line => indent + line)
}
