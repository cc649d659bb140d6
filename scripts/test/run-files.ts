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

/** A file, and where it is run. */
export interface Job {
  readonly file: string
  /** Runs it, in the environment that is lent to it. */
  readonly lend?: Lend | undefined
  /** On which of several targets, for the report. */
  readonly on?: string | undefined
}

/** What disturbs others is run by itself. */
export interface Jobs {
  readonly together: readonly Job[]
  readonly alone: readonly Job[]
}

export interface QueueOptions extends FileOptions {
  /** How many files run at once; 2 by default. */
  readonly atOnce?: number
  /** Whether those that are to be alone are so in what is lent to them; else they come after the others. */
  readonly isAloneBeside?: boolean
}

type Done = FileResult & { readonly job: Job }

/** Runs the files, two at once where they allow it. */
export function runFiles(files: readonly string[], options: QueueOptions): Promise<Tally> {
  const { together, alone } = schedule(files)
  const jobs = (files: readonly string[]): readonly Job[] => files.map(file => ({ file }))
  return runJobs({ together: jobs(together), alone: jobs(alone) }, options)
}

/**
 * Runs each file, and prints its result; the output of a failed one is shown. What failed among others is run once more by
 * itself at the end: what passes then is counted as passed, and listed as flaky.
 */
export async function runJobs({ together, alone }: Jobs, options: QueueOptions): Promise<Tally> {
  const { atOnce = AT_ONCE, isAloneBeside = false } = options
  const among = () => runQueue(together, atOnce, options)
  const byThemselves = () => runQueue(alone, 1, options)
  const queues = isAloneBeside ? await Promise.all([among(), byThemselves()]) : [await among(), await byThemselves()]
  const done = queues.flat()
  const again = await runAgain(done, options)
  if (done.length > MAX_SLOWEST) reportSlowest([...done, ...again])
  const flaky = again.filter(({ failures }) => failures.length === 0)
  const isFlaky = new Set(flaky.map(({ job }) => job))
  const tally = count([...done.filter(({ job }) => !isFlaky.has(job)), ...flaky])
  return { ...tally, flaky: flaky.map(({ job }) => nameOf(job)) }
}

async function runAgain(done: readonly Done[], options: FileOptions): Promise<readonly Done[]> {
  const failed = done.filter(({ failures }) => failures.length > 0)
  if (done.length === 1 || failed.length === 0 || failed.length > MAX_AGAIN) return []
  console.log('  once more, each by itself:')
  return runQueue(
    failed.map(({ job }) => job),
    1,
    options,
  )
}

async function runQueue(jobs: readonly Job[], atOnce: number, options: FileOptions): Promise<Done[]> {
  const waiting = jobs.values()
  const done: Done[] = []
  const work = async () => {
    for (const job of waiting) {
      const { file, lend = run => run({}) } = job
      const result = await lend(env => runFile(file, { ...options, env: { ...options.env, ...env } }))
      done.push({ ...result, job })
      report({ ...result, job })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return done
}

const nameOf = ({ file, on }: Job): string => `${relative(process.cwd(), file)}${on === undefined ? '' : ` (${on})`}`

function report({ job, passed, skipped, failures, seconds, output }: Done): void {
  const name = nameOf(job)
  const time = seconds >= SLOW_SECONDS ? `  ${seconds.toFixed(1)} s` : ''
  const left = skipped === 0 ? '' : `, ${skipped} skipped`
  if (failures.length === 0) console.log(`  ok    ${name}  ${passed}${left}${time}`)
  else
    console.log(
      `  FAIL  ${name}${time}\n${indent([output.trimEnd(), ...failures.map(each => `✘ ${each}`)].join('\n'))}`,
    )
}

/** Where the time went: a file whose CPU time is a small part of its wall time mostly waits. */
function reportSlowest(results: readonly Done[]): void {
  const sum = (of: (result: Done) => number) => results.reduce((total, each) => total + of(each), 0)
  const minutes = (seconds: number) => (seconds / 60).toFixed(1)
  console.log(
    `  ${results.length} files, ${minutes(sum(({ seconds }) => seconds))} min one after the other, ${minutes(sum(({ cpuSeconds }) => cpuSeconds))} min of CPU without servers; the slowest:`,
  )
  const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, MAX_SLOWEST)
  for (const { job, seconds, cpuSeconds } of slowest) {
    const times = [seconds, cpuSeconds].map(each => `${each.toFixed(0)} s`.padStart(6))
    console.log(`  ${times[0]}${times[1]} CPU  ${nameOf(job)}`)
  }
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '        ')
}
