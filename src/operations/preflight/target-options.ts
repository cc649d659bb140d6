import type { Invocation } from '../../commandline/command.ts'
import { readPageSize } from '../../commandline/scope-flags.ts'
import { readCascade, type targetFlags } from '../../commandline/target-flags.ts'
import type { Cascade } from '../../diagnosis/preflight/foresee.ts'
import { UsageError } from '../../exit-code.ts'
import { type Asked, readAsked } from '../inspect/asked.ts'

/** Which live objects are meant. */
export interface TargetOptions {
  /** `everything`: what the file names. */
  readonly asked: Asked
  readonly file: string | undefined
  readonly everywhere: boolean
  readonly selector: string | undefined
  readonly cascade: Cascade
  readonly pageSize: number
}

/** Reads words and flags of a command that is about a deletion. Throws UsageError on what is malformed or contradicts itself. */
export function readTargetOptions(
  { words, flags }: Invocation<typeof targetFlags>,
  command: 'preflight' | 'delete',
): TargetOptions {
  const asked = readAsked(words, command)
  const everywhere = flags['all-namespaces'] ?? false
  checkTargets(asked, flags.filename, flags.selector, everywhere)
  return {
    asked,
    file: flags.filename,
    everywhere,
    selector: flags.selector,
    cascade: readCascade(flags.cascade),
    pageSize: readPageSize(flags['chunk-size']),
  }
}

function checkTargets(asked: Asked, file: string | undefined, selector: string | undefined, everywhere: boolean): void {
  if (file === '') throw new UsageError('invalid argument "" for "-f, --filename" flag: must be the path of a file')
  if (file !== undefined) {
    if (asked.kind !== 'everything' || selector !== undefined || everywhere)
      throw new UsageError('when --filename is given, neither resources nor a selector may be specified')
    return
  }
  if (asked.kind === 'everything')
    throw new UsageError('you must specify the objects: TYPE/NAME, TYPE -l SELECTOR, or -f FILE')
  if (asked.kind === 'names' && (selector !== undefined || everywhere))
    throw new UsageError(
      `name cannot be provided when --${selector === undefined ? 'all-namespaces' : 'selector'} is specified`,
    )
  if (asked.kind === 'types' && selector === undefined)
    throw new UsageError('resource(s) were provided, but no name or label selector was specified')
}
