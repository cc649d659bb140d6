import type { UserMessages } from '../../messages/users.ts'
import type { WordsFor } from './words-for.ts'

export const userWords: WordsFor<UserMessages> = {
  UsersNotRead: ({ object }) => `What uses ${object} could not be read.`,
  ProtectedWhileUsed: ({ object, user }) => `${object} is protected while ${user} uses it, which has not been deleted.`,
  UsesAndLives: ({ object, user }) => `${user} uses ${object} and has no deletionTimestamp`,
  UserFails: ({ user, told }) => `${user}: ${told}`,
  NameSaysUsers: ({ finalizer }) => `the name of ${finalizer} says that it waits for users`,
  StaysWhileUsed: ({ finalizer }) => `${finalizer} stays while it is used`,
  ListsUsers: ({ path }) => `${path} lists what still uses it`,
  RemoveFromList: ({ object, user, field }) => `remove ${object} from the list of ${user} (${field})`,
  DeleteRecordOfUse: ({ user }) => `delete ${user}: what it was created for no longer exists`,
  DeleteUserOfRecord: ({ user, record }) => `delete ${user}, which needs ${record}, if it is no longer needed`,
  SeeWhetherUserExists: ({ user, record }) =>
    `see whether ${user}, for which ${record} was created, still exists: if so, it is what to delete`,
  DeleteUser: ({ user }) => `delete ${user}, if it is no longer needed`,
  FindWhetherUsed: ({ user }) => `find out whether ${user} really uses it: only the object itself says so`,

  OwnerMisplaced: ({ object, owner }) =>
    `${object} is cluster-scoped and names the namespaced ${owner} as its owner: the garbage collector never deletes such an object`,
  OwnerNotServed: ({ object, owner, apiVersion }) =>
    `${object} also names ${owner} of ${apiVersion} as its owner, which the server does not serve: the garbage collector cannot look it up and leaves the object alone`,
  OwnedByOther: ({ owner }) => `${owner} also owns it and keeps it`,
  DeleteWithoutWaiting: ({ owners, afterwards }, inWords) =>
    `delete ${owners.join(', ')} without waiting for dependents; ${inWords(afterwards)}`,

  WaitsInCircle: ({ object, awaited, reason, said }, inWords) =>
    `${object} waits for ${awaited} (${reason})${said === undefined ? '' : `: ${inWords(said)}`}`,
  AndNotRead: ({ sentence, unread }, inWords) => `${inWords(sentence)}, and ${inWords(unread)}`,
}
