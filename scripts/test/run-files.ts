import { relative } from 'node:path'
import { type FileOptions, type FileResult, runFile } from './run-file.ts'
import { schedule } from './schedule.ts'
import { count, type Tally } from './tally.ts'

const AT_ONCE = 2
const SLOW_SECONDS = 2
/** Of more failed files than these something is broken, and running them again takes long. */
const MAX_AGAIN = 10
const MAX_SLOWEST = 15

export type Lend = (run: (env: Readonly<Record<string, string>>) => Promise<FileResult>) => Promise<FileResult>

export interface QueueOptions extends FileOptions {
  /** How many files run at once; 2 by default. */
  readonly atOnce?: number
  /** Runs one file, in the environment that is lent to it. */
  readonly lend?: Lend | undefined
  /** The same for files that are to be alone in theirs: absent, they come after the others. */
  readonly lendAlone?: Lend | undefined
}

/**
 * Runs the files, two at once where they allow it, and prints the result of each; the output of a failed one is shown.
 * What failed among others is run once more by itself at the end: what passes then is counted as passed, and listed as
 * flaky.
 */
export async function runFiles(files: readonly string[], options: QueueOptions): Promise<Tally> {
  const { together, alone } = schedule(files)
  const { atOnce = AT_ONCE, lendAlone } = options
  const among = () => runQueue(together, atOnce, options)
  const byThemselves = () => runQueue(alone, 1, { ...options, lend: lendAlone ?? options.lend })
  const queues =
    lendAlone === undefined ? [await among(), await byThemselves()] : await Promise.all([among(), byThemselves()])
  const results = queues.flat()
  const again = await runAgain(results, options)
  if (results.length > MAX_SLOWEST) reportSlowest([...results, ...again])
  const flaky = again.filter(({ failures }) => failures.length === 0)
  const isFlaky = new Set(flaky.map(({ file }) => file))
  const tally = count([...results.filter(({ file }) => !isFlaky.has(file)), ...flaky])
  return { ...tally, flaky: flaky.map(({ file }) => relative(process.cwd(), file)) }
}

async function runAgain(results: readonly FileResult[], options: QueueOptions): Promise<readonly FileResult[]> {
  const failed = results.filter(({ failures }) => failures.length > 0)
  if (results.length === 1 || failed.length === 0 || failed.length > MAX_AGAIN) return []
  console.log('  once more, each by itself:')
  return runQueue(
    failed.map(({ file }) => file),
    1,
    options,
  )
}

async function runQueue(files: readonly string[], atOnce: number, options: QueueOptions): Promise<FileResult[]> {
  const waiting = [...files]
  const results: FileResult[] = []
  const lend: Lend = options.lend ?? (run => run({}))
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const result = await lend(env => runFile(file, { ...options, env: { ...options.env, ...env } }))
      results.push(result)
      report(result)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

function report({ file, passed, skipped, failures, seconds, output }: FileResult): void {
  const name = relative(process.cwd(), file)
  const time = seconds >= SLOW_SECONDS ? `  ${seconds.toFixed(1)} s` : ''
  const left = skipped === 0 ? '' : `, ${skipped} skipped`
  if (failures.length === 0) console.log(`  ok    ${name}  ${passed}${left}${time}`)
  else
    console.log(
      `  FAIL  ${name}${time}\n${indent([output.trimEnd(), ...failures.map(each => `✘ ${each}`)].join('\n'))}`,
    )
}

/** Where the time went: a file whose CPU time is a small part of its wall time mostly waits. */
function reportSlowest(results: readonly FileResult[]): void {
  const sum = (of: (result: FileResult) => number) => results.reduce((total, each) => total + of(each), 0)
  const minutes = (seconds: number) => (seconds / 60).toFixed(1)
  console.log(
    `  ${results.length} files, ${minutes(sum(({ seconds }) => seconds))} min one after the other, ${minutes(sum(({ cpuSeconds }) => cpuSeconds))} min of CPU without servers; the slowest:`,
  )
  const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, MAX_SLOWEST)
  for (const { file, seconds, cpuSeconds } of slowest) {
    const times = [seconds, cpuSeconds].map(each => `${each.toFixed(0)} s`.padStart(6))
    console.log(`  ${times[0]}${times[1]} CPU  ${relative(process.cwd(), file)}`)
  }
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '        ')
}
