import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Answer } from './answer.ts'
import type { Input } from './input.ts'
import { Keeper, keptIn, type Pool } from './pool.ts'

/** An answer, and what the sources asked for it that the recording does not tell: accepted as it is. */
export interface KeptAnswer extends Answer {
  readonly unrecorded?: readonly string[]
}

/** What one test file diagnosed, by test: inputs are compressed and rarely change; answers are text, to be reviewed. */
export interface Suite {
  /** `diagnosis/drain-blocked`. */
  readonly name: string
  readonly inputs: Readonly<Record<string, Input>>
  readonly answers: Readonly<Record<string, KeptAnswer>>
}

const FOLDER = resolve(import.meta.dirname, '../../test/corpus')
const ANSWERS = { folder: join(FOLDER, 'answers'), ending: '.json' }
const INPUTS = { folder: join(FOLDER, 'inputs'), ending: '.json.br' }

/** Names of all suites of the corpus, sorted. */
export function suiteNames(): readonly string[] {
  return readdirSync(INPUTS.folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith(INPUTS.ending))
    .map(entry => relative(INPUTS.folder, join(entry.parentPath, entry.name)).slice(0, -INPUTS.ending.length))
    .map(name => name.replaceAll('\\', '/'))
    .sort()
}

export function readSuite(name: string): Suite {
  const text = brotliDecompressSync(readFileSync(fileOf(INPUTS, name))).toString()
  const { pool, inputs } = JSON.parse(text) as { pool: Pool; inputs: Readonly<Record<string, unknown>> }
  const whole = keptIn(pool)
  return {
    name,
    inputs: Object.fromEntries(Object.entries(inputs).map(([test, kept]) => [test, whole(kept) as Input])),
    answers: JSON.parse(readFileSync(fileOf(ANSWERS, name), 'utf8')),
  }
}

export function writeInputs(name: string, inputs: Suite['inputs']): void {
  const keeper = new Keeper()
  const kept = Object.fromEntries(Object.entries(inputs).map(([test, input]) => [test, keeper.keep(input)]))
  const text = Buffer.from(JSON.stringify({ pool: keeper.pool, inputs: kept }))
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_QUALITY } = constants
  // No time and no name is in it: the same inputs are the same bytes.
  const params = { [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: text.length, [BROTLI_PARAM_QUALITY]: 11 }
  write(fileOf(INPUTS, name), brotliCompressSync(text, { params }))
}

export function writeAnswers(name: string, answers: Suite['answers']): void {
  write(fileOf(ANSWERS, name), `${JSON.stringify(answers, undefined, 1)}\n`)
}

export function removeSuite(name: string): void {
  for (const kind of [INPUTS, ANSWERS]) rmSync(fileOf(kind, name), { force: true })
}

function fileOf({ folder, ending }: typeof ANSWERS, name: string): string {
  return join(folder, `${name}${ending}`)
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
