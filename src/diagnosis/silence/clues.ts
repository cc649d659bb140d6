import { eachTogether } from '../answered.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Clue } from '../explanation.ts'
import { isCustom } from '../stuck-object.ts'
import type { Workload } from '../workloads/workloads.ts'
import { ailing, noReadyPod } from './ailing.ts'
import { calledAfterNothing, groupGone } from './called-after.ts'
import { endingPart, machineLeft } from './ending-part.ts'
import { nodeOfFinalizer, nodeOfObject } from './node-of-finalizer.ts'
import {
  begunBefore,
  deletedIsGone,
  deletedLater,
  failedVolume,
  nothingToDelete,
  repeatedFinalizer,
  saidDone,
  unfinishedParts,
} from './nothing-to-delete.ts'
import { failingJob } from './owned-job.ts'
import { nameOfNothing, ownerGone, ownerLetGo, sharedPartGone } from './owner-gone.ts'
import { switchedOff } from './switched-off.ts'
import { ownedAlive, stillNamed, unused } from './users.ts'
import { webhookSelectsOthers } from './webhook-selects-others.ts'
import { leftByWriter, otherLeader, putOnByHand, writerElsewhere } from './writers.ts'

type Look = (found: Case, workload: Workload, isOwn: boolean) => Clue | undefined

/** Counts only if the object is about this controller. */
const ofOwn =
  (look: Look): Look =>
  (found, workload, isOwn) =>
    isOwn ? look(found, workload, isOwn) : undefined

/** The surest first. */
const LOOKS: readonly Look[] = [
  nodeOfFinalizer,
  putOnByHand,
  switchedOff,
  repeatedFinalizer,
  calledAfterNothing,
  writerElsewhere,
  unused,
  nothingToDelete,
  failedVolume,
  ofOwn(saidDone),
  ofOwn(deletedLater),
  ofOwn(deletedIsGone),
  ofOwn(unfinishedParts),
  ofOwn(stillNamed),
  webhookSelectsOthers,
  otherLeader,
  nodeOfObject,
  ofOwn(machineLeft),
  endingPart,
  ofOwn(ailing),
  found => failingJob(found.held, found.context),
  ofOwn(noReadyPod),
  groupGone,
  ownerGone,
  ownerLetGo,
  ofOwn(sharedPartGone),
  ofOwn(nameOfNothing),
  ofOwn(begunBefore),
  leftByWriter,
]

/**
 * What in the cluster may keep a controller that runs and is silent from the object. What the object says and names
 * counts only if it is about this controller.
 */
export function cluesOfSilence(found: Case, workload: Workload, isOwn: boolean): readonly Clue[] {
  const clues = eachTogether(LOOKS, look => look(found, workload, isOwn)).filter(clue => clue !== undefined)
  const owned = clues.length === 0 && (isOwn || !isCustom(found.held)) ? ownedAlive(found) : undefined
  return owned === undefined ? clues : [owned]
}
