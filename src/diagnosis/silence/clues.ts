import { eachTogether } from '../answered.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Clue } from '../explanation.ts'
import type { Workload } from '../workloads/workloads.ts'
import { ailing, noReadyPod } from './ailing.ts'
import { calledAfterNothing, groupGone } from './called-after.ts'
import { nodeOfFinalizer, nodeOfObject } from './node-of-finalizer.ts'
import {
  begunBefore,
  endingPart,
  failedVolume,
  machineLeft,
  nothingToDelete,
  repeatedFinalizer,
  saidDone,
  unfinishedParts,
} from './nothing-to-delete.ts'
import { failingJob } from './owned-job.ts'
import { ownerGone, sharedPartGone } from './owner-gone.ts'
import { ownedAlive, stillNamed, unused } from './users.ts'
import { webhookSelectsOthers } from './webhook-selects-others.ts'
import { leftByWriter, otherLeader, putOnByHand, writerElsewhere } from './writers.ts'

/**
 * What in the cluster may keep a controller that runs and is silent from the object, the surest first. What the object
 * says and names counts only if it is about this controller.
 */
export function cluesOfSilence(found: Case, workload: Workload, isOwn: boolean): readonly Clue[] {
  const { held, identity, reports, context } = found
  const whole = isOwn ? reports.whole : undefined
  const looks = [
    () => nodeOfFinalizer(found),
    () => putOnByHand(found),
    () => repeatedFinalizer(found),
    () => calledAfterNothing(found),
    () => writerElsewhere(found, workload),
    () => unused(found),
    () => nothingToDelete(found),
    () => failedVolume(found),
    () => (isOwn ? saidDone(found) : undefined),
    () => (isOwn ? unfinishedParts(found) : undefined),
    () => (isOwn ? stillNamed(found) : undefined),
    () => webhookSelectsOthers(found),
    () => otherLeader(workload, identity, context.facts),
    () => nodeOfObject(found, workload, isOwn),
    () => (isOwn ? machineLeft(found) : undefined),
    () => endingPart(found),
    () => ailing(held, whole, context),
    () => failingJob(held, context),
    () => noReadyPod(held, whole, context),
    () => groupGone(found, workload),
    () => ownerGone(found, workload),
    () => (isOwn ? sharedPartGone(found, workload) : undefined),
    () => (isOwn ? begunBefore(found, workload) : undefined),
    () => leftByWriter(found, workload),
  ]
  const clues = eachTogether(looks, look => look()).filter(clue => clue !== undefined)
  const owned = clues.length === 0 && isOwn ? ownedAlive(found) : undefined
  return owned === undefined ? clues : [owned]
}
