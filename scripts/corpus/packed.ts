import { answeredNow } from './compare.ts'
import {
  type KeptAnswer,
  readSuite,
  removeSuite,
  type Suite,
  suiteNames,
  writeAnswers,
  writeInputs,
} from './corpus-files.ts'
import { type Difference, differencesOf } from './differences.ts'
import type { Input } from './input.ts'
import { isAlike, type Masked, masked } from './masked.ts'
import { keptIn } from './pool.ts'
import type { Raw } from './recording/recorder.ts'

/** Larger ones are of tests of scale, which say nothing else than small ones. Characters of JSON. */
const MAX_INPUT = 3_000_000

/** What became of what was recorded. */
export interface Packed {
  readonly entries: number
  /** Of each suite that recorded anything. */
  readonly counts: ReadonlyMap<string, number>
  readonly alike: number
  readonly tooLarge: readonly string[]
  /** Entries that replay otherwise than they were diagnosed, which are left out: the recording lacks something. */
  readonly unfaithful: readonly { readonly name: string; readonly differences: readonly Difference[] }[]
}

/** Has the corpus hold what these suites recorded, each distinct input once. What is there and means the same stays as it is. */
export function pack(recorded: ReadonlyMap<string, readonly Raw[]>): Packed {
  const suites = [...recorded.keys()].sort()
  const others = suiteNames().filter(name => !recorded.has(name))
  const known = new Known()
  for (const name of others) for (const input of Object.values(readSuite(name).inputs)) known.add(masked(input))
  const counts = new Map<string, number>()
  const packed = { alike: 0, tooLarge: [] as string[], unfaithful: [] as Packed['unfaithful'][number][] }
  for (const name of suites) {
    const before = suiteNames().includes(name) ? readSuite(name) : { name, inputs: {}, answers: {} }
    const suite = suiteOf(name, recorded.get(name)!, { before, known, packed })
    const count = Object.keys(suite.inputs).length
    counts.set(name, count)
    if (count === 0) removeSuite(name)
    else if (!isSame(before.inputs, suite.inputs)) writeInputs(name, suite.inputs)
    if (count > 0) writeAnswers(name, suite.answers)
  }
  return { ...packed, counts, entries: counts.values().reduce((sum, count) => sum + count, 0) }
}

function isSame(before: Suite['inputs'], now: Suite['inputs']): boolean {
  const [one, other] = [Object.entries(before), Object.entries(now)]
  return (
    one.length === other.length && one.every(([test, input], at) => other[at]![0] === test && other[at]![1] === input)
  )
}

/** Inputs met so far; alike is what differs by a few seconds. */
class Known {
  readonly #byText = new Map<string, Masked[]>()

  has(one: Masked): boolean {
    return this.#byText.get(one.text)?.some(other => isAlike(one, other)) ?? false
  }

  add(one: Masked): void {
    this.#byText.set(one.text, [...(this.#byText.get(one.text) ?? []), one])
  }
}

interface Packing {
  readonly before: Suite
  readonly known: Known
  readonly packed: { alike: number; tooLarge: string[]; unfaithful: Packed['unfaithful'][number][] }
}

function suiteOf(name: string, raws: readonly Raw[], { before, known, packed }: Packing): Suite {
  const inputs: Record<string, Input> = {}
  const answers: Record<string, KeptAnswer> = {}
  const kept = Object.values(before.inputs).map(input => ({ input, mask: masked(input) }))
  for (const raw of raws.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const whole = keptIn(raw.pool)
    for (const { test, input: recorded, answer } of raw.diagnoses) {
      let input = whole(recorded) as Input
      const mask = masked(input)
      if (mask.text.length > MAX_INPUT) packed.tooLarge.push(`${name} > ${test}`)
      else if (known.has(mask)) packed.alike++
      else {
        known.add(mask)
        const title = nextOf(test, inputs)
        input = kept.find(each => isAlike(each.mask, mask))?.input ?? input
        inputs[title] = input
        answers[title] = answeredNow({ name, inputs }, title)
        const differences = input === whole(recorded) ? gravely(differencesOf(answer, answers[title])) : []
        if (differences.length > 0) {
          packed.unfaithful.push({ name: `${name} > ${title}`, differences })
          delete inputs[title]
          delete answers[title]
        }
      }
    }
  }
  return { name, inputs, answers }
}

/** Texts of the catalogue are told by the program and not in a replay. */
function gravely(differences: readonly Difference[]): readonly Difference[] {
  return differences.filter(({ kind }) => !['evidence', 'remedies', 'summary'].includes(kind))
}

/** The sentence, with a number where the test explains more than once. */
function nextOf(test: string, taken: Readonly<Record<string, unknown>>): string {
  for (let number = 1; ; number++) {
    const title = number === 1 ? test : `${test} #${number}`
    if (!(title in taken)) return title
  }
}
