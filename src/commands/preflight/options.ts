import type { Invocation } from '../../commandline/command.ts'
import type { FlagSpecs } from '../../commandline/flag-spec.ts'
import { fromFlag } from '../../commandline/from-flag.ts'
import { type Destination, pictureFlags, readDestination } from '../../commandline/picture-flags.ts'
import { targetFlags } from '../../commandline/target-flags.ts'
import { readTargetOptions } from '../../commandline/target-options.ts'
import type { TargetOptions } from '../../operations/preflight/find-targets.ts'

export const preflightFlags = { ...targetFlags, ...fromFlag, ...pictureFlags } as const satisfies FlagSpecs

export interface PreflightOptions extends TargetOptions, Destination {}

/** Throws UsageError on what is malformed or contradicts itself; nothing was read by then. */
export function readPreflightOptions(invocation: Invocation<typeof preflightFlags>): PreflightOptions {
  return { ...readTargetOptions(invocation, 'preflight'), ...readDestination(invocation.flags) }
}
