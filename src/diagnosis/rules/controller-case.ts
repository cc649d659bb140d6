import type { KubeObject } from '../../api/object.ts'
import type { Reports } from '../controller/reports.ts'
import type { Candidate, Search } from '../controller/search.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import type { DirectlyHeld, Held, RuleContext } from '../held.ts'
import { leaksOf } from '../leaks.ts'
import { commandLine } from '../shell-quote.ts'

/** One finalizer of one object, and all that was found out about its controller. */
export interface Case {
  readonly held: Held
  readonly finalizer: string
  readonly search: Search
  readonly reports: Reports
  readonly context: RuleContext
}

/** How many ids of what leaks are named. */
const MOST_LEAKS = 5

/** Candidates of which something is ready. */
export function living({ search }: Case): readonly Candidate[] {
  return search.candidates.filter(({ workload }) => workload.readyReplicas > 0)
}

/** What could not be read, as evidence for why nothing is certain. */
export function unreadEvidence({ search }: Case): readonly Evidence[] {
  return search.unreadable.map(({ resource, reason, message }) => ({
    fact: `${resource} could not be read (${reason}): ${message}`,
    source: resource,
  }))
}

/** The last resort, through this plugin's own guarded command, and what the objects name that would stay behind. */
export function removal(
  { finalizer, context }: Case,
  direct: readonly DirectlyHeld[],
  wholes: readonly (KubeObject | undefined)[],
): Remedy {
  const known = context.catalogue.find(finalizer, direct[0]?.ref.resource)
  const leaks = wholes.flatMap(whole => (whole ? leaksOf(whole) : []))
  const byFinalizer = Map.groupBy(direct, ({ heldBy = finalizer }) => heldBy)
  return {
    kind: 'remove',
    summary: known
      ? `remove the finalizer; then ${lowerFirst(known.ifRemoved)}`
      : 'remove the finalizer; whatever its controller would have cleaned up stays behind',
    commands: [...byFinalizer].map(([name, objects]) => removeCommand(name, objects)),
    risk: known?.risk ?? 'medium',
    leaks: leaks.length > MOST_LEAKS ? [...leaks.slice(0, MOST_LEAKS), `and ${leaks.length - MOST_LEAKS} more`] : leaks,
  }
}

/** Names the one object, or the set: by its namespace when all are in one. */
function removeCommand(finalizer: string, objects: readonly Held[]): string {
  const base = ['kubectl', 'finalize', 'remove'] as const
  const [first, ...others] = objects as [Held, ...Held[]]
  const { namespace, resource, name } = first.ref
  const place = namespace === undefined ? [] : ['-n', namespace]
  if (others.length === 0) return commandLine(...base, `${resource}/${name}`, ...place, '--finalizer', finalizer)
  const inOne = namespace !== undefined && others.every(({ ref }) => ref.namespace === namespace)
  return commandLine(...base, '--finalizer', finalizer, ...(inOne ? place : ['-A']))
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text
}
