import { rename, writeFile } from 'node:fs/promises'
import { describeFileError } from '../../cluster/kubeconfig/file-reader.ts'
import type { Measured } from '../../operations/watch/series.ts'
import type { MeasuredCluster } from '../../operations/watch/series-of-clusters.ts'
import type { LookedOnce } from './look-once.ts'
import type { WatchOptions } from './options.ts'

interface LookedAt extends Omit<MeasuredCluster, 'measured'> {
  /** undefined: nothing could be read. */
  readonly looked: LookedOnce | undefined
}

/**
 * Writes the metrics of one look to the file of --textfile, whole or not at all: a collector may read it at any moment.
 * Writes nothing of a look that was interrupted. Rejects where the file cannot be written.
 */
export async function writeTextfile({ textfile, skipped }: WatchOptions, clusters: readonly LookedAt[]): Promise<void> {
  if (textfile === undefined || clusters.some(({ looked }) => looked?.interrupted)) return
  const { metricsText } = await import('./metrics-text.ts')
  const { seriesOfClusters } = await import('../../operations/watch/series-of-clusters.ts')
  const measured = clusters.map(({ context, clock, looked }) => {
    return { context, clock, measured: looked && measuredOf(looked, skipped.size, clock.now()) }
  })
  const text = await metricsText(seriesOfClusters(measured))
  try {
    await writeFile(`${textfile}.tmp`, text)
    await rename(`${textfile}.tmp`, textfile)
  } catch (error) {
    throw new Error(describeFileError(textfile, error))
  }
}

function measuredOf({ explanation, survey }: LookedOnce, skipped: number, now: Date): Measured {
  const { objects, causes, unreadable } = explanation
  const isComplete = unreadable.length === 0
  return {
    findings: new Map(survey?.scan.findings.map(finding => [finding.meta.uid, finding])),
    lost: new Map(),
    diagnosed: { objects, causes },
    unreadable,
    skipped,
    isComplete,
    completeAt: isComplete ? now : undefined,
  }
}
