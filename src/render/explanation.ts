import { counted, placedText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import type { Reading } from '../api/terminating.ts'
import type { Outlook } from '../diagnosis/preflight/foreseen.ts'
import { brief } from './brief.ts'
import { causeLines, indentFor } from './cause-text.ts'
import { headOf } from './explanation-head.ts'
import { type ExplanationStyle, widthOf } from './explanation-style.ts'
import { formatTable } from './table.ts'
import type { ObjectGraph } from './tree-lines.ts'
import { unexplainedBlocks } from './unexplained-lines.ts'
import type { Cause, Explanation } from './words/explanation.ts'
import { wouldHoldLines } from './would-hold-lines.ts'

/** So many causes fit on a screen or two, with the first line in sight. */
const MAX_WITHOUT_OVERVIEW = 3

/**
 * An explanation for people: how much is held by how little, each cause with its proof, its chains and what to do, then
 * what has no known cause, then what was asked for and is not terminating. Many causes end in an overview, as the first
 * have scrolled away by then. Nothing of all: no text.
 */
export function formatExplanation(
  explanation: Explanation,
  graph: ObjectGraph,
  reading: Reading,
  notTerminating: readonly Outlook[],
  style: ExplanationStyle,
): string {
  const { causes } = explanation
  const indent = indentFor(causes.length)
  const numbers = new Map(causes.map(({ id }, index) => [id, String(index + 1)]))
  const shown = causes.slice(0, style.limits.causes)
  const blocks = [
    ...shown.map(cause => causeLines(cause, numbers.get(cause.id)!, indent, graph, id => numbers.get(id), style)),
    ...moreCauses(explanation, style),
    ...unexplainedBlocks(explanation, graph, indent, style),
  ]
  const overview = shown.length > MAX_WITHOUT_OVERVIEW ? [overviewLines(shown, style)] : []
  const head = blocks.length === 0 ? [] : [headOf(explanation, reading, style)]
  return [...head, ...blocks, ...notTerminating.map(each => wouldHoldLines(each, style)), ...overview]
    .map(lines => `${lines.join('\n')}\n`)
    .join('\n')
}

/** One line a cause: its code, its subject, how many objects it holds, the summary. No causes give no text. */
export function formatCauses({ causes }: Explanation): string {
  if (causes.length === 0) return ''
  return formatTable(
    undefined,
    causes.map(({ code, subject, blocks, summary }) => [
      code,
      placedText(subject),
      String(blocks.length),
      brief(summary),
    ]),
  )
}

/** A line for each cause above, in its order and with its number; the same summary gets the subject added. */
function overviewLines(causes: readonly Cause[], style: ExplanationStyle): string[] {
  const width = widthOf(style)
  const same = Map.groupBy(causes, ({ summary }) => summary)
  const table = formatTable(
    undefined,
    causes.map(({ verdict, code, blocks, summary, subject }, index) => {
      const subjects = new Set(same.get(summary)!.map(each => placedText(each.subject)))
      return [
        String(index + 1),
        verdict.toUpperCase(),
        code,
        counted(blocks.length, 'object'),
        subjects.size > 1 ? `${placedText(subject)}: ${brief(summary)}` : brief(summary),
      ]
    }),
  )
  const lines = table.trimEnd().split('\n')
  return [
    style.paint.strong('Overview'),
    ...lines.map(line => (width === undefined || line.length <= width ? line : `${line.slice(0, width - 1)}…`)),
  ]
}

function moreCauses({ causes }: Explanation, style: ExplanationStyle): string[][] {
  const hidden = causes.slice(style.limits.causes)
  if (hidden.length === 0) return []
  const held = new Set(hidden.flatMap(({ blocks }) => blocks.map(({ uid }) => uid))).size
  const text = `… and ${hidden.length} more causes, which hold ${counted(held, 'object')}:`
  return [[text, `  ${printable(style.everything)}`]]
}
