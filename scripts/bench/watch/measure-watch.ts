import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { spread } from '../measure.ts'
import { makeChanges } from './changes.ts'
import type { Measured } from './measured.ts'
import { startWatcher, type Watcher } from './watcher.ts'

const SECONDS = 60
const SCRAPES = 20

/**
 * What a watcher takes until it has read everything, for an explanation of what terminates, between two of these at rest, and beside 100 changes a
 * second: one line for each of so many runs.
 */
export async function measureWatch(
  cluster: Measured,
  { program, words, runs }: { program: string; words: readonly string[]; runs: number },
): Promise<string> {
  const lines: string[] = []
  for (let run = 0; run < runs; run++) lines.push(await measureOnce(cluster, program, words))
  return lines.join('\n')
}

async function measureOnce(cluster: Measured, program: string, words: readonly string[]): Promise<string> {
  const beside = await secondsOfList(cluster, program)
  await using watcher = await startWatcher(program, cluster.kubeconfig, ['--after=5s', '--every=10m', ...words])
  const { seconds, cpu, peakMegabytes } = watcher.begun
  // The causes are known when it is complete again.
  for (let text = ''; !/stuck_objects\{/.test(text); text = await watcher.scrape()) await pause(200)
  await pause(5000)
  const explained = watcher.memory()
  const explaining = watcher.cpu() - cpu
  const atRest = await share(cluster, watcher)
  let changing: Share
  let rate: number
  {
    await using changes = await makeChanges(cluster.send, { rate: 100 })
    const before = changes.done
    changing = await share(cluster, watcher)
    rate = (changes.done - before) / changing.seconds
  }
  const scraped = watcher.cpu()
  const [bytes, milliseconds] = await scrapes(watcher)
  const eachScrape = ((watcher.cpu() - scraped) / SCRAPES) * 1000
  return [
    `complete after ${seconds.toFixed(2)} s (list: ${beside.toFixed(2)} s), CPU ${cpu.toFixed(2)} s, peak ${peakMegabytes.toFixed(0)} MB`,
    `explained: CPU ${explaining.toFixed(2)} s, resident ${explained.resident.toFixed(0)} MB, peak ${explained.peak.toFixed(0)} MB`,
    `at rest ${atRest.text}`,
    `${rate.toFixed(0)} changes a second ${changing.text}`,
    `${watcher.connections()} connections`,
    `in the end ${watcher.memory().resident.toFixed(0)} MB, peak ${watcher.memory().peak.toFixed(0)} MB`,
    `scrape ${(bytes / 1024).toFixed(0)} KB, ${spread(milliseconds, 1)} ms (CPU ${eachScrape.toFixed(1)} ms)`,
  ].join('; ')
}

/** How long `list` takes, which reads the same. */
async function secondsOfList({ kubeconfig }: Measured, program: string): Promise<number> {
  const from = performance.now()
  const env = { ...process.env, KUBECONFIG: kubeconfig }
  await promisify(execFile)(program, ['list', '-o', 'name'], { env, maxBuffer: 1e8 })
  return (performance.now() - from) / 1000
}

interface Share {
  readonly seconds: number
  readonly text: string
}

/** Of a core, in a minute. */
async function share(cluster: Measured, watcher: Watcher): Promise<Share> {
  const [started, cpu, server] = [performance.now(), watcher.cpu(), await cluster.serverSeconds()]
  await pause(SECONDS * 1000)
  const seconds = (performance.now() - started) / 1000
  const percent = (of: number): string => `${((of / seconds) * 100).toFixed(2)} %`
  const text = `${percent(watcher.cpu() - cpu)} of a core (API server ${percent((await cluster.serverSeconds()) - server)})`
  return { seconds, text }
}

async function scrapes(watcher: Watcher): Promise<readonly [bytes: number, milliseconds: readonly number[]]> {
  let bytes = 0
  const milliseconds: number[] = []
  for (let scrape = 0; scrape < SCRAPES; scrape++) {
    const from = performance.now()
    bytes = (await watcher.scrape()).length
    milliseconds.push(performance.now() - from)
  }
  return [bytes, milliseconds]
}
