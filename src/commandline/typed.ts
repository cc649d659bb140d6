import type { Command } from './command.ts'
import type { Completes } from './completes.ts'
import type { FlagSpec, FlagSpecs } from './flag-spec.ts'
import { type GlobalFlags, globalFlags } from './global-flags.ts'
import { commandWord, helpFlag, parse } from './parse.ts'

/** A command line that is being typed, and what its last word, the one under the cursor, can become. */
export interface Typed {
  /** Of the command, as far as they are written to their end. */
  readonly words: readonly string[]
  readonly flags: GlobalFlags & Readonly<Record<string, unknown>>
  readonly asks: Asks
  /** What of it is written already. */
  readonly partial: string
  /** Stands before every choice: the `-o` of `-oj`. The shells themselves add what ends in `=`. */
  readonly prefix: string
}

export type Asks =
  | { readonly for: 'command' }
  | { readonly for: 'flag'; readonly specs: FlagSpecs }
  /** `completes` undefined: free text. */
  | { readonly for: 'word' | 'value'; readonly completes: Completes | undefined }

interface LastWord {
  /** What stands before it and before the flag whose value it is. */
  readonly line: readonly string[]
  readonly partial: string
  readonly prefix: string
  /** The flag as it is written, where the word is its value. */
  readonly flag?: string
}

/**
 * Reads a line up to the cursor; its last word may be "". It uses the parser that will read the finished line. Throws
 * UsageError on a line that is wrong already: how it goes on is unknown.
 */
export function readTyped(argv: readonly string[], commands: readonly Command[], entry: Command): Typed {
  const beginning = argv.slice(0, -1)
  const allFlags = Object.assign({}, globalFlags, ...commands.map(each => each.flags)) as FlagSpecs
  const { line, flag, partial, prefix } = splitLast(beginning, argv.at(-1) ?? '', allFlags)
  const first = commandWord(line, commands)
  const named = commands.find(command => command.name === first)
  const request = parse(line, commands, entry)
  if ('help' in request) return { words: [], flags: noFlags(commands, entry), asks: helpAsks(line), partial, prefix }
  const specs = { ...helpFlag, ...globalFlags, ...(named ?? entry).flags }
  const { words } = request
  const flags = request.flags as Typed['flags']
  if (flag !== undefined) {
    const asks = { for: 'value', completes: specOf(flag, specs)?.completes } as const
    return { words, flags, asks, partial, prefix }
  }
  if (partial.startsWith('-') && !line.includes('--')) {
    return { words, flags, asks: { for: 'flag', specs: notGiven(specs, flags) }, partial, prefix }
  }
  // TYPE/NAME in place of a command is for the entry.
  const isObject = named === undefined && (words.length > 0 || partial.includes('/'))
  const asks: Asks =
    named === undefined && !isObject ? { for: 'command' } : { for: 'word', completes: (named ?? entry).completes }
  return { words, flags, asks, partial, prefix }
}

function splitLast(beginning: readonly string[], last: string, specs: FlagSpecs): LastWord {
  const plain = { line: beginning, partial: last, prefix: '' }
  if (beginning.includes('--')) return plain
  const before = beginning.at(-1)
  if (before !== undefined && !before.includes('=') && takesNext(specOf(before, specs))) {
    return { ...plain, line: beginning.slice(0, -1), flag: before }
  }
  const [, assigned, value = ''] = /^(-[^=]+)=(.*)$/s.exec(last) ?? []
  if (assigned !== undefined) return { ...plain, flag: assigned, partial: value }
  const [, letter, attached = ''] = /^(-[A-Za-z])(.+)$/s.exec(last) ?? []
  if (letter !== undefined && takesNext(specOf(letter, specs))) {
    return { ...plain, flag: letter, partial: attached, prefix: letter }
  }
  return plain
}

function specOf(written: string, specs: FlagSpecs): FlagSpec | undefined {
  const name = /^--?(.+)$/s.exec(written)?.[1]
  if (name === undefined || (name.length > 1 && !written.startsWith('--'))) return undefined
  return specs[name] ?? Object.values(specs).find(spec => spec.alias === name)
}

function takesNext(spec: FlagSpec | undefined): boolean {
  return spec !== undefined && spec.type !== 'boolean' && !spec.bare
}

function notGiven(specs: FlagSpecs, flags: Readonly<Record<string, unknown>>): FlagSpecs {
  return Object.fromEntries(Object.entries(specs).filter(([name, { type }]) => type === 'list' || !flags[name]))
}

function helpAsks(line: readonly string[]): Asks {
  return line.length === 1 ? { for: 'command' } : { for: 'word', completes: undefined }
}

function noFlags(commands: readonly Command[], entry: Command): Typed['flags'] {
  const request = parse([], commands, entry)
  return ('flags' in request ? request.flags : {}) as Typed['flags']
}
