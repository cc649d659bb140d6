import type { KubeObject } from '../../src/api/object.ts'
import type { Outcome } from '../../src/render/words/outcome.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import type { ManualClock } from '../sandbox/manual-clock.ts'
import { runIn } from './run-in.ts'

/** A practice cluster and its time. */
export interface Setup {
  readonly sandbox: Sandbox
  readonly clock: ManualClock
}

export interface Asked {
  /** What somebody types, and what happens in the cluster before it. */
  readonly typed?: () => string | undefined
  readonly interrupt?: AbortController
  readonly backups?: string
}

/** Runs the command on this cluster; time passes, and controllers work, while it waits. */
export async function run(
  setup: Setup,
  args: readonly string[],
  { typed, interrupt, backups }: Asked = {},
): Promise<Outcome & { readonly code: number; readonly shown: string }> {
  const words = ['namespace', 'shop', '-o', 'json', ...(typed ? [] : ['--yes']), ...args]
  const { code, stdout, stderr } = await runIn(setup, words, { typed, backups, signal: interrupt?.signal })
  return { ...(stdout !== '' && JSON.parse(stdout)), code, shown: stderr }
}

/** `action name result guard` of each step, in their order. */
export function told({ steps }: Outcome): readonly string[] {
  return steps.map(({ action, ref, result, guard }) => [action, ref.name, result, guard].filter(Boolean).join(' '))
}

/** The namespace that all of this is about. */
export function space({ sandbox }: Setup): KubeObject | undefined {
  return sandbox.get('v1', 'Namespace', 'shop')
}
