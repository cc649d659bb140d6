import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Packed } from './packed.ts'

const FILE = resolve(import.meta.dirname, '../../test/corpus/without-entries.json')

/** Why the corpus has no suite of a test file that may have incidents. */
export type Reason = 'diagnoses nothing' | 'all are entries of others' | 'too large' | 'replays otherwise'

/** By suite. */
export type WithoutEntries = Readonly<Record<string, Reason>>

export function readWithoutEntries(): WithoutEntries {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}

/** Of the files that ran, those without entries; of the others stays what is said, as long as they are there. */
export function writeWithoutEntries(ran: readonly string[], there: readonly string[], packed: Packed): void {
  const before = readWithoutEntries()
  const all = there.flatMap((suite): [string, Reason][] => {
    const reason = ran.includes(suite) ? reasonOf(suite, packed) : before[suite]
    return reason === undefined ? [] : [[suite, reason]]
  })
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`)
}

function reasonOf(suite: string, { counts, tooLarge, unfaithful }: Packed): Reason | undefined {
  const count = counts.get(suite)
  if (count === undefined) return 'diagnoses nothing'
  if (count > 0) return undefined
  const isOfSuite = (name: string): boolean => name.startsWith(`${suite} > `)
  if (unfaithful.some(({ name }) => isOfSuite(name))) return 'replays otherwise'
  return tooLarge.some(isOfSuite) ? 'too large' : 'all are entries of others'
}
