import { append } from '../api/long-lists.ts'
import { visible } from '../api/visible.ts'
import type { Finding, ScanProgress } from '../cluster/scan/scan.ts'
import { message, type Sentence } from '../messages/sentence.ts'
import type { Clock, Output } from '../terminal.ts'
import type { Ports } from './ports.ts'

/** How many of the findings so far are shown while the rest is read. */
const SHOWN_FINDINGS = 5

/** How a scan, and what follows it, tells how far it is. */
export interface ScanReport {
  onType(progress: ScanProgress): void
  /** In a line in place of the scan's own. */
  readonly say: (sentence: Sentence) => void
}

/** Of a look that is not shown. */
export const QUIET: ScanReport = { onType: () => {}, say: () => {} }

/**
 * Runs a scan and shows on a terminal, until it ends, how far it is and the first objects that it found: in an incident
 * the last type need not be awaited before there is something to read.
 */
export async function duringScan<Result>(
  { terminal, clock, readingWords }: Pick<Ports, 'terminal' | 'clock' | 'readingWords'>,
  work: (report: ScanReport) => Promise<Result>,
): Promise<Result> {
  if (terminal.stderr.columns === undefined) return work(QUIET)
  const display = startProgress(terminal.stderr, clock)
  const first: Finding[] = []
  let inWords: ((sentence: Sentence) => string) | undefined
  const tell = (how: 'show' | 'showNow', sentence: Sentence): void =>
    inWords && display[how]([inWords(sentence), ...first.map(findingLine)])
  // The reading does not wait for words.
  void readingWords().then(loaded => {
    inWords = loaded
  })
  try {
    return await work({
      onType: progress => {
        append(first, progress.found.slice(0, SHOWN_FINDINGS - first.length))
        tell('show', message('TypesRead', progress))
      },
      say: sentence => tell('showNow', sentence),
    })
  } finally {
    display.clear()
  }
}

function findingLine({ type, meta }: Finding): string {
  const where = meta.namespace === undefined ? '' : ` in ${meta.namespace}`
  return visible(`  ${type.kind}/${meta.name}${where}  ${meta.finalizers?.join(', ') ?? ''}`)
}

const REDRAW_SECONDS = 0.1

/** A few lines on a terminal that are written over and over, and taken away at the end. */
interface Progress {
  /** Shows these lines in place of the last ones; too quick a sequence is thinned out. */
  show(lines: readonly string[]): void
  /** Shows these lines however soon they come: nothing may follow for long. */
  showNow(lines: readonly string[]): void
  /** Takes the lines away, so that what is written next stands at their place. */
  clear(): void
}

const SILENT: Progress = { show: () => {}, showNow: () => {}, clear: () => {} }

/** Progress on stderr for a person, and none for a file or for a terminal that can only add lines. */
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
interface Count {
  /** One more is done. */
  readonly next: () => void
  readonly clear: () => void
}

/** Shows how many of a set are done, and the time left at the pace so far: `removing: 500 of 2,000, about 25s left`. */
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
