import type { DeletionGroups } from '../groups/deletion-groups.ts'

/** What is done on purpose otherwise than the operator would, in its place; the notes of the groups say the rest. */
export function replayDifferences(system: DeletionGroups['system']): readonly string[] {
  return DIFFERENCES[system]
}

const COMMON =
  'each delete is for the object that is shown here (by uid); one that somebody makes anew ends the run and is not deleted again'

const DIFFERENCES: Readonly<Record<DeletionGroups['system'], readonly string[]>> = {
  orkestra: [
    COMMON,
    'nothing of a group is asked for once the time is over; Orkestra asks first',
    'a busy server and conflicts are tried again; Orkestra gives up at any error but 404',
    'only the finalizers of this system and of its file are removed, one by one; Orkestra writes the whole list',
  ],
  landscaper: [
    COMMON,
    'a refused delete (403, a webhook) ends the run; Landscaper tries until its time is over',
    'forceDelete takes finalizers off only where no guard of remove refuses; Landscaper takes off all at once',
  ],
  native: [],
  derived: [],
}
