import type { Step } from '../../../src/render/words/outcome.ts'
import { type Ran, type RunOptions, run } from '../rig/rig.ts'

/** The answer of `replay -o json`. */
export interface Replayed extends Ran {
  readonly complete: boolean
  readonly steps: readonly Step[]
  /** `ACTION kind/name RESULT`, with the group and the finalizer where there is one; sorted. */
  readonly told: readonly string[]
  /** All that can be said of a run that ended otherwise than expected. */
  readonly account: string
}

/** Runs `replay -o json` and reads its answer; throws when stdout is no such answer. */
export async function replayed(args: readonly string[], options: RunOptions = {}): Promise<Replayed> {
  const ran = await run(['replay', ...args, '-o', 'json'], { timeoutSeconds: 180, ...options })
  let answer: { kind?: string; complete: boolean; steps: Step[] }
  try {
    answer = JSON.parse(ran.stdout)
  } catch {
    throw new Error(`no answer in JSON (exit ${ran.code})\n${ran.stdout}\n${ran.stderr}`)
  }
  const told = answer.steps.map(({ ref, action, finalizer, group, result }) =>
    [group, action, `${ref.kind}/${ref.name}`, finalizer, result].filter(part => part !== undefined).join(' '),
  )
  const messages = answer.steps.map(({ message }, index) => `${told[index]}: ${message}`)
  const account = `exit ${ran.code}\n${messages.join('\n')}\n${ran.stderr}`
  return { ...ran, complete: answer.complete, steps: answer.steps, told: told.toSorted(), account }
}
