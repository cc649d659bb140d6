import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The names of MetricName, which is a type alone: by its text. */
export function metricNames(): readonly string[] {
  const source = readFileSync(resolve(import.meta.dirname, '../../src/operations/watch/series.ts'), 'utf8')
  const [, union = ''] = /export type MetricName =\n((?: {2}\| '\w+'\n)+)/.exec(source) ?? []
  return [...union.matchAll(/'(\w+)'/g)].map(([, name]) => name!)
}
