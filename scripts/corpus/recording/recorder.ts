import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Diagnosis } from '../../../src/diagnosis/diagnose.ts'
import { type Answer, answerOf } from '../answer.ts'
import type { Input } from '../input.ts'
import { Keeper, type Pool } from '../pool.ts'

/** What one process has recorded: raw material for `npm run corpus -- record`. */
export interface Raw {
  readonly suite: string
  readonly startedAt: number
  readonly pool: Pool
  readonly diagnoses: readonly { readonly test: string; readonly input: unknown; readonly answer: Answer }[]
}

/** Folder that takes it. */
export const FOLDER = 'KUBECTL_FINALIZE_CORPUS'
/** The test file, for the programs that it starts. */
export const SUITE = 'KUBECTL_FINALIZE_CORPUS_SUITE'

const startedAt = Date.now()
const keeper = new Keeper()
const diagnoses: Raw['diagnoses'][number][] = []
const seen = new Set<string>()

/** Keeps a diagnosis of the test that runs, to be written when the process ends. */
export function record(input: Input, diagnosis: Diagnosis): void {
  if (process.env[FOLDER] === undefined) return
  if (diagnoses.length === 0) process.once('exit', write)
  const test = process.env.KUBECTL_FINALIZE_TEST ?? ''
  const kept = keeper.keep(input)
  const key = JSON.stringify([test, kept])
  if (seen.has(key)) return
  seen.add(key)
  diagnoses.push({ test, input: kept, answer: answerOf(diagnosis) })
}

function write(): void {
  const folder = process.env[FOLDER]!
  mkdirSync(folder, { recursive: true })
  const root = resolve(import.meta.dirname, '../../..')
  const suite = process.env[SUITE] ?? relative(root, process.argv[1]!)
  const raw: Raw = { suite, startedAt, pool: keeper.pool, diagnoses }
  writeFileSync(join(folder, `${startedAt}-${process.pid}.json`), JSON.stringify(raw))
}
