import { rename, writeFile } from 'node:fs/promises'
import type { Survey } from '../../cluster/survey.ts'
import type { CommandContext } from '../../commandline/command.ts'
import type { Explanation } from '../../diagnosis/explanation.ts'
import { seriesOf } from '../../operations/watch/series.ts'

/** Writes the metrics of one look to a file, whole or not at all: a collector may read it at any moment. Rejects where it cannot. */
export async function writeTextfile(
  path: string,
  { objects, causes, unreadable }: Explanation,
  { scan }: Survey,
  skipped: number,
  { clock }: CommandContext,
): Promise<void> {
  const { metricsText } = await import('./metrics-text.ts')
  const now = clock.now()
  const isComplete = unreadable.length === 0
  const measured = {
    findings: new Map(scan.findings.map(finding => [finding.meta.uid, finding])),
    lost: new Map(),
    diagnosed: { objects, causes },
    unreadable,
    skipped,
    isComplete,
    completeAt: isComplete ? now : undefined,
  }
  const text = await metricsText(seriesOf(measured, now, clock.elapsed()))
  await writeFile(`${path}.tmp`, text)
  await rename(`${path}.tmp`, path)
}
