import type { DeletionGroups } from '../groups/deletion-groups.ts'

/** What is done on purpose otherwise than the operator would, in its place; the notes of the groups say the rest. */
export function replayDifferences(system: DeletionGroups['system'], timeoutPerGroup: boolean): readonly string[] {
  return system === 'orkestra' && !timeoutPerGroup ? [...DIFFERENCES.orkestra, ONE_TIME] : DIFFERENCES[system]
}

const ONE_TIME =
  "the time is for all groups together, where Orkestra's first releases gave it to each; --timeout-per-group does that"

const COMMON =
  'deletes name the uid that is shown here; an object that is recreated meanwhile ends the run and is not deleted again'

const DIFFERENCES: Readonly<Record<DeletionGroups['system'], readonly string[]>> = {
  orkestra: [
    COMMON,
    'nothing of a group is asked for once the time is over, where Orkestra asks first; conflicts and a busy server are tried again, where it gives up',
    'finalizers are removed one by one, and only those of this system and its file; Orkestra writes the whole list',
  ],
  landscaper: [
    COMMON,
    'a refused delete (403, a webhook) ends the run, where Landscaper tries until its time is over',
    'forceDelete goes through the guards of remove; Landscaper removes all finalizers',
  ],
  native: [],
  derived: [],
}
