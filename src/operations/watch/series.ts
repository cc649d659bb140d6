import { deletionAgeSeconds } from '../../api/deletion-age.ts'
import { resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { Cause, ExplainedObject } from '../../diagnosis/explanation.ts'
import { cappedCounts, cappedHeld, type HeldLabels, mostOf } from './capped-series.ts'
import { SERVER } from './kept-objects.ts'

/** For so many seconds what a watch that broke knew last still counts: a server that restarts takes no series away. */
const GRACE_SECONDS = 60

/** One value of a metric of contract.md, `watch: metrics`. */
export interface Series {
  readonly name: MetricName
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export type MetricName =
  | 'kubectl_finalize_terminating_objects'
  | 'kubectl_finalize_stuck_objects'
  | 'kubectl_finalize_stuck_seconds_max'
  | 'kubectl_finalize_scan_complete'
  | 'kubectl_finalize_unreadable_types'
  | 'kubectl_finalize_skipped_types'
  | 'kubectl_finalize_last_success_timestamp_seconds'

/** What is known at a moment. */
export interface Measured {
  readonly findings: ReadonlyMap<string, Finding>
  /** By type: since when, in seconds of `elapsed`, it is not known how they are. */
  readonly lost: ReadonlyMap<string, { readonly since: number }>
  readonly diagnosed: { readonly objects: readonly ExplainedObject[]; readonly causes: readonly Cause[] } | undefined
  readonly unreadable: readonly Unreadable[]
  /** How many types are left out on purpose. */
  readonly skipped: number
  readonly isComplete: boolean
  readonly completeAt: Date | undefined
}

/**
 * The series of a moment, at most 2,000: never one for an object, and none with an unknown value. The rest is counted
 * under `other`. `most` is the limit of one metric, where several clusters share the 2,000.
 */
export function seriesOf(measured: Measured, now: Date, elapsed: number, most = mostOf(1)): readonly Series[] {
  const isKnown = ({ type }: Finding): boolean =>
    [SERVER, resourceName(type)].every(name => elapsed - (measured.lost.get(name)?.since ?? elapsed) <= GRACE_SECONDS)
  const known = new Map([...measured.findings].filter(([, finding]) => isKnown(finding)))
  const { completeAt } = measured
  return [
    ...terminating(known, most),
    ...held(measured, known, now, most),
    series('scan_complete', {}, measured.isComplete ? 1 : 0),
    series('unreadable_types', {}, new Set(measured.unreadable.map(({ resource }) => resource)).size),
    series('skipped_types', {}, measured.skipped),
    ...(completeAt === undefined ? [] : [series('last_success_timestamp_seconds', {}, completeAt.getTime() / 1000)]),
  ]
}

function series(name: string, labels: Series['labels'], value: number): Series {
  return { name: `kubectl_finalize_${name}` as MetricName, labels, value }
}

function terminating(known: ReadonlyMap<string, Finding>, most: number): readonly Series[] {
  const counts = new Map<string, { resource: string; namespace: string; count: number }>()
  for (const { type, meta } of known.values()) {
    const labels = { resource: resourceName(type), namespace: meta.namespace ?? '' }
    const key = `${labels.resource} ${labels.namespace}`
    counts.set(key, { ...labels, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return cappedCounts([...counts.values()], most).map(({ count, ...labels }) =>
    series('terminating_objects', labels, count),
  )
}

/** An object with two causes counts for each of them. */
function held(
  { diagnosed }: Measured,
  known: ReadonlyMap<string, Finding>,
  now: Date,
  most: number,
): readonly Series[] {
  if (diagnosed === undefined) return []
  const causes = new Map(diagnosed.causes.map(cause => [cause.id, cause]))
  const sums = new Map<string, HeldLabels & { count: number; seconds: number }>()
  for (const object of diagnosed.objects) {
    const finding = known.get(object.ref.uid)
    if (finding === undefined) continue
    const seconds = deletionAgeSeconds(finding.meta, now)
    const own = object.causes.map(id => labelsOf(object, causes.get(id)))
    for (const labels of own.length === 0 ? [labelsOf(object, undefined)] : own) {
      const key = Object.values(labels).join(' ')
      const sum = sums.get(key) ?? { count: 0, seconds: 0 }
      sums.set(key, { ...labels, count: sum.count + 1, seconds: Math.max(sum.seconds, seconds) })
    }
  }
  return cappedHeld([...sums.values()], most).flatMap(({ count, seconds, ...labels }) => [
    series('stuck_objects', labels, count),
    series('stuck_seconds_max', labels, seconds),
  ])
}

function labelsOf({ ref, verdict }: ExplainedObject, cause: Cause | undefined): HeldLabels {
  return { cause: cause?.code ?? '', verdict, finalizer: cause?.finalizer ?? '', namespace: ref.namespace ?? '' }
}
