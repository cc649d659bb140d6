import parser from 'yargs-parser'
import { UsageError } from '../exit-code.ts'
import { normalizeArguments } from './argv.ts'
import type { Command } from './command.ts'
import { didYouMean } from './did-you-mean.ts'
import type { FlagSpec, FlagSpecs } from './flag-spec.ts'
import { checkGlobalFlags, globalFlags } from './global-flags.ts'

/** How users call this program: kubectl finds it on PATH by its file name. */
export const PROGRAM = 'kubectl finalize'

/** What a command line asks for: a command with its words and flags, or help (of the whole, or of one command). */
export type Request =
  | { readonly command: Command; readonly words: readonly string[]; readonly flags: Readonly<Record<string, unknown>> }
  | { readonly help: Command | undefined }

export const helpFlag = { help: { type: 'boolean', alias: 'h', describe: 'Show help' } } as const satisfies FlagSpecs

/**
 * Reads a command line as kubectl would. `entry` runs when no command is named, also where objects are: TYPE/NAME.
 * Throws UsageError on anything that is not known, missing or malformed; nothing has been done by then.
 *
 * It uses yargs' parser alone: all of yargs takes 40 ms to load, which only help is worth (see help.ts).
 */
export function parse(argv: readonly string[], commands: readonly Command[], entry: Command): Request {
  const args = normalizeArguments(argv, flagsOfAll(commands))
  const first = commandWord(args, commands)
  const named = commands.find(command => command.name === first)
  const wantsHelp = first === 'help'
  const namesObject = first?.includes('/') === true
  if (first !== undefined && named === undefined && !wantsHelp && !namesObject) throw unknownCommand(first, commands)
  const command = named ?? entry
  const specs = { ...helpFlag, ...globalFlags, ...command.flags }
  const { words, flags } = readFlags(args, specs, specs)
  if (wantsHelp) return { help: commands.find(each => each.name === words[1]) }
  if (flags.help) return { help: named }
  checkGlobalFlags(flags)
  return { command, words: words.slice(named === undefined ? 0 : 1), flags }
}

/** The first word of a command line, which names its command; undefined where there is none. Throws UsageError. */
export function commandWord(argv: readonly string[], commands: readonly Command[]): string | undefined {
  const everyFlag = flagsOfAll(commands)
  const likely = commands.find(({ name }) => name === argv.find(word => !word.startsWith('-')))
  const offered = likely === undefined ? everyFlag : { ...helpFlag, ...globalFlags, ...likely.flags }
  return readFlags(normalizeArguments(argv, everyFlag), everyFlag, offered).words[0]
}

function flagsOfAll(commands: readonly Command[]): FlagSpecs {
  return Object.assign({}, helpFlag, globalFlags, ...commands.map(each => each.flags)) as FlagSpecs
}

/** `offered`: what an unknown flag may stand for. A list always has a value; other flags not given are undefined. */
function readFlags(args: readonly string[], specs: FlagSpecs, offered: FlagSpecs) {
  const names = (type: FlagSpec['type']): string[] => Object.keys(specs).filter(name => specs[name]!.type === type)
  const valued = Object.keys(specs).filter(name => specs[name]!.type !== 'boolean' && !specs[name]!.bare)
  const { argv, error } = parser.detailed([...args], {
    alias: Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, spec.alias ?? []])),
    string: [...names('string'), ...names('list')],
    boolean: names('boolean'),
    narg: Object.fromEntries(valued.map(name => [name, 1])),
    configuration: {
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'strip-aliased': true,
      'populate--': true,
    },
  })
  if (error) throw new UsageError(unfinishedFlag(error.message))
  const { _: words, '--': rest = [], ...given } = argv as Record<string, unknown> & { _: string[]; '--'?: string[] }
  const unknown = Object.keys(given).find(name => specs[name] === undefined)
  if (unknown !== undefined) throw new UsageError(unknownFlag(unknown, args, offered))
  const flags = Object.entries(specs).map(([name, spec]) => [name, givenValue(given[name], spec, name)] as const)
  return { words: [...words, ...rest].map(String), flags: Object.fromEntries(flags) }
}

/** A list has all that is given; of anything else the last counts, unless it may be given only once. */
function givenValue(given: unknown, { type, once }: FlagSpec, name: string): unknown {
  if (type === 'list') return given === undefined ? [] : [given].flat()
  if (once !== undefined && Array.isArray(given)) throw new UsageError(`--${name} may be given only once: ${once}`)
  return Array.isArray(given) ? given.at(-1) : given
}

function unknownCommand(word: string, commands: readonly Command[]): UsageError {
  const names = commands.map(command => command.name).join(', ')
  const meant = didYouMean(
    word,
    commands.map(({ name, also }) => ({ word: name, also })),
  )
  const hint =
    meant.length === 0 ? `known are ${names}; write an object as TYPE/NAME` : `did you mean ${quoted(meant)}?`
  return new UsageError(`unknown command "${word}" for "${PROGRAM}": ${hint}`)
}

function quoted(words: readonly string[]): string {
  return words.map(word => `"${word}"`).join(' or ')
}

/** Of --from, for what would change something. */
export const ONLY_LOOKED_AT =
  '--from works with list, explain, preflight and catalog only: a recording or dump cannot be changed'

function unknownFlag(name: string, args: readonly string[], offered: FlagSpecs): string {
  if (name === 'from') return ONLY_LOOKED_AT
  const short = args.find(argument => /^-[^-]/.test(argument) && argument.includes(name))
  if (name.length === 1 && short !== undefined) return `unknown shorthand flag: '${name}' in ${short}`
  const known = Object.keys(offered).filter(each => each.length > 1)
  const meant = didYouMean(
    name,
    known.map(word => ({ word })),
  )
  const hint = meant.length === 0 ? '' : `, did you mean ${meant.map(word => `--${word}`).join(' or ')}?`
  return `unknown flag: --${name}${hint}`
}

/** The parser's only complaint is a flag at the end without its value. */
function unfinishedFlag(message: string): string {
  const flag = /following: (.+)$/.exec(message)?.[1] ?? message
  return flag.length === 1 ? `flag needs an argument: '${flag}' in -${flag}` : `flag needs an argument: --${flag}`
}
