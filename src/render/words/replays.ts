import { counted } from '../../api/object-text.ts'
import type { ReplayMessages } from '../../messages/replays.ts'
import { waveReasonText } from '../preflight-words.ts'
import { namesText } from './names-text.ts'
import type { WordsFor } from './words-for.ts'

/** Objects that are told before the rest is counted. */
const MAX_LATER = 3

export const replayWords: WordsFor<ReplayMessages> = {
  WhyInWave: waveReasonText,
  /** `Suspend 1 object that would create them again, and delete 14 objects in 2 waves`. */
  DeleteInWaves: ({ objects, waves, syncers }) => {
    const deletion = `elete ${counted(objects, 'object')} in ${counted(waves, 'wave')}`
    if (syncers === 0) return `D${deletion}`
    return `Suspend ${counted(syncers, 'object')} that would create them again, and d${deletion}`
  },
  DeadlockOfWaves: ({ wave, later }) => {
    const told = later.slice(0, MAX_LATER).map(each => {
      const how = each.with === undefined ? '' : `with ${each.with} `
      return `${each.name}, which is to be deleted ${how}only in wave ${each.wave}`
    })
    const rest = later.length - told.length
    const names = [...told, ...(rest > 0 ? [counted(rest, 'more object')] : [])].join(', and ')
    return `a deadlock of waves: in wave ${wave} it waits for ${names}`
  },
  DeleteLaterFirst: ({ name }) => `delete ${name} first, then run it again`,
  WaitOrStopFirst: () => 'wait until it finishes, or stop it first',
  WaitOrInterfere: () =>
    'wait until it finishes, or stop it first: two clients deleting the same objects interfere with each other',
  OperatorHoldsLease: ({ lease }) => `Lease ${lease} is renewed: the operator runs`,
  OperatorUnread: ({ why }, inWords) => `whether the operator runs could not be read: its Lease: ${inWords(why)}`,
  ReadOrStopOperator: () => 'run it as a user with permission to read that, or stop the operator first',
  CreatedMeanwhileUnread: ({ why }, inWords) =>
    `whether new objects were created in the meantime could not be read: ${inWords(why)}; run it again (or --override IncompleteRead)`,
  CreatedDuringGroups: () =>
    'it was created while the groups were deleted and is not deleted: stop the controller that creates it, then run this again',
  UnchangedAfterGroups: ({ group }) =>
    `not changed: ${group === undefined ? 'interrupted before it' : `group ${group} did not finish`}`,
  GroupsGoneUnread: () => 'not changed: whether all objects of the groups are gone could not be read',
  GroupsNotGone: () => 'not changed: some objects of the groups are not gone',
  OwnedUnread: ({ types, why }) => `whether the resource owns any of ${namesText(types)} could not be read (${why})`,
  ReadOrSpecifyGroups: () => 'run it as a user with permission to read that, or specify the groups with -f',
  SyncerUnread: ({ syncer = 'an Argo CD Application', why }) =>
    `whether ${syncer} would create again what is deleted could not be read: ${why}`,
  SuspensionUndone: ({ syncer, by }) =>
    `${syncer} would create again what is deleted, and ${by} would undo its suspension`,
  SuspendAtItsSource: ({ by }) => `remove the objects from its source, or suspend it by ${by}`,
  SyncerNotSuspended: () => 'what would create it again is not suspended',
  OnlyDeletedWhenNamed: ({ name }) => `${name} has to be deleted before the rest, and is deleted only when it is named`,
  NameItAsWell: () => 'name it as well, if its data may go',
  StillSuspended: ({ syncer, resume }, inWords) => `${syncer} is still suspended: ${inWords(resume)}`,
  SuspendedByEarlierRun: ({ syncer, resume }, inWords) =>
    `${syncer} was suspended by an earlier run, which was ended: ${inWords(resume)}`,
  StaysSuspended: ({ syncer, resume }, inWords) =>
    `${syncer} stays suspended, for it would create the deleted objects again; remove them from its source, then: ${inWords(resume)}`,
  AnotherHinders: () => 'another object is refused or could not be read, and --all-or-nothing was given',
}
