import { styleText } from 'node:util'
import type { Verdict } from './words/explanation.ts'

/** How our own text is coloured: for a terminal, or not at all. Colour only repeats what the words already say. */
export interface Paint {
  strong(text: string): string
  verdict(verdict: Verdict, text: string): string
}

type Style = Parameters<typeof styleText>[0]

/** Colours that can be read on light and on dark: no yellow, no plain blue, nothing that is only dim. */
const VERDICT_STYLES: Readonly<Record<Verdict, Style>> = {
  stuck: ['bold', 'red'],
  progressing: ['bold', 'green'],
  waiting: ['bold', 'cyan'],
  unknown: ['bold', 'magenta'],
}

export function createPaint(colour: boolean): Paint {
  // Whether there is a terminal was decided by who asks; Node is not to look once more.
  const paint = (style: Style, text: string): string =>
    colour ? styleText(style, text, { validateStream: false }) : text
  return { strong: text => paint('bold', text), verdict: (verdict, text) => paint(VERDICT_STYLES[verdict], text) }
}
