import { printable } from '../api/printable.ts'
import type { Preflight } from '../diagnosis/preflight/foreseen.ts'
import { causeLines, indentFor } from './cause-text.ts'
import { CLOSE_UP, type ExplanationStyle, type Limits, OVERVIEW, widthOf } from './explanation-style.ts'
import { hanging } from './hanging.ts'
import { checkedText, noOrderText, outcomeText, type Section, sectionsOf } from './preflight-sections.ts'
import type { ObjectGraph } from './tree-lines.ts'
import { wordedCause } from './words/explanation.ts'

const BULLET = '  · '
/** Lines of one section before the rest is counted. */
const MAX_LINES = 30
/** Of a deletion that comes to more objects than these, the trees are cut as in an overview. */
const MANY = 50
const OF_MANY: Limits = { ...OVERVIEW, causes: CLOSE_UP.causes }

/**
 * What a deletion would do, for people: the verdict and its grounds, what would get stuck and why, what goes with it,
 * what breaks for others, what comes back, the order that would work, what is unknown. Empty sections are left out.
 */
export function formatPreflight(
  preflight: Preflight,
  graph: ObjectGraph,
  given: Omit<ExplanationStyle, 'limits'>,
): string {
  const style = { ...given, limits: preflight.reach.length > MANY ? OF_MANY : CLOSE_UP }
  const none = noOrderText(preflight)
  const blocks = [
    headLines(preflight, style),
    ...stuckBlocks(preflight, graph, style),
    ...sectionsOf(preflight).map(section => sectionLines(section, style)),
    ...(none === undefined ? [] : [hanging('', none, '', widthOf(style))]),
  ]
  return blocks.map(lines => `${lines.join('\n')}\n`).join('\n')
}

function sectionLines({ title, lines, isOrdered = false }: Section, style: ExplanationStyle): string[] {
  const most = isOrdered ? lines.length : MAX_LINES
  const shown = lines.slice(0, most).flatMap((line, index) => {
    const mark = isOrdered ? `  ${index + 1}. ` : BULLET
    return hanging(mark, printable(line), ' '.repeat(mark.length), widthOf(style))
  })
  const more = lines.length > most ? [`${BULLET}… and ${lines.length - most} more`] : []
  return [style.paint.strong(title), ...shown, ...more]
}

function headLines(preflight: Preflight, style: ExplanationStyle): string[] {
  const { verdict, takenAt, server } = preflight
  const width = widthOf(style)
  const word = verdict.toUpperCase()
  const where = server.version === '' ? '' : ` on ${server.version}`
  const basis = `Checked at ${takenAt}${where}: ${checkedText(preflight)}`
  const [first = '', ...rest] = hanging(`${word}  `, printable(outcomeText(preflight)), '', width)
  return [
    `${style.paint.verdict(paintAs(verdict), word)}${style.paint.strong(first.slice(word.length))}`,
    ...rest,
    ...hanging('', printable(basis), '', width),
  ]
}

function paintAs(verdict: Preflight['verdict']): 'stuck' | 'unknown' | 'waiting' | 'progressing' {
  if (verdict === 'clean') return 'progressing'
  return verdict === 'waits' ? 'waiting' : verdict
}

function stuckBlocks({ causes }: Preflight, graph: ObjectGraph, style: ExplanationStyle): string[][] {
  const shown = causes.filter(({ verdict }) => verdict !== 'progressing')
  if (shown.length === 0) return []
  const indent = indentFor(shown.length)
  const numbers = new Map(shown.map(({ id }, index) => [id, String(index + 1)]))
  const numberOf = (id: string): string | undefined => numbers.get(id)
  const some = shown.some(({ verdict }) => verdict === 'stuck')
  const title = some ? 'What would get stuck, and why' : 'What may get stuck, and why'
  return [
    [style.paint.strong(title)],
    ...shown.map(cause => causeLines(wordedCause(cause), numberOf(cause.id)!, indent, graph, numberOf, style)),
  ]
}
