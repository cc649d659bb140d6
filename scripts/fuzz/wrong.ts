import type { Ran } from '../../test/commands/run-in.ts'

/** Words of an engine, or of a value that was not checked. Texts that are made up here have none of them. */
const SLIPS = [
  /\b(undefined|NaN)\b/,
  /\[object \w+\]/,
  /\b(Type|Range|Reference|Syntax|Assertion)Error\b/,
  /Maximum call stack|Invalid (regular|string|array|time|Date)|heap out of memory/,
  /\bCannot (read|set|convert|access|mix|destructure)\b|\bis not (a function|iterable|defined|a constructor)\b/,
  /^ {4}at .+:\d+:\d+\)?$/m,
]

export function hasSlip(text: string): boolean {
  return SLIPS.some(slip => slip.test(text))
}

/** What is wrong with an answer, whatever was asked: undefined where nothing is. */
export function wrongWith({ code, stdout, stderr }: Ran, args: readonly string[]): string | undefined {
  if (![0, 1, 2, 3].includes(code)) return `exit code ${code}`
  const said = `${stdout.replaceAll(/<script.*?<\/script>/gs, '')}\n${stderr}`
  for (const slip of SLIPS) {
    const { index } = slip.exec(said) ?? {}
    if (index === undefined) continue
    return `says ${JSON.stringify(said.slice(index, index + 150))} after ${JSON.stringify(said.slice(Math.max(0, index - 150), index))}`
  }
  if (code === 1 && stdout === '' && stderr === '') return 'fails without a word'
  if (stdout === '' || !args.includes('json')) return undefined
  try {
    JSON.parse(stdout)
    return undefined
  } catch {
    return 'is not JSON'
  }
}
