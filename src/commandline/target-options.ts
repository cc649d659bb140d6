import { UsageError } from '../exit-code.ts'
import { type Query, readAsked } from '../operations/inspect/asked.ts'
import type { TargetOptions } from '../operations/preflight/find-targets.ts'
import { readOperator } from '../operations/preflight/operator/operator-name.ts'
import { readSource, type Source } from '../operations/preflight/sources/source.ts'
import type { Invocation } from './command.ts'
import { readPageSize } from './scope-flags.ts'
import { readCascade, type targetFlags } from './target-flags.ts'

/** Reads words and flags of a command about a deletion. Throws UsageError where they are malformed or contradictory. */
export function readTargetOptions(
  { words, flags, namespace }: Invocation<typeof targetFlags>,
  command: 'preflight' | 'delete',
): TargetOptions {
  const { operator, rest = words } = readOperator(words) ?? {}
  const asked = readAsked(rest, command)
  const source = readSource(flags, namespace)
  const everywhere = flags['all-namespaces'] ?? false
  if (operator === undefined) checkTargets(asked, source, flags.selector, everywhere)
  else if (source !== undefined || flags.selector !== undefined || everywhere)
    throw new UsageError('operator NAME may not be used with a selector, or with a flag that names objects')
  return {
    asked,
    operator,
    source,
    everywhere,
    selector: flags.selector,
    cascade: readCascade(flags.cascade),
    pageSize: readPageSize(flags['chunk-size']),
  }
}

function checkTargets(
  asked: Query,
  source: Source | undefined,
  selector: string | undefined,
  everywhere: boolean,
): void {
  if (source !== undefined) {
    if (asked.kind !== 'everything' || selector !== undefined || everywhere)
      throw new UsageError(`when --${source.of} is given, neither resources nor a selector may be specified`)
    return
  }
  if (asked.kind === 'everything')
    throw new UsageError(
      'you must specify the objects: TYPE/NAME, TYPE -l SELECTOR, operator NAME, -f FILE, -k DIRECTORY, --helm RELEASE, --argocd APPLICATION, or --flux KIND/NAME',
    )
  if (asked.kind === 'names' && (selector !== undefined || everywhere))
    throw new UsageError(
      `name cannot be provided when --${selector === undefined ? 'all-namespaces' : 'selector'} is specified`,
    )
  // An empty one selects everything: `-l "$UNSET"` is not to delete that.
  if (asked.kind === 'types' && !selector?.trim())
    throw new UsageError('resource(s) were provided, but no name or label selector was specified')
}
