import type { Verdict } from '../words/explanation.ts'
import { round, textAt } from './svg-text.ts'
import { textWidth } from './text-width.ts'
import { VERDICT_SIGNS } from './words.ts'

/** A shape for each verdict: octagon, diamond, hourglass-like bar and arrow differ without colour. */
export function shapeOf(verdict: Verdict, x: number, y: number, r: number): string {
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

/** What the shapes mean, as a line of the picture. */
export function legend(): string {
  let x = 10
  const parts = Object.entries(LEGEND).map(([verdict, text]) => {
    const part = `<g class="${verdict}">${shapeOf(verdict as Verdict, x, -4, 9)}${textAt(x + 16, 0, 'quiet', text)}</g>`
    x += 44 + Math.ceil(textWidth(text, 12, 'sans'))
    return part
  })
  const live = `<g class="live"><rect class="card" x="${x - 8}" y="-12" width="20" height="14" rx="3"/>${textAt(x + 20, 0, 'quiet', 'not deleted')}</g>`
  return [...parts, live].join('')
}

/** The shapes of the verdicts, once for a page; `formatBadge` refers to them. */
export function formatBadges(): string {
  const shapes = Object.keys(LEGEND).map(
    verdict => `<g id="shape-${verdict}" class="${verdict}">${shapeOf(verdict as Verdict, 0, 0, 10)}</g>`,
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
