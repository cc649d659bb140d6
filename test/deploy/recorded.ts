import { refOf } from '../../src/api/object-ref.ts'
import type { ResourceType } from '../../src/api/resource-type.ts'
import type { Cause, CauseCode, ExplainedObject, Verdict } from '../../src/diagnosis/explanation.ts'
import { type Measured, type Series, seriesOf } from '../../src/operations/watch/series.ts'

/** When a record begins, and how often it is scraped, in seconds. */
export const BEGIN = 1_767_225_600
export const SCRAPE_SECONDS = 30

const TYPE: ResourceType = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  singular: 'configmap',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: ['list', 'watch'],
}

/** What is in a cluster at a moment; undefined: nothing is scraped. */
export interface Moment {
  /** One object that terminates since the begin of the record. */
  readonly held?: { readonly cause: CauseCode; readonly verdict: Verdict }
  readonly isBlind?: boolean
  /** Seconds of the record at which everything was known last, where that is not now. */
  readonly completeAt?: number
}

/** The series of a moment, by the sources of the program. */
export function seriesAt(seconds: number, { held, isBlind = false, completeAt = seconds }: Moment): readonly Series[] {
  const deletionTimestamp = new Date(BEGIN * 1000).toISOString()
  const meta = { name: 'held', namespace: 'shop', uid: 'held', deletionTimestamp, finalizers: ['example.com/a'] }
  const object = held && {
    ref: refOf(TYPE, meta),
    deletionTimestamp,
    verdict: held.verdict,
    finalizers: [],
    owners: [],
    waitingFor: [],
    causes: ['c'],
  }
  const cause = held && {
    id: 'c',
    code: held.cause,
    verdict: held.verdict,
    subject: { kind: 'Deployment', name: 'x' },
    finalizer: 'example.com/a',
    summary: '',
    evidence: [],
    blocks: [],
    remedies: [],
  }
  const measured: Measured = {
    findings: new Map(held && [[meta.uid, { type: TYPE, meta }]]),
    lost: new Map(),
    diagnosed: object && { objects: [object as ExplainedObject], causes: [cause as Cause] },
    unreadable: isBlind ? [{ resource: 'secrets', reason: 'forbidden', message: '' }] : [],
    skipped: 0,
    isComplete: !isBlind,
    completeAt: completeAt < 0 ? undefined : new Date((BEGIN + completeAt) * 1000),
  }
  return seriesOf(measured, new Date((BEGIN + seconds) * 1000), seconds)
}

export interface Stored {
  readonly labels: Readonly<Record<string, string>>
  readonly samples: readonly { readonly time: number; readonly value: number | null }[]
}

/** What a record of two replicas stores. */
export function scraped(length: number, at: (seconds: number) => Moment | undefined, honorLabels: boolean) {
  const count = Math.floor(length / SCRAPE_SECONDS) + 1
  const scrapes = Array.from({ length: count }, (_, index): Scrape => {
    const moment = at(index * SCRAPE_SECONDS)
    return {
      time: BEGIN + index * SCRAPE_SECONDS,
      series: moment === undefined ? [] : seriesAt(index * SCRAPE_SECONDS, moment),
    }
  })
  return storedOf(scrapes, ['a', 'b'], honorLabels)
}

export interface Scraped extends Pick<Series, 'labels' | 'value'> {
  readonly name: string
}

export interface Scrape {
  /** Seconds since the epoch. */
  readonly time: number
  readonly series: readonly Scraped[]
}

/**
 * What Prometheus stores of Pods that are scraped: with its target's labels, by `honorLabels` under which name, and with a mark at the scrape
 * that lacks a series which the one before had.
 */
export function storedOf(scrapes: readonly Scrape[], pods: readonly string[], honorLabels: boolean) {
  const stored = new Map<
    string,
    { labels: Record<string, string>; samples: { time: number; value: number | null }[] }
  >()
  for (const { time, series } of scrapes) {
    for (const pod of pods) {
      for (const { name, labels, value } of series) {
        const all = targetLabels(
          { ...labels },
          { pod, job: 'kubectl-finalize', namespace: 'kubectl-finalize' },
          honorLabels,
        )
        const whole = { __name__: name, ...all }
        const key = JSON.stringify(whole)
        if (!stored.has(key)) stored.set(key, { labels: whole, samples: [] })
        stored.get(key)!.samples.push({ time, value })
      }
    }
    for (const { samples } of stored.values()) {
      const last = samples.at(-1)!
      if (last.value !== null && last.time < time) samples.push({ time, value: null })
    }
  }
  return [...stored.values()] satisfies readonly Stored[]
}

/** An empty label is none when it is stored, but keeps the target's from taking its place. */
function targetLabels(own: Record<string, string>, target: Record<string, string>, honorLabels: boolean) {
  const all = { ...own }
  for (const [name, value] of Object.entries(target)) {
    if (!(name in own)) all[name] = value
    else if (!honorLabels) {
      all[`exported_${name}`] = own[name]!
      all[name] = value
    }
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}
