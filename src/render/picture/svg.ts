import type { Box, Point } from './box.ts'
import { BADGE, type Card, LINE_HEIGHT, PADDING, STACK } from './cards.ts'
import { type Layout, layoutOf } from './layout.ts'
import type { CauseNode, ObjectNode, Picture } from './picture.ts'
import { PICTURE_STYLE } from './style.ts'
import { markup, round, textAt } from './svg-text.ts'
import { wrapText } from './text-width.ts'
import { legend, shapeOf } from './verdict-shape.ts'
import { edgeText, groupTitle } from './words.ts'

/** What stands around a picture. */
export interface Caption {
  readonly title: string
  /** What could not be read, and what else has to be known: as visible as the title. */
  readonly notes: readonly string[]
}

const MARGIN = 24
const MIN_WIDTH = 620
const NOTE = { size: 12, font: 'sans', lines: 6 } as const
const LEGEND_HEIGHT = 34

/** A finished picture: one file, which loads nothing else. */
export function formatSvg(picture: Picture, caption: Caption): string {
  const layout = layoutOf(picture)
  const width = Math.max(layout.width, MIN_WIDTH) + 2 * MARGIN
  const title = wrapText(caption.title, { size: 16, font: 'sans', width: (width - 2 * MARGIN) / 1.06, lines: 3 })
  const notes = caption.notes.flatMap(note => wrapText(note, { ...NOTE, width: width - 2 * MARGIN }))
  const top = MARGIN + title.length * 22 + notes.length * 17 + 14
  const hasNodes = layout.causes.length + layout.objects.length > 0
  const height = top + layout.height + (hasNodes ? LEGEND_HEIGHT : 0) + MARGIN
  const lines = [
    ...title.map((text, index) => textAt(MARGIN, MARGIN + 14 + index * 22, 'title', text)),
    ...notes.map((text, index) => textAt(MARGIN, MARGIN + title.length * 22 + 14 + index * 17, 'note', text)),
  ]
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" class="picture" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${markup(caption.title)}">`,
    `<style>${PICTURE_STYLE}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    ...lines,
    `<g transform="translate(${MARGIN} ${top})">`,
    ...drawing(layout),
    '</g>',
    ...(hasNodes ? [`<g transform="translate(${MARGIN} ${top + layout.height + LEGEND_HEIGHT})">${legend()}</g>`] : []),
    '</svg>',
  ].join('\n')}\n`
}

/** The place of an object in the table of a page; undefined: it has no row there. */
export type RowOf = (uid: string) => number | undefined

/** The picture for a page that has the sheet: with a label for people who cannot see it, and data for its script. */
export function formatSvgPart(picture: Picture, label: string, rowOf: RowOf): string {
  const layout = layoutOf(picture)
  const [width, height] = [layout.width + 2 * STACK + 8, layout.height + 2 * STACK + 8]
  return [
    `<svg class="picture" width="${width}" height="${height}" viewBox="-4 -4 ${width} ${height}" role="group" aria-label="${markup(label)}">`,
    ...drawing(layout, rowOf),
    '</svg>',
  ].join('\n')
}

function drawing(layout: Layout, rowOf: RowOf = () => undefined): readonly string[] {
  return [
    ...layout.groups.map(({ box }) => `<g class="group"><rect ${rectOf(box)} rx="10"/></g>`),
    ...layout.edges.map(({ edge, points, label }) => {
      const words = edgeText(edge)
      const text = words === undefined ? '' : textAt(label.x, label.y - 7, '', words)
      return `<g class="edge ${edge.reason}" data-from="${edge.from}" data-to="${edge.to}"><path d="${pathOf(points)}"/>${tipOf(points)}${text}</g>`
    }),
    // Above the lines: one that passes behind a title leaves it readable.
    ...layout.groups.map(({ group, box }) => textAt(box.x + 12, box.y + 15, 'group-title', groupTitle(group))),
    ...layout.causes.map(({ node, card, box }) => causeMarkup(node, card, box)),
    ...layout.objects.map(({ node, card, box }) => objectMarkup(node, card, box, rowOf)),
  ]
}

function causeMarkup(node: CauseNode, card: Card, box: Box): string {
  const { verdict, summary } = node.causes[0]
  return [
    `<g class="node cause ${verdict}" data-node="${node.id}" data-cause="${node.number}">`,
    `<title>${markup(summary)}</title>`,
    `<rect class="card" ${rectOf(box)} rx="${verdict === 'progressing' ? 18 : 5}"/>`,
    shapeOf(verdict, box.x + PADDING + 8, box.y + PADDING + 7, 11),
    ...cardText(card, box),
    '</g>',
  ].join('')
}

function objectMarkup(node: ObjectNode, card: Card, box: Box, rowOf: RowOf): string {
  const rows = node.objects.flatMap(({ ref }) => rowOf(ref.uid) ?? [])
  const live = node.objects[0].deletionTimestamp === undefined
  const stack =
    node.objects.length > 1 ? [2, 1].map(depth => `<rect class="card" ${rectOf(behind(box, depth))} rx="4"/>`) : []
  const names = node.objects.slice(0, 20).map(({ ref }) => `${ref.kind.toLowerCase()}/${ref.name}`)
  const more = node.objects.length > names.length ? ` and ${node.objects.length - names.length} more` : ''
  return [
    `<g class="node object ${live && node.verdict === 'unknown' ? 'live' : `${node.verdict}${live ? ' live' : ''}`}" data-node="${node.id}" data-held="${node.heldBy.join(' ')}" data-rows="${rows.join(' ')}">`,
    `<title>${markup(`${names.join(', ')}${more}`)}</title>`,
    ...stack,
    `<rect class="card" ${rectOf(box)} rx="4"/>`,
    live && node.verdict === 'unknown' ? '' : shapeOf(node.verdict, box.x + PADDING + 8, box.y + PADDING + 6, 9),
    ...cardText(card, box),
    '</g>',
  ].join('')
}

function cardText({ lines }: Card, box: Box): readonly string[] {
  return lines.map(({ text, style }, index) =>
    textAt(box.x + PADDING + BADGE, box.y + PADDING + 11 + index * LINE_HEIGHT, style, text),
  )
}

function behind({ x, y, width, height }: Box, depth: number): Box {
  return { x: x + depth * STACK, y: y + depth * STACK, width, height }
}

function rectOf({ x, y, width, height }: Box): string {
  return `x="${x}" y="${y}" width="${width}" height="${height}"`
}

/** A line that turns softly at each point, and leaves and arrives level. */
function pathOf(points: readonly Point[]): string {
  const [start, ...rest] = points as [Point, ...Point[]]
  const end = { x: rest.at(-1)!.x - 7, y: rest.at(-1)!.y }
  const stops = [...rest.slice(0, -1), end]
  let path = `M${start.x} ${start.y}`
  let from: Point = start
  for (const to of stops) {
    const bend = (to.x - from.x) / 2
    path += `C${round(from.x + bend)} ${from.y} ${round(to.x - bend)} ${to.y} ${to.x} ${to.y}`
    from = to
  }
  return path
}

/** The tip is drawn and not a marker: a marker has an id, which would stand twice in a page with two pictures. */
function tipOf(points: readonly Point[]): string {
  const { x, y } = points.at(-1)!
  return `<path class="tip" d="M${x} ${y}l-9 -4.5v9z"/>`
}
