import { placedText } from '../../api/object-text.ts'
import type { Preflight, Wave } from '../../diagnosis/preflight/foreseen.ts'
import { plainOrder } from '../../diagnosis/preflight/order.ts'
import { carryOut } from '../../execute/carry-out.ts'
import type { OpenCluster, Stopped } from '../../execute/ordered/ordered-tools.ts'
import { message, sentenceOf } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import { belongsToOthers, losesData } from '../../plan/guards/taken-along.ts'
import { wouldGetStuck } from '../../plan/guards/would-get-stuck.ts'
import { type Deadlock, deadlocksOf, goingOf } from '../../plan/ordered/deadlocks.ts'
import type { LiveObject } from '../../plan/ordered/live-groups.ts'
import type { Step } from '../../plan/outcome.ts'
import { changesIn, deletionTasks, INTERRUPTED, type Plan, unsent } from '../../plan/plan.ts'
import { advised, deleteWords, type Reach } from '../../plan/reach.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import type { Section } from '../../plan/sections.ts'
import type { Left } from '../ordered/explain-left.ts'
import { orderedTools } from '../ordered/ordered-tools.ts'
import type { PreflightResult } from '../preflight/preflight-cluster.ts'
import { begin, type Finished } from '../write/perform.ts'
import type { WriteRun } from '../write/write-run.ts'
import { findSyncers } from './find-syncers.ts'
import { cameSince, lostSince } from './look-again.ts'
import { groupsOf, type ReadObject, unnamed } from './waves.ts'
import { suspendedBefore, withSuspended } from './with-suspended.ts'

/** How often it is looked whether objects are gone that may not be watched, in seconds; and what one calls a group. */
const LIMITS = { timeoutPerGroup: false, pollSeconds: 5, called: 'wave' } as const

/** What a preflight told, and all that it read of the objects in its order. */
export interface DeletePlan {
  readonly preflight: Preflight
  /** By uid. */
  readonly seen: ReadonlyMap<string, ReadObject>
  readonly home: OpenCluster
  /** The answer of the preflight. */
  readonly shown: Section
  /** Reads all of it once more. */
  readonly again: () => Promise<PreflightResult>
  /** The types of an operator whose objects go with it, `plural.group`. */
  readonly served: readonly string[]
}

export interface DeleteRequest {
  readonly propagation: 'Background' | 'Foreground' | 'Orphan'
  /** For all waves together. */
  readonly timeoutSeconds: number
}

/**
 * Deletes live objects in the waves of a preflight, each wave once the one before is gone by uid; removes no finalizer.
 * Refuses, unless overridden, what is called stuck, what cannot be told, and what destroys data.
 */
export async function runDelete(
  { preflight, seen, home, shown, again, served }: DeletePlan,
  { propagation, timeoutSeconds }: DeleteRequest,
  run: WriteRun,
): Promise<Finished> {
  const { options, ports } = run
  // Where nothing tells of an order, an override asks for the deletion all the same.
  const order = preflight.order.length > 0 ? preflight.order : plainOrder(preflight.targets)
  const groups = groupsOf(order, seen, home.cluster)
  const before = () => suspendedBefore(options.backupDirectory, ports)
  const { syncers, refusals: ofSyncers } = await findSyncers(seen, before, home, ports.signal)
  const suspensions = syncers.map(({ type, object }) => [{ action: 'Suspend', saved: { type, object } } as const])
  const deletions = deletionTasks(groups, propagation)
  const objects = changesIn(deletions).length
  const tasks = [...suspensions, ...deletions]
  const refusals = [...ofSyncers, unnamed(order, preflight.targets), ...guardsOf(preflight)].filter(isKept(options))
  const { onExplained, told } = deadlockTeller(preflight)
  const plan: Plan = {
    tasks,
    sections: [shown, { part: 'syncers', syncers }, ...notKept(preflight, order)],
    hindrance: refusals.length === 0 ? undefined : refusedBy(refusals),
    consent: {
      to: message('DeleteInWaves', { objects, waves: groups.length, syncers: syncers.length }),
      word: String(objects),
    },
    backups: syncers.length + objects,
  }
  const reasoned = withReason(order)
  const begun = await begin(plan, run)
  if (!('tools' in begun)) return { steps: begun.map(reasoned) }
  // Whoever is asked may take an hour for it; without a question this would be no later than the first look.
  const now = options.yes || begun.tools.dryRun ? undefined : await again()
  const guards = now && guardsOf(now.preflight).filter(isKept(options))
  const lost = now && [lostSince(preflight, now), guards!].find(({ length }) => length > 0)
  if (ports.signal.aborted) return { steps: unsent(changesIn(tasks), INTERRUPTED) }
  if (lost) return { steps: unsent(changesIn(tasks), refusedBy(lost)) }
  const onStop = async ({ group: wave, reason }: Stopped): Promise<void> =>
    ports.signal.aborted ? undefined : ports.say(message('StoppedInWave', { wave, reason }))
  // What the first wave would be looked at for was just read, but for what an operator serves.
  const isRead = now !== undefined && now.preflight.unreadable.length === 0 && served.length === 0
  const since = async (wave: readonly LiveObject[]) =>
    isRead && wave === groups[0]!.objects
      ? undefined
      : cameSince(wave, preflight, served, home, ports.signal).catch(sentenceOf)
  const clusters = new Map([[home.cluster.name, home]])
  const ordered = { ...LIMITS, timeoutSeconds, clusters, onStop, onExplained, cameSince: since }
  const tools = await orderedTools(begun.tools, ordered, run)
  const steps = await withSuspended(syncers, tools, () => carryOut(tasks, tools), ports)
  return { steps: steps.map(step => reasoned(told(step, tools.reach))) }
}

