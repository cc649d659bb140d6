import type { Clock } from '../../terminal.ts'
import { mostOf } from './capped-series.ts'
import { type Measured, type Series, seriesOf } from './series.ts'

/** One cluster, as it is known at the moment. */
export interface MeasuredCluster {
  /** Where there are several. */
  readonly context: string | undefined
  /** undefined: nothing is known. */
  readonly measured: Measured | undefined
  readonly clock: Clock
}

/** The series of all clusters: of one of which nothing is known only that it is not complete. They share the 2,000. */
export function seriesOfClusters(clusters: readonly MeasuredCluster[]): readonly Series[] {
  const most = mostOf(clusters.length)
  return clusters.flatMap(({ context, measured, clock }) => {
    const series = measured === undefined ? [BLIND] : seriesOf(measured, clock.now(), clock.elapsed(), most)
    return context === undefined ? series : series.map(each => ({ ...each, labels: { context, ...each.labels } }))
  })
}

const BLIND: Series = { name: 'kubectl_finalize_scan_complete', labels: {}, value: 0 }
