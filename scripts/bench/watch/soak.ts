import { appendFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { spread } from '../measure.ts'
import { makeChanges } from './changes.ts'
import type { Measured } from './measured.ts'
import { type Memory, startWatcher } from './watcher.ts'

const RATE = 100
const SAMPLE_SECONDS = 15
/** Of the samples, the first part is left out of the slope: caches fill, and code is compiled. */
const WARM_SHARE = 1 / 3

interface Sample extends Memory {
  readonly seconds: number
  readonly changes: number
  readonly isComplete: boolean
  readonly load: number
}

/**
 * Lets a watcher with metrics and Events run for so many minutes beside 100 changes a second, objects that begin to terminate, are explained and end
 * among them, and answers what its memory did. Each sample is also a line of `file`.
 */
export async function soak(
  cluster: Measured,
  { program, words, minutes, file }: { program: string; words: readonly string[]; minutes: number; file: string },
): Promise<string> {
  await using watcher = await startWatcher(program, cluster.kubeconfig, [
    '--after=1m',
    '--every=2m',
    '--events',
    ...words,
  ])
  await using changes = await makeChanges(cluster.send, { rate: RATE, heldSeconds: 180 })
  const started = performance.now()
  const cpuBefore = watcher.cpu()
  const samples: Sample[] = []
  for (let next = SAMPLE_SECONDS; next <= minutes * 60; next += SAMPLE_SECONDS) {
    await pause(next * 1000 - (performance.now() - started))
    const text = await watcher.scrape()
    const seconds = (performance.now() - started) / 1000
    const isComplete = /^kubectl_finalize_scan_complete 1$/m.test(text)
    const sample = { seconds, ...watcher.memory(), changes: changes.done, isComplete, load: loadavg()[0]! }
    samples.push(sample)
    await appendFile(file, `${JSON.stringify(sample)}\n`)
  }
  const seconds = samples.at(-1)!.seconds
  const cpu = ((watcher.cpu() - cpuBefore) / seconds) * 100
  const warm = samples.slice(Math.floor(samples.length * WARM_SHARE))
  return [
    `${minutes} minutes, ${(changes.done / seconds).toFixed(1)} changes a second (${changes.failed} failed), load ${spread(
      samples.map(({ load }) => load),
      1,
    )}`,
    `complete at ${samples.filter(({ isComplete }) => isComplete).length} of ${samples.length} scrapes; ${cpu.toFixed(1)} % of a core; ${watcher.connections()} connections`,
    `resident ${spread(warm.map(({ resident }) => resident))} MB, at most ${samples.at(-1)!.peak.toFixed(0)} MB; anonymous ${spread(warm.map(({ anonymous }) => anonymous))} MB`,
    `slope of the resident memory after the first third: ${slope(warm, 'resident')} MB an hour; of the anonymous: ${slope(warm, 'anonymous')} MB an hour`,
    ...quarters(samples),
    `ended ${(await watcher.stop()).toFixed(1)} s after SIGTERM`,
  ].join('\n')
}

function quarters(samples: readonly Sample[]): readonly string[] {
  const size = Math.ceil(samples.length / 4)
  return [0, 1, 2, 3].map(quarter => {
    const part = samples.slice(quarter * size, (quarter + 1) * size)
    return `quarter ${quarter + 1}: resident ${spread(part.map(({ resident }) => resident))} MB, anonymous ${spread(part.map(({ anonymous }) => anonymous))} MB`
  })
}

/** Of a straight line through the samples with the least squares. */
function slope(samples: readonly Sample[], key: 'resident' | 'anonymous'): string {
  const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length
  const [x, y] = [mean(samples.map(({ seconds }) => seconds)), mean(samples.map(each => each[key]))]
  const above = samples.reduce((sum, each) => sum + (each.seconds - x) * (each[key] - y), 0)
  const below = samples.reduce((sum, each) => sum + (each.seconds - x) ** 2, 0)
  return ((above / below) * 3600).toFixed(2)
}
