import { Gauge, Registry } from 'prom-client'
import type { MetricName, Series } from '../../operations/watch/series.ts'

const HELP: Readonly<Record<MetricName, string>> = {
  kubectl_finalize_terminating_objects: 'Objects that are terminating.',
  kubectl_finalize_stuck_objects:
    'Objects that terminate for longer than --after, by root cause. One with two causes counts for each.',
  kubectl_finalize_stuck_seconds_max: 'Since when the oldest of them terminates, in seconds.',
  kubectl_finalize_scan_complete: 'Whether everything that has to be known for the other values is known.',
  kubectl_finalize_unreadable_types: 'Types, groups and questions that could not be read.',
  kubectl_finalize_skipped_types: 'Types that are left out on purpose (--skip-types).',
  kubectl_finalize_last_success_timestamp_seconds: 'When everything was known last.',
}

/** The series in the text format of Prometheus. A metric without a series is left out. */
export async function metricsText(series: readonly Series[]): Promise<string> {
  const registry = new Registry()
  for (const [name, all] of Map.groupBy(series, each => each.name)) {
    const labelNames = Object.keys(all[0]!.labels)
    const gauge = new Gauge({ name, help: HELP[name], labelNames, registers: [registry] })
    for (const { labels, value } of all) gauge.set(labels, value)
  }
  return registry.metrics()
}

export const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE
