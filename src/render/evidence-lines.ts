import { largest } from '../api/long-lists.ts'
import { brief, briefQuote } from './brief.ts'
import { type ExplanationStyle, widthOf } from './explanation-style.ts'
import { hanging } from './hanging.ts'
import type { Evidence } from './words/explanation.ts'

const BULLET = '· '
const GAP = 2
/** The part of a line that sources may take; longer ones follow their fact. */
const WIDEST_SOURCE = 0.2

/** Each fact with the place where it was read: at the right where there is room, else behind the fact. */
export function evidenceLines(evidence: readonly Evidence[], indent: string, style: ExplanationStyle): string[] {
  const width = widthOf(style)
  const first = `${indent}${BULLET}`
  const rest = ' '.repeat(first.length)
  const facts = thinned(evidence, style.limits.alike)
  const behind = ({ fact, source }: Evidence): string[] => hanging(first, `${fact}  (${source})`, rest, width)
  if (width === undefined) return facts.flatMap(behind)
  const fits = ({ source }: Evidence): boolean => source.length <= width * WIDEST_SOURCE
  const column =
    width -
    largest(
      facts.filter(fits).map(({ source }) => source.length),
      0,
    )
  return facts.flatMap(each => {
    const [line = '', ...others] = hanging(first, each.fact, rest, column - GAP)
    const hasRoom = line.length <= column - GAP
    return fits(each) && hasRoom ? [`${line.padEnd(column)}${each.source}`, ...others] : behind(each)
  })
}

/** So many facts of each source, in their order; the others are counted, unless it is just one. */
export function thinned(evidence: readonly Evidence[], most: number): readonly Evidence[] {
  const bySource = Map.groupBy(evidence, ({ source }) => source)
  return [...bySource].flatMap(([source, facts]) => {
    const shown = facts.length <= most + 1 ? facts : facts.slice(0, most)
    const hidden = facts.length - shown.length
    const counted = hidden === 0 ? [] : [{ fact: `… and ${hidden} more such facts`, source }]
    return [...shown, ...counted].map(each => ({ fact: briefQuote(each.fact), source: brief(each.source) }))
  })
}
