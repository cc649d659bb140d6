import { message } from '../messages/sentence.ts'
import type { Clock, Output } from '../terminal.ts'
import type { Ports } from './ports.ts'

const REDRAW_SECONDS = 0.1

/** A few lines on a terminal that are written over and over, and taken away at the end. */
export interface Progress {
  /** Shows these lines in place of the last ones; too quick a sequence is thinned out. */
  show(lines: readonly string[]): void
  /** Shows these lines however soon they come: nothing may follow for long. */
  showNow(lines: readonly string[]): void
  /** Takes the lines away, so that what is written next stands at their place. */
  clear(): void
}

const SILENT: Progress = { show: () => {}, showNow: () => {}, clear: () => {} }

/** Progress on stderr when a person looks on, and none when it goes to a file or to a terminal that can only add lines. */
export function startProgress(output: Output, clock: Clock): Progress {
  if (output.columns === undefined || output.isDumb) return SILENT
  let shown = 0
  let drawnAt = Number.NEGATIVE_INFINITY
  const erase = (): string => (shown === 0 ? '' : `\x1b[${shown}A\x1b[J`)
  const draw = (lines: readonly string[]): void => {
    const width = (output.columns ?? 80) - 1
    output.write(`${erase()}${lines.map(line => `${line.slice(0, width)}\n`).join('')}`)
    shown = lines.length
    drawnAt = clock.elapsed()
  }
  return {
    show(lines) {
      if (clock.elapsed() - drawnAt >= REDRAW_SECONDS) draw(lines)
    },
    showNow: draw,
    clear() {
      if (shown > 0) output.write(erase())
      shown = 0
    },
  }
}

/** Seconds after which the pace of a set tells how long its rest will take. */
const ESTIMATES_AFTER_SECONDS = 2

/** How far a set is. */
export interface Count {
  /** One more is done. */
  readonly next: () => void
  readonly clear: () => void
}

/** Shows as `Progress` does how many of a set are done, and how long the rest takes at the pace so far: `removing: 500 of 2,000, about 25s left`. */
export async function startCount(
  { terminal, clock, words }: Pick<Ports, 'terminal' | 'clock' | 'words'>,
  doing: 'asking' | 'removing' | 'trying',
  total: number,
): Promise<Count> {
  const inWords = await words()
  const progress = startProgress(terminal.stderr, clock)
  const startedAt = clock.elapsed()
  let done = 0
  return {
    next() {
      done = Math.min(done + 1, total)
      const seconds = clock.elapsed() - startedAt
      const left = Math.ceil((seconds / done) * (total - done))
      const estimate = seconds < ESTIMATES_AFTER_SECONDS || left === 0 ? {} : { left }
      progress.show([inWords(message('DoneOfSet', { doing, done, total, ...estimate }))])
    },
    clear: () => progress.clear(),
  }
}
