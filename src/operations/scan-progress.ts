import { append } from '../api/long-lists.ts'
import { visible } from '../api/visible.ts'
import type { Finding, ScanProgress } from '../cluster/scan/scan.ts'
import type { Ports } from './ports.ts'
import { startProgress } from './progress.ts'

/** How many of the findings so far are shown while the rest is read. */
const SHOWN_FINDINGS = 5

/** How a scan, and what follows it, tells how far it is. */
export interface ScanReport {
  onType(progress: ScanProgress): void
  /** A line in place of the scan's own. */
  say(line: string): void
}

/**
 * Runs a scan and shows on a terminal, until it ends, how far it is and the first objects that it found: in an incident
 * nobody waits for the last type before they read.
 */
export async function duringScan<Result>(
  { terminal, clock }: Pick<Ports, 'terminal' | 'clock'>,
  work: (report: ScanReport) => Promise<Result>,
): Promise<Result> {
  const display = startProgress(terminal.stderr, clock)
  const first: Finding[] = []
  try {
    return await work({
      onType: progress => {
        append(first, progress.found.slice(0, SHOWN_FINDINGS - first.length))
        display.show([progressLine(progress), ...first.map(findingLine)])
      },
      say: line => display.showNow([line, ...first.map(findingLine)]),
    })
  } finally {
    display.clear()
  }
}

function progressLine({ typesRead, types, objectsRead, terminating }: ScanProgress): string {
  return `reading ${typesRead}/${types} types, ${objectsRead} objects, ${terminating} terminating`
}

function findingLine({ type, meta }: Finding): string {
  const where = meta.namespace === undefined ? '' : ` in ${meta.namespace}`
  return visible(`  ${type.kind}/${meta.name}${where}  ${meta.finalizers?.join(', ') ?? ''}`)
}
