import type { Preflight } from '../diagnosis/preflight/foreseen.ts'
import { causeLines, indentFor } from './cause-text.ts'
import { CLOSE_UP, type ExplanationStyle, type Limits, OVERVIEW, widthOf } from './explanation-style.ts'
import { hanging } from './hanging.ts'
import { counted, placedText } from './object-text.ts'
import {
  breakText,
  lossTexts,
  namesOf,
  otherText,
  reasonOfWave,
  returnText,
  uncheckedText,
  verdictText,
} from './preflight-words.ts'
import { printable } from './printable.ts'
import type { ObjectGraph } from './tree-lines.ts'

const BULLET = '  · '
const UNDER = ' '.repeat(BULLET.length)
/** Lines of one section before the rest is counted. */
const MAX_LINES = 30
/** Of a deletion that comes to more objects than these, the trees are cut as in an overview. */
const MANY = 50
const OF_MANY: Limits = { ...OVERVIEW, causes: CLOSE_UP.causes }

/**
 * What a deletion would do, for people: the verdict and what it is made of, then what would get stuck and why, what goes with it, what
 * breaks for others, what would come back, the order that would work, and what is not known. A section without content is left out.
 */
export function formatPreflight(
  preflight: Preflight,
  graph: ObjectGraph,
  given: Omit<ExplanationStyle, 'limits'>,
): string {
  const style = { ...given, limits: preflight.reach.length > MANY ? OF_MANY : CLOSE_UP }
  const { causes, order, unchecked, loses, breaks, returns, others } = preflight
  const width = widthOf(style)
  const section = (title: string, lines: readonly string[]): string[][] => {
    if (lines.length === 0) return []
    const shown = lines.slice(0, MAX_LINES).flatMap(line => hanging(BULLET, printable(line), UNDER, width))
    const more = lines.length > MAX_LINES ? [`${BULLET}… and ${lines.length - MAX_LINES} more`] : []
    return [[style.paint.strong(title), ...shown, ...more]]
  }
  const blocks = [
    headLines(preflight, style),
    ...stuckBlocks(preflight, graph, style),
    ...section('What goes with it', [...reachLines(preflight), ...lossTexts(loses)]),
    ...section(
      'What belongs to others',
      others.map(each => `${placedText(each.ref)}, of ${otherText(each)}: ${otherEffect(each)}`),
    ),
    ...section(
      'What breaks for others',
      breaks.map(each => `${placedText(each.ref)}: ${breakText(each)}`),
    ),
    ...section(
      'What would come back',
      returns.map(each => `${placedText(each.ref)}, by ${returnText(each)}`),
    ),
    ...orderLines(order, style),
    ...section('What is not known', unchecked.map(uncheckedText)),
  ]
  const held = causes.some(({ verdict }) => verdict === 'stuck')
  const none = held && order.length === 0 ? [noOrder(width)] : []
  return [...blocks, ...none].map(lines => `${lines.join('\n')}\n`).join('\n')
}

function orderLines(order: Preflight['order'], style: ExplanationStyle): string[][] {
  if (order.length === 0) return []
  const lines = order.flatMap(wave => {
    const number = `  ${wave.wave}. `
    const text = printable(`${namesOf(wave.refs)}: ${reasonOfWave(wave)}`)
    return hanging(number, text, ' '.repeat(number.length), widthOf(style))
  })
  return [[style.paint.strong('The order that would work'), ...lines]]
}

function headLines(preflight: Preflight, style: ExplanationStyle): string[] {
  const { verdict, targets, takenAt, server, checked } = preflight
  const width = widthOf(style)
  const word = verdict.toUpperCase()
  const what = `If ${namesOf(targets)} were deleted now, ${outcomeText(preflight)}`
  const tried =
    checked.dryRuns === 0
      ? 'no deletion was'
      : `${counted(checked.dryRuns, 'deletion')} ${checked.dryRuns === 1 ? 'was' : 'were'}`
  const alike = checked.alike === 0 ? '' : ` for ${counted(checked.alike, 'more object')} alike`
  const version = server.version === '' ? '' : ` ${server.version}`
  const basis = `Checked at ${takenAt}${version === '' ? '' : ` on${version}`}: ${counted(checked.objects, 'object')} that it comes to; ${tried} tried by a dry run${alike}. Nothing was changed.`
  const [first = '', ...rest] = hanging(`${word}  `, printable(what), '', width)
  return [
    `${style.paint.verdict(paintAs(verdict), word)}${style.paint.strong(first.slice(word.length))}`,
    ...rest,
    ...hanging('', printable(basis), '', width),
  ]
}

function outcomeText({ verdict, targets, refused }: Preflight): string {
  if (refused.length === 0) return verdictText(verdict)
  if (refused.length === targets.length) return 'the server would refuse that.'
  return `${verdictText(verdict)} The server would refuse to delete ${namesOf(refused)}.`
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
    ...shown.map(cause => causeLines(cause, numberOf(cause.id)!, indent, graph, numberOf, style)),
  ]
}

/** How many of each type, beside the targets. */
function reachLines({ reach }: Preflight): readonly string[] {
  const others = reach.filter(({ why }) => why !== 'Target')
  const byType = Map.groupBy(others, ({ ref }) => ref.kind)
  return [...byType]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, same]) => `${same.length} ${kind}: ${namesOf(same.map(({ ref }) => ref))}`)
}

function otherEffect({ ref, of, by }: Preflight['others'][number]): string {
  if (by.is === 'Install') return `it needs ${placedText(of)}`
  return ref.uid === of.uid ? 'what else was named is not of that' : `it goes with ${placedText(of)}`
}

function noOrder(width: number | undefined): string[] {
  return hanging('', 'No order of deletion alone would end it: what holds it has to be repaired first.', '', width)
}
