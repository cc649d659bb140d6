import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { seenOf } from '../../api/fact.ts'
import { largest } from '../../api/long-lists.ts'
import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import { searchController } from '../controller/search.ts'
import { isEndRefused } from '../controller-manager/deletion-probe.ts'
import { controllerManager } from '../controller-manager-lease.ts'
import { type Evidence, type Remedy, toRepair, type Verdict } from '../explanation.ts'
import { once } from '../facts.ts'
import { graphOf } from '../graph.ts'
import {
  blockingDependents,
  type CreatedLate,
  createdLate,
  deletesInForeground,
  type Fate,
  fateOf,
  ownersBlockedBy,
  terminatingDependents,
} from '../ownership/owner-lookup.ts'
import { deleteCommand, releaseOwners } from '../ownership/release.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { formatSeconds, PATIENCE_SECONDS } from '../thresholds.ts'
import { workloadText } from '../workloads/workloads.ts'

/**
 * DependentAlive: an owner deleted in the foreground waits for this dependent, which has not been deleted: the garbage
 * collector never touches it (`stuck`), or works and has left it alone for long (`unknown`).
 */
export function dependentAlive(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const late = createdLate(held, context)
  const own = held.meta.deletionTimestamp && held.meta.finalizers?.find(name => name !== FOREGROUND)
  if (late !== undefined && own === undefined && controllerManager(context.facts).state === 'works')
    return isEndRefused(held, context) ? [] : [beingCreated(late, context)]
  if (held.meta.deletionTimestamp !== undefined) return []
  const owners = ownersBlockedBy(held, context)
  if (owners.length === 0) return []
  const fate = fateOf(held, context)
  if (fate.fate === 'untouched') return [alive(held, owners, fate, 'stuck', [fate.why])]
  const age = largest(owners.map(owner => owner.ageSeconds ?? 0))
  const manager = controllerManager(context.facts)
  if (manager.state !== 'works' || age < PATIENCE_SECONDS || isEndRefused(held, context)) return []
  const to = fate.fate === 'released' ? 'release' : 'delete'
  const left: Evidence = factFrom('metadata', 'CollectorHadTime', { age: formatSeconds(age), to })
  const kept = fate.fate === 'released' ? [fate.why] : []
  return [alive(held, owners, fate, 'unknown', [...kept, left, manager.evidence])]
}

/** `unknown`, as whoever may create objects can name an owner (ClickHouse/clickhouse-operator#309). */
function beingCreated({ owner, dependent: { ref }, manager }: CreatedLate, context: RuleContext): Blocker {
  const names = { object: `${ref.kind} ${ref.name}`, owner: `${owner.ref.kind} ${owner.ref.name}`, manager }
  const { candidates } = searchController(owner, owner.ref.resource, context)
  const [first, second] = candidates.filter(({ workload }) => workload.readyReplicas > 0)
  const who = second === undefined ? first : undefined
  const by = who && workloadText(who.workload)
  return blocker('unknown', {
    key: `DependentAlive/late/${owner.ref.uid}`,
    subject: owner.ref,
    finalizer: FOREGROUND,
    summary: message('DependentsCreatedLate', { ...names, by }),
    evidence: [factFrom('managedFields', 'DependentCreated', names), ...(who?.evidence ?? [])],
    remedies: () => [
      releaseOwners([owner], message('DependentsFollow')),
      toRepair(message('StopCreator', { owner: names.owner, by }), [], 'medium'),
    ],
  })
}

function alive(
  held: StuckObject,
  owners: readonly StuckObject[],
  fate: Fate,
  verdict: Verdict,
  evidence: readonly Evidence[],
): Blocker {
  const { ref } = held
  const names = owners.map(owner => `${owner.ref.kind} ${owner.ref.name}`)
  return blocker(verdict, {
    key: `DependentAlive/${ref.uid}`,
    subject: ref,
    finalizer: FOREGROUND,
    summary: message('DependentNotDeleted', { object: `${ref.kind} ${ref.name}`, owners: names }),
    evidence: [...evidence, factFrom('ownerReferences', 'DependentBlocks', { owners: names })],
    remedies: () => [
      ...(fate.fate === 'deleted' ? [collect(held)] : []),
      releaseOwners(owners, afterwards(held, fate)),
      ...(fate.fate === 'deleted' ? [] : [remove(held)]),
    ],
  })
}

function afterwards({ ref }: StuckObject, { fate }: Fate): Sentence {
  const object = `${ref.kind} ${ref.name}`
  return message(fate === 'deleted' || fate === 'unknown' ? 'DependentFollows' : 'DependentStays', { object })
}

/** What the collector would do anyway, were it not that it waits up to 17 minutes between two tries. */
function collect(held: StuckObject): Remedy {
  const { kind, name } = held.ref
  return toRepair(message('DeleteAsCollector', { object: `${kind} ${name}` }), [deleteCommand(held)], 'low')
}

function remove(held: StuckObject): Remedy {
  return toRepair(
    message('DeleteIfNotNeeded', { object: `${held.ref.kind} ${held.ref.name}` }),
    [deleteCommand(held)],
    'medium',
  )
}

const MAX_NAMED = 5

/**
 * DependentAlive in a circle: objects deleted in the foreground that block each other. None of them goes first; letting
 * one go ends the wait of all.
 */
export function dependentDeadlock(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (!deletesInForeground(held)) return []
  // Objects that wait in a circle for each other, this one among them, by uid in ascending order: all deleted in the
  // foreground, each blocking the next. The garbage collector cuts such a circle only while it deletes the dependents
  // itself; once all of them terminate it waits for ever. undefined when this object is in none.
  const circle = once(context.facts, 'deadlocks', () => deadlocks(context)).get(held.ref.uid)
  if (circle === undefined) return []
  const [first] = circle as readonly [StuckObject, ...StuckObject[]]
  const objects = circle.slice(0, MAX_NAMED).map(({ ref }) => `${ref.kind} ${ref.name}`)
  const shown = { objects, more: circle.length - objects.length }
  return [
    blocker('stuck', {
      tellsWaits: true,
      key: `DependentAlive/circle/${first.ref.uid}`,
      subject: first.ref,
      finalizer: FOREGROUND,
      summary: message('CircleOfOwners', shown),
      evidence: [factFrom('ownerReferences', 'CircleBlocks', shown)],
      remedies: () => [releaseOwners([first], message('OthersFollow'))],
    }),
  ]
}

function deadlocks(context: RuleContext): ReadonlyMap<string, readonly StuckObject[]> {
  const owners = [...context.terminating.values()].filter(deletesInForeground)
  const graph = graphOf(new Map(owners.map(owner => [owner.ref.uid, owner])), owner =>
    blocking(owner, context).map(({ ref }) => ref.uid),
  )
  const circles = graph.cycles().map(uids => uids.toSorted().map(uid => graph.nodes.get(uid)!))
  return new Map(circles.flatMap(circle => circle.map(({ ref }) => [ref.uid, circle])))
}

function blocking(owner: StuckObject, context: RuleContext): readonly StuckObject[] {
  // Who blocks whom is in their own metadata: that others could not be read does not open a circle.
  const seen = seenOf(blockingDependents(owner, context)) ?? terminatingDependents(owner, context)
  return seen.filter(deletesInForeground)
}
