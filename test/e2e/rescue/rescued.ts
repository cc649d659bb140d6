import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import type { Outcome } from '../../../src/render/words/outcome.ts'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import type { Thing } from '../rig/api.ts'
import { api, type RunOptions, run } from '../rig/rig.ts'

/** The answer of `rescue -o json`. */
export interface Rescued extends Outcome {
  readonly code: number | null
  readonly stderr: string
}

export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kubectl-finalize-backups-'))
  removeAtEnd(made)
  return made
}

/**
 * Runs `rescue --yes -o json` with these arguments and reads its answer; throws when stdout is no such answer. It is run once more where the
 * type of another test, which comes and goes beside it, could not be read just then, which `rescue` refuses before any change.
 */
export async function rescued(args: readonly string[], options: RunOptions = {}): Promise<Rescued> {
  const answer = await answered(args, options)
  const isOfAnother = answer.steps.some(({ message }) => message?.includes('could not be read (NotFound)'))
  return isOfAnother ? answered(args, options) : answer
}

async function answered(args: readonly string[], options: RunOptions): Promise<Rescued> {
  const { code, stdout, stderr } = await run(['rescue', ...args, '--yes', '-o', 'json'], {
    timeoutSeconds: 240,
    ...options,
  })
  if (!stdout.startsWith('{')) throw new Error(`no answer in JSON (exit ${code})\n${stdout}\n${stderr}`)
  const answer = JSON.parse(stdout) as Outcome & { kind: string }
  assert.equal([answer.kind, answer.command], ['Outcome', 'rescue'])
  for (const [, at, end] of stderr.matchAll(/\[(\d+)\/(\d+)\]/g))
    assert.ok(Number(at) <= Number(end), `${at} of ${end}`)
  return { code, stderr, ...answer }
}

/** `action name result guard` of each step, in their order. */
export function told({ steps }: Outcome): readonly string[] {
  return steps.map(({ action, ref, result, guard }) => [action, ref.name, result, guard].filter(Boolean).join(' '))
}

/** Shows that all of it was done. */
export function isDone(answer: Rescued): void {
  assert.equal([answer.code, answer.complete], [0, true], `${JSON.stringify(answer.steps, null, 1)}\n${answer.stderr}`)
}

/** Deletes it, and gives it as it then waits. */
export async function deleted(thing: Thing): Promise<Thing> {
  await api.delete(thing)
  return api.waitFor(thing, now => now.metadata.deletionTimestamp)
}

/** The object of that name as it is now; another one than was there. */
export async function again(thing: Thing): Promise<Thing> {
  const now = await api.get(thing)
  assert.ok(now, `${thing.kind} ${thing.metadata.name} is not there`)
  assert.is(now.metadata.deletionTimestamp, undefined)
  assert.is.not(now.metadata.uid, thing.metadata.uid)
  return now
}
