import { append } from '../api/long-lists.ts'
import { UsageError } from '../exit-code.ts'
import type { FlagSpecs } from './flag-spec.ts'

const TRUE = new Set(['true', 't', 'T', 'TRUE', 'True', '1'])
const FALSE = new Set(['false', 'f', 'F', 'FALSE', 'False', '0'])

/**
 * Writes arguments as the parser reads them: kubectl's `-ojson` becomes `-o json`, a bare `--sandbox` becomes
 * `--sandbox=`, `--watch=0` becomes `--watch=false`. Words after `--` stay as they are.
 * Throws UsageError on a truth value that is none.
 */
export function normalizeArguments(argv: readonly string[], specs: FlagSpecs): string[] {
  const normalized: string[] = []
  for (const [index, argument] of argv.entries()) {
    if (argument === '--') return [...normalized, ...argv.slice(index)]
    append(normalized, normalize(argument, specs))
  }
  return normalized
}

function normalize(argument: string, specs: FlagSpecs): string[] {
  const long = /^--([^=]+)(?:=(.*))?$/s.exec(argument)
  if (long) {
    const [, name = '', value] = long
    const spec = specs[name]
    if (spec?.bare && value === undefined) return [`--${name}=`]
    if (spec?.type === 'boolean' && value !== undefined) return [`--${name}=${truth(value, `--${name}`)}`]
    return [argument]
  }
  const short = /^-([A-Za-z])(=?)(.+)$/s.exec(argument)
  const named = short && bySingleLetter(short[1]!, specs)
  if (!short || !named) return [argument]
  const [, letter, equals, value = ''] = short
  if (specs[named]!.type !== 'boolean') return [`-${letter}`, value]
  return equals === '' ? [argument] : [`--${named}=${truth(value, `-${letter}`)}`]
}

function bySingleLetter(letter: string, specs: FlagSpecs): string | undefined {
  return Object.keys(specs).find(name => name === letter || specs[name]!.alias === letter)
}

function truth(value: string, flag: string): boolean {
  if (TRUE.has(value)) return true
  if (FALSE.has(value)) return false
  throw new UsageError(`invalid argument "${value}" for "${flag}" flag: must be true or false`)
}
