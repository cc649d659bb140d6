import { largest } from '../../api/long-lists.ts'
import type { CauseNode, ObjectNode } from './picture.ts'
import { textWidth, wrapText } from './text-width.ts'
import { causeCode, causeHolds, causeMark, causeSummary, nodeLines, nodeTitle } from './words.ts'

/** A line of text in a card, in a style of the picture's sheet. */
export interface CardLine {
  readonly text: string
  readonly style: 'mark' | 'name' | 'prose' | 'quiet'
}

/** What a node of the picture shows, and the room that it takes, in pixels. */
export interface Card {
  readonly lines: readonly CardLine[]
  readonly width: number
  readonly height: number
}

export const LINE_HEIGHT = 17
/** Between the edge of a card and its text. */
export const PADDING = 11
/** At the left of a card, for the shape of its verdict. */
export const BADGE = 28
/** By so much the cards behind a folded one look out. */
export const STACK = 4

export const SIZES: Readonly<Record<CardLine['style'], { readonly size: number; readonly font: 'mono' | 'sans' }>> = {
  // It is bold: wider than its 13 pixels.
  mark: { size: 14.3, font: 'sans' },
  name: { size: 13, font: 'mono' },
  prose: { size: 12.5, font: 'sans' },
  quiet: { size: 12, font: 'sans' },
}

const PROSE_WIDTH = 262
const PROSE_LINES = 7
/** Characters of a name that is not shown whole: the page and the tooltip have it. */
const MAX_NAME = 56
const MAX_SUMMARY = 300

/** What is wrong, and how much it holds. */
export function causeCard(cause: CauseNode): Card {
  const prose = wrapText(causeSummary(cause, MAX_SUMMARY), { ...SIZES.prose, width: PROSE_WIDTH, lines: PROSE_LINES })
  const card = cardOf([
    { text: `${causeMark(cause)} · ${causeCode(cause)}`, style: 'mark' },
    ...prose.map(text => ({ text, style: 'prose' }) as const),
    { text: causeHolds(cause), style: 'quiet' },
  ])
  return { ...card, width: Math.max(card.width, PROSE_WIDTH + BADGE + 2 * PADDING) }
}

/** An object, or many of a kind with their number. */
export function objectCard(node: ObjectNode): Card {
  const lines = nodeLines(node, MAX_NAME)
  return cardOf([
    { text: nodeTitle(node, MAX_NAME), style: 'name' },
    ...lines.map(text => ({ text, style: 'quiet' }) as const),
  ])
}

function cardOf(lines: readonly CardLine[]): Card {
  const widest = largest(lines.map(({ text, style }) => textWidth(text, SIZES[style].size, SIZES[style].font)))
  return { lines, width: Math.ceil(widest) + BADGE + 2 * PADDING, height: lines.length * LINE_HEIGHT + 2 * PADDING - 4 }
}
