import type { Cause, ExplainedObject } from '../../../src/render/words/explanation.ts'
import { sameFromElsewhere, waysFor } from '../record/elsewhere.ts'
import { type RunOptions, run } from '../rig/rig.ts'

/** The answer of `explain -o json`. */
export interface Explained {
  readonly code: number | null
  readonly stderr: string
  readonly complete: boolean
  readonly objects: readonly ExplainedObject[]
  readonly causes: readonly Cause[]
  /** The explained object of this kind and name; throws when there is none. */
  object(kind: string, name: string): ExplainedObject
  /** The causes that hold this object. */
  causesOf(kind: string, name: string): readonly Cause[]
  /** `CODE subject-name` of each cause, sorted. */
  readonly codes: readonly string[]
}

/** Runs `explain -o json` with these arguments and reads its answer; throws when stdout is no such answer. */
export async function explained(args: readonly string[], options: RunOptions = {}): Promise<Explained> {
  const { code, stdout, stderr } = await run(['explain', ...args, '-o', 'json'], options)
  const answer = parse(stdout)
  if (answer?.kind !== 'Explanation') throw new Error(`no answer in JSON (exit ${code})\n${stdout}\n${stderr}`)
  await sameFromElsewhere(waysFor(args, options), args, options, answer)
  const { objects, causes } = answer as { objects: ExplainedObject[]; causes: Cause[] }
  const object = (kind: string, name: string): ExplainedObject => {
    const found = objects.find(({ ref }) => ref.kind === kind && ref.name === name)
    if (found === undefined) throw new Error(`${kind}/${name} is not explained\n${stdout}\n${stderr}`)
    return found
  }
  return {
    code,
    stderr,
    ...answer,
    object,
    causesOf: (kind, name) => {
      const ids = new Set(object(kind, name).causes)
      return causes.filter(({ id }) => ids.has(id))
    },
    codes: causes.map(({ code, subject }) => `${code} ${subject.name}`).toSorted(),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an answer that the test goes on to look at
function parse(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
