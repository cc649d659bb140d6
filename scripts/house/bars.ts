import type { Sources } from '../../test/import-rules.ts'
import {
  awaits,
  fragments,
  importsBetween,
  lines,
  longFiles,
  longFunctions,
  type Measured,
  median,
  textExpressions,
  upwards,
  wideComments,
} from './measures.ts'
import { sentences } from './sentences.ts'

export interface Bar {
  readonly what: string
  /** The largest figure that is ok. */
  readonly bar: number
  readonly measure: (sources: Sources) => Measured
}

export const bars: readonly Bar[] = [
  {
    what: 'lines of src without sandbox',
    bar: 50_000,
    measure: sources => lines(sources, path => !path.startsWith('sandbox/')),
  },
  {
    what: 'lines of diagnosis and statements',
    bar: 16_000,
    measure: sources => lines(sources, path => /^(diagnosis|statements)\//.test(path)),
  },
  { what: 'files over 200 lines', bar: 0, measure: sources => longFiles(sources, 200) },
  { what: 'functions over 50 lines', bar: 9, measure: sources => longFunctions(sources, 50) },
  { what: 'fragments (under 25 lines, one importer)', bar: 10, measure: fragments },
  { what: 'median lines of a file', bar: 75, measure: median },
  { what: 'arrows up inside diagnosis', bar: 0, measure: upwards },
  { what: 'expressions over text outside statements', bar: 0, measure: textExpressions },
  { what: 'sentences outside render', bar: 0, measure: sentences },
  { what: 'await in plan', bar: 0, measure: sources => awaits(sources, 'plan') },
  {
    what: 'imports of commandline or render by operations',
    bar: 0,
    measure: sources => importsBetween(sources, 'operations', ['commandline', 'render']),
  },
  { what: 'comments over 120 columns', bar: 0, measure: sources => wideComments(sources, 120) },
]

/** The figures of the last commit that wrote them down (recorded.json), by what is measured. */
export type Recorded = Readonly<Record<string, number>>

export interface Standing extends Measured, Pick<Bar, 'what' | 'bar'> {
  /** undefined: never recorded. */
  readonly recorded: number | undefined
  /** More than its bar allows, and more than is recorded. */
  readonly isWorse: boolean
}

export function standings(sources: Sources, recorded: Recorded): readonly Standing[] {
  return bars.map(({ what, bar, measure }) => {
    const { figure, names } = measure(sources)
    return {
      what,
      bar,
      figure,
      names,
      recorded: recorded[what],
      isWorse: figure > Math.max(bar, recorded[what] ?? bar),
    }
  })
}

/**
 * What is recorded next: no figure grows, and one within its bar is recorded no more. A large figure is rounded up to two digits, so that
 * a small change needs no other line in the file.
 */
export function shrunk(all: readonly Standing[]): Recorded {
  const over = all.filter(({ figure, bar }) => figure > bar)
  return Object.fromEntries(
    over.map(({ what, figure, recorded }) => {
      const unit = 10 ** Math.max(Math.floor(Math.log10(figure)) - 1, 0)
      return [what, Math.min(recorded ?? Number.POSITIVE_INFINITY, Math.ceil(figure / unit) * unit)]
    }),
  )
}
