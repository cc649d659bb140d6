import type { Paint } from './paint.ts'

/** How an explanation is laid out as text. */
export interface ExplanationStyle {
  /** Width of the terminal; undefined, for a pipe: lines are as long as they are. */
  readonly columns: number | undefined
  readonly paint: Paint
  readonly limits: Limits
  /** The command whose answer holds everything that is cut from this one. */
  readonly everything: string
  /** The command that shows one namespace; undefined when the answer is of one namespace already. */
  readonly namespaceCommand: ((namespace: string) => string) | undefined
}

/** How much is drawn before the rest is counted. */
export interface Limits {
  readonly causes: number
  /** Facts of one cause that were read in the same place: most of them say the same of different objects. */
  readonly alike: number
  /** Trees of one cause. */
  readonly roots: number
  /** Objects under one object. */
  readonly siblings: number
  /** Lines of the trees of one cause. */
  readonly lines: number
}

/** For everything at once: the causes on one screen, each with an idea of what it holds. */
export const OVERVIEW: Limits = { causes: 20, alike: 2, roots: 4, siblings: 3, lines: 10 }

/** For one namespace, or for objects that were named: all of it, within reason. */
export const CLOSE_UP: Limits = { causes: 200, alike: 100, roots: 100, siblings: 100, lines: 300 }

/** Longer lines are hard to read, however wide the terminal is. */
const WIDEST = 120
/** Below this a line breaks too often to be read; the terminal's own wrapping has to do. */
const NARROWEST = 40

/** The width to fill; undefined for no bound. */
export function widthOf({ columns }: ExplanationStyle): number | undefined {
  return columns === undefined ? undefined : Math.min(Math.max(columns, NARROWEST), WIDEST)
}
