import { createJournal, type Journal } from '../../src/execute/journal.ts'
import type { ProcessMark } from '../../src/host.ts'

/** A journal that nothing is kept of on disk, until somebody says where. */
export function journalOfTest(): Journal {
  return createJournal('20260115T120000Z-5e2d1c', () => new Date('2026-01-15T12:00:00Z'))
}

export const LOOK = { what: 'see its state now', commands: [] }

/** The part of a host that tells processes apart; none but its own runs. */
export const processes = {
  thisProcess: (): ProcessMark => ({ machine: 'here', pid: 1, started: 'now' }),
  isAlive: ({ machine }: ProcessMark): boolean | undefined => (machine === 'here' ? false : undefined),
}

/** What a context has of whoever runs it. */
export const invoked = {
  invocation: () => ({ commandLine: 'kubectl finalize test', version: '0.0.0', process: processes.thisProcess() }),
  isAlive: processes.isAlive,
}
