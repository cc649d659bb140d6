import type { Verdict } from '../../diagnosis/explanation.ts'
import { BADGE, type Card, LINE_HEIGHT, PADDING, STACK } from './cards.ts'
import { type Box, type Layout, layoutOf, type Point } from './layout.ts'
import type { CauseNode, ObjectNode, Picture } from './picture.ts'
import { PICTURE_STYLE } from './style.ts'
import { markup } from './svg-text.ts'
import { textWidth, wrapText } from './text-width.ts'
import { edgeText, groupTitle, VERDICT_SIGNS } from './words.ts'

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

/** A finished picture: one file, which asks nobody for anything. */
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

/** The picture itself, for a page that has the sheet: with a name for those who cannot see it, and what its script goes by. */
export function formatSvgPart(picture: Picture, label: string, rowOf: RowOf): string {
  const layout = layoutOf(picture)
  const [width, height] = [layout.width + 2 * STACK + 8, layout.height + 2 * STACK + 8]
  return [
    `<svg class="picture" width="${width}" height="${height}" viewBox="-4 -4 ${width} ${height}" role="group" aria-label="${markup(label)}">`,
    ...drawing(layout, rowOf),
    '</svg>',
  ].join('\n')
}

/** The shapes of the verdicts, once for a page; `formatBadge` refers to them. */
export function formatBadges(): string {
  const shapes = Object.keys(LEGEND).map(
    verdict => `<g id="shape-${verdict}" class="${verdict}">${badge(verdict as Verdict, 0, 0, 10)}</g>`,
  )
  return `<svg class="picture unseen" aria-hidden="true"><defs>${shapes.join('')}</defs></svg>`
}

/** The shape of a verdict, the size of a line of text. */
export function formatBadge(verdict: Verdict): string {
  return `<svg class="picture badge" viewBox="-13 -13 26 26" aria-hidden="true"><use href="#shape-${verdict}"/></svg>`
}

/** What the shapes mean, as a list of HTML. */
export function formatLegend(): string {
  const items = Object.entries(LEGEND).map(([verdict, text]) => `<li>${formatBadge(verdict as Verdict)}${text}</li>`)
  return `<ul class="legend">${items.join('')}<li>dashed frame: not deleted</li></ul>`
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
    badge(verdict, box.x + PADDING + 8, box.y + PADDING + 7, 11),
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
    live && node.verdict === 'unknown' ? '' : badge(node.verdict, box.x + PADDING + 8, box.y + PADDING + 6, 9),
    ...cardText(card, box),
    '</g>',
  ].join('')
}

function cardText({ lines }: Card, box: Box): readonly string[] {
  return lines.map(({ text, style }, index) =>
    textAt(box.x + PADDING + BADGE, box.y + PADDING + 11 + index * LINE_HEIGHT, style, text),
  )
}

/** A shape for each verdict: octagon, diamond, hourglass-like bar and arrow differ without colour. */
function badge(verdict: Verdict, x: number, y: number, r: number): string {
  const at = (points: readonly (readonly [number, number])[]): string =>
    `<polygon class="shape" points="${points.map(([dx, dy]) => `${round(x + dx * r)},${round(y + dy * r)}`).join(' ')}"/>`
  const sign = textAt(x, round(y + r * 0.42), 'sign', VERDICT_SIGNS[verdict])
  const c = 0.42
  switch (verdict) {
    case 'stuck':
      return `${at([
        [-c, -1],
        [c, -1],
        [1, -c],
        [1, c],
        [c, 1],
        [-c, 1],
        [-1, c],
        [-1, -c],
      ])}${sign}`
    case 'unknown':
      return `${at([
        [0, -1.25],
        [1.25, 0],
        [0, 1.25],
        [-1.25, 0],
      ])}${sign}`
    case 'waiting':
      return at([
        [-0.8, -1],
        [0.8, -1],
        [0.12, 0],
        [0.8, 1],
        [-0.8, 1],
        [-0.12, 0],
      ])
    case 'progressing':
      return at([
        [-0.75, -1],
        [1, 0],
        [-0.75, 1],
      ])
  }
}

const LEGEND: Readonly<Record<Verdict, string>> = {
  stuck: 'stuck',
  unknown: 'unknown',
  waiting: 'waiting for another object',
  progressing: 'progressing',
}

function legend(): string {
  let x = 10
  const parts = Object.entries(LEGEND).map(([verdict, text]) => {
    const part = `<g class="${verdict}">${badge(verdict as Verdict, x, -4, 9)}${textAt(x + 16, 0, 'quiet', text)}</g>`
    x += 44 + Math.ceil(textWidth(text, 12, 'sans'))
    return part
  })
  const live = `<g class="live"><rect class="card" x="${x - 8}" y="-12" width="20" height="14" rx="3"/>${textAt(x + 20, 0, 'quiet', 'not deleted')}</g>`
  return [...parts, live].join('')
}

function behind({ x, y, width, height }: Box, depth: number): Box {
  return { x: x + depth * STACK, y: y + depth * STACK, width, height }
}

function rectOf({ x, y, width, height }: Box): string {
  return `x="${x}" y="${y}" width="${width}" height="${height}"`
}

function textAt(x: number, y: number, style: string, text: string): string {
  return `<text x="${round(x)}" y="${round(y)}"${style === '' ? '' : ` class="${style}"`}>${markup(text)}</text>`
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

function round(value: number): number {
  return Math.round(value * 10) / 10
}
