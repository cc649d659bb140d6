import { UsageError } from '../exit-code.ts'
import type { FlagSpecs, Flags } from './flag-spec.ts'

/** Of the commands that only look: whatever answered another program's questions answers this one's. */
export const fromFlag = {
  from: {
    type: 'string',
    completes: 'files',
    describe:
      'Read a recording or a dump (must-gather, cluster-info dump, kubectl get -o yaml, …) in place of a cluster',
  },
} as const satisfies FlagSpecs

/** Other commands do not have it. */
export type FromFlag = Partial<Flags<typeof fromFlag>>

/** Of a flag that looks for what changes. */
export function standsStill(flag: string): UsageError {
  return new UsageError(`--from and ${flag} may not be used together: a recording or dump does not change`)
}
