import type { TerminatingObject, Unreadable } from '../../../src/api/terminating.ts'
import { type RunOptions, run } from '../rig/rig.ts'

/** The answer of `list -o json`. */
export interface Listed {
  readonly code: number | null
  readonly stderr: string
  readonly complete: boolean
  readonly unreadable: readonly Unreadable[]
  readonly items: readonly TerminatingObject[]
  readonly fallbackNamespace?: string
}

/** Runs `list -o json` with these arguments and reads its answer; throws when stdout is no such answer. */
export async function listed(args: readonly string[], options: RunOptions = {}): Promise<Listed> {
  const { code, stdout, stderr } = await run(['list', ...args, '-o', 'json'], options)
  try {
    const answer = JSON.parse(stdout)
    if (answer.apiVersion !== 'kubectl-finalize/v1' || answer.kind !== 'TerminatingObjectList') throw new Error('kind')
    return { code, stderr, ...answer }
  } catch {
    throw new Error(`no answer in JSON (exit ${code})\n${stdout}\n${stderr}`)
  }
}

/** `kind/name` of each item, sorted. */
export const names = ({ items }: Listed): string[] => items.map(({ ref }) => `${ref.kind}/${ref.name}`).toSorted()