/** That objects go with others, without a copy of each. */
function notKept({ reach }: Preflight, order: readonly Wave[]): readonly Section[] {
  const count = reach.length - order.flatMap(({ refs }) => refs).length
  return count > 0 ? [{ part: 'paragraph', sentence: message('NotKept', { count }) }] : []
}

function isKept({ overrides }: WriteRun['options']): (refusal: Refusal | undefined) => refusal is Refusal {
  return (refusal): refusal is Refusal =>
    refusal !== undefined && (refusal.final === true || !overrides.has(refusal.guard))
}

function guardsOf(preflight: Preflight): readonly (Refusal | undefined)[] {
  return [wouldGetStuck(preflight), belongsToOthers(preflight), losesData(preflight)]
}

/** Of what was done or would be, why it was done then; of the rest why it was not is enough. */
function withReason(order: readonly Wave[]): (step: Step) => Step {
  const reasons = new Map(order.map(({ wave, why }) => [wave, why]))
  return step => {
    const reason = step.group === undefined ? undefined : reasons.get(step.group)
    if (reason === undefined || (step.result !== 'done' && step.result !== 'planned')) return step
    const { message: said } = step
    return { ...step, message: said === undefined ? reason : message('AndAlso', { sentence: said, also: reason }) }
  }
}

/** Objects whose deletion is advised at most. */
const MAX_ADVISED = 3

/** Finds deadlocks in each explanation of what is left, and tells of those of the last one. */
function deadlockTeller(preflight: Parameters<typeof goingOf>[0]) {
  const going = goingOf(preflight)
  let deadlocks: readonly Deadlock[] = []
  return {
    onExplained(left: readonly Left[]): void {
      const waiting = left.map(({ object: { ref }, awaits }) => ({ ref, awaits }))
      deadlocks = deadlocksOf(waiting, going)
    },
    /** Adds to a step that timed out which objects of later waves it waits for, and the commands that delete those. */
    told(step: Step, reach: Reach): Step {
      const found = step.result === 'timeout' ? deadlocks.find(({ ref }) => ref.uid === step.ref.uid) : undefined
      if (found === undefined) return step
      const later = found.later.map(({ ref, wave, with: target }) => ({
        name: placedText(ref),
        wave,
        with: target.uid === ref.uid ? undefined : placedText(target),
      }))
      const also = message('DeadlockOfWaves', { wave: found.wave, later })
      const said = step.message === undefined ? also : message('AndAlso', { sentence: step.message, also })
      const opening = found.later
        .slice(0, MAX_ADVISED)
        .map(({ ref }) => advised(message('DeleteLaterFirst', { name: placedText(ref) }), reach, ...deleteWords(ref)))
      return { ...step, message: said, advice: [...(step.advice ?? []), ...opening] }
    },
  }
}
