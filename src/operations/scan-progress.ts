import { append } from '../api/long-lists.ts'
import { visible } from '../api/visible.ts'
import type { Finding, ScanProgress } from '../cluster/scan/scan.ts'
import { message, type Sentence } from '../messages/sentence.ts'
import type { Ports } from './ports.ts'
import { startProgress } from './progress.ts'

/** How many of the findings so far are shown while the rest is read. */
const SHOWN_FINDINGS = 5

/** How a scan, and what follows it, tells how far it is. */
export interface ScanReport {
  onType(progress: ScanProgress): void
  /** In a line in place of the scan's own. */
  readonly say: (sentence: Sentence) => void
}

/** Of a look that nobody looks on. */
export const QUIET: ScanReport = { onType: () => {}, say: () => {} }

/**
 * Runs a scan and shows on a terminal, until it ends, how far it is and the first objects that it found: in an incident
 * nobody waits for the last type before they read.
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
