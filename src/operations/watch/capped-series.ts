/** Series of all metrics together. */
const MOST_SERIES = 2000
/** Metrics that have one series for a cluster. */
const SINGLE_METRICS = 4
/** Metrics that have many. */
const WIDE_METRICS = 3

/** How many series each metric with many series may have for one of so many clusters: with the others 2,000 in all. */
export function mostOf(clusters: number): number {
  return Math.max(Math.floor((MOST_SERIES / clusters - SINGLE_METRICS) / WIDE_METRICS), 0)
}

const OTHER = 'other'

export interface HeldLabels {
  readonly cause: string
  readonly verdict: string
  readonly finalizer: string
  readonly namespace: string
}

interface Count {
  readonly resource: string
  readonly namespace: string
  readonly count: number
}

type Held = HeldLabels & { readonly count: number; readonly seconds: number }

/** The largest, and the sum of the rest under `other`. */
export function cappedCounts(counts: readonly Count[], most: number): readonly Count[] {
  if (counts.length <= most) return counts
  const [kept, rest] = split(counts, most - 1)
  return [...kept, { resource: OTHER, namespace: OTHER, count: sumOf(rest) }]
}

/** The largest, and the rest under `other` for each verdict: an alert asks for that. */
export function cappedHeld(held: readonly Held[], most: number): readonly Held[] {
  if (held.length <= most) return held
  const verdicts = new Set(held.map(({ verdict }) => verdict)).size
  const [kept, rest] = split(held, most - verdicts)
  const others = [...Map.groupBy(rest, ({ verdict }) => verdict)].map(([verdict, all]) => {
    const seconds = all.reduce((longest, each) => Math.max(longest, each.seconds), 0)
    return { cause: OTHER, verdict, finalizer: OTHER, namespace: OTHER, count: sumOf(all), seconds }
  })
  return [...kept, ...others]
}

function split<Each extends { readonly count: number }>(all: readonly Each[], most: number): [Each[], Each[]] {
  const sorted = all.toSorted((a, b) => b.count - a.count)
  const kept = Math.max(most, 0)
  return [sorted.slice(0, kept), sorted.slice(kept)]
}

function sumOf(all: readonly { readonly count: number }[]): number {
  return all.reduce((sum, { count }) => sum + count, 0)
}
