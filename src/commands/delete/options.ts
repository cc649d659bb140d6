import type { Invocation } from '../../commandline/command.ts'
import type { FlagSpecs } from '../../commandline/flag-spec.ts'
import { readDuration } from '../../commandline/scope-flags.ts'
import { targetFlags } from '../../commandline/target-flags.ts'
import { readTargetOptions } from '../../commandline/target-options.ts'
import { writeFlags } from '../../commandline/write-flags.ts'
import { UsageError } from '../../exit-code.ts'
import type { DeleteRequest } from '../../operations/delete/run-delete.ts'
import type { TargetOptions } from '../../operations/preflight/find-targets.ts'

const PROPAGATION = { background: 'Background', foreground: 'Foreground', orphan: 'Orphan' } as const
const DEFAULT_TIMEOUT_SECONDS = 300

export const deleteFlags = {
  ...targetFlags,
  ...writeFlags,
  override: {
    ...writeFlags.override,
    describe: 'Override these guards: WouldGetStuck (where preflight cannot tell), BelongsToOthers, LosesData',
  },
  timeout: {
    type: 'string',
    describe: 'The length of time to wait before giving up on all waves together: 30s, 10m (default 5m)',
  },
} as const satisfies FlagSpecs

export interface DeleteOptions extends DeleteRequest, TargetOptions {}

/** Throws UsageError on what is malformed or contradicts itself; nothing was read by then. */
export function readDeleteOptions(invocation: Invocation<typeof deleteFlags>): DeleteOptions {
  const { flags } = invocation
  const targets = readTargetOptions(invocation, 'delete')
  if (flags.wait === false) throw new UsageError('--wait=false may not be used with delete: the order requires waiting')
  return {
    ...targets,
    propagation: PROPAGATION[targets.cascade],
    timeoutSeconds: flags.timeout === undefined ? DEFAULT_TIMEOUT_SECONDS : readDuration(flags.timeout, '--timeout'),
  }
}
