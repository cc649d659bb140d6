import { cascadeFlag, readCascade } from '../../commandline/cascade-flag.ts'
import type { Invocation } from '../../commandline/command.ts'
import type { FlagSpecs } from '../../commandline/flag-spec.ts'
import { readDuration } from '../../commandline/scope-flags.ts'
import { writeFlags } from '../../commandline/write-flags.ts'
import type { Cascade } from '../../diagnosis/preflight/foresee.ts'
import { UsageError } from '../../exit-code.ts'
import type { DeleteRequest } from '../../operations/delete/run-delete.ts'
import { type AskedName, readAsked } from '../../operations/inspect/asked.ts'

const PROPAGATION = { background: 'Background', foreground: 'Foreground', orphan: 'Orphan' } as const
const DEFAULT_TIMEOUT_SECONDS = 300

export const deleteFlags = {
  cascade: cascadeFlag,
  ...writeFlags,
  override: {
    ...writeFlags.override,
    describe: 'Override these guards: WouldGetStuck (where preflight cannot tell), LosesData',
  },
  timeout: {
    type: 'string',
    describe: 'The length of time to wait before giving up on all waves together: 30s, 10m (default 5m)',
  },
} as const satisfies FlagSpecs

export interface DeleteOptions extends DeleteRequest {
  readonly names: readonly AskedName[]
  readonly cascade: Cascade
}

/** Throws UsageError on what is malformed or contradicts itself; nothing was read by then. */
export function readDeleteOptions({ words, flags }: Invocation<typeof deleteFlags>): DeleteOptions {
  const asked = readAsked(words, 'delete')
  if (asked.kind !== 'names') throw new UsageError('you must specify what is to be deleted: TYPE/NAME')
  if (flags.wait === false) throw new UsageError('--wait=false may not be used with delete: the order requires waiting')
  const cascade = readCascade(flags.cascade)
  return {
    names: asked.names,
    cascade,
    propagation: PROPAGATION[cascade],
    timeoutSeconds: flags.timeout === undefined ? DEFAULT_TIMEOUT_SECONDS : readDuration(flags.timeout, '--timeout'),
  }
}
