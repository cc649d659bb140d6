import type { KubeObject } from '../../api/object.ts'
import type { Identity } from '../controller/identity.ts'
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
  readonly identity: Identity
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
    commands: [...byFinalizer].flatMap(([name, objects]) => removeCommands(name, objects, context)),
    risk: known?.risk ?? 'medium',
    leaks: leaks.length > MOST_LEAKS ? [...leaks.slice(0, MOST_LEAKS), `and ${leaks.length - MOST_LEAKS} more`] : leaks,
  }
}

/**
 * Names the one object, or the set: by its namespace when all are in one. Where others are held by the same finalizer,
 * whose controller may live (Flux has one for all its kinds), each is named, by one command a namespace.
 */
function removeCommands(finalizer: string, objects: readonly Held[], { terminating }: RuleContext): readonly string[] {
  const base = ['kubectl', 'finalize', 'remove'] as const
  const [{ ref }] = objects as [Held]
  const inOne = ref.namespace !== undefined && objects.every(each => each.ref.namespace === ref.namespace)
  const uids = new Set(objects.map(each => each.ref.uid))
  const isBystander = (each: Held): boolean =>
    !uids.has(each.ref.uid) &&
    (!inOne || each.ref.namespace === ref.namespace) &&
    each.finalizers.some(({ name }) => name === finalizer)
  if (objects.length > 1 && ![...terminating.values()].some(isBystander)) {
    return [commandLine(...base, '--finalizer', finalizer, ...(inOne ? ['-n', ref.namespace!] : ['-A']))]
  }
  return [...Map.groupBy(objects, each => each.ref.namespace)].map(([namespace, same]) => {
    const names = same.map(({ ref: { resource, name } }) => `${resource}/${name}`)
    return commandLine(
      ...base,
      ...names,
      ...(namespace === undefined ? [] : ['-n', namespace]),
      '--finalizer',
      finalizer,
    )
  })
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z ]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text
}
