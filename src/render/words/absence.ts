import type { AbsenceMessages } from '../../messages/absence.ts'
import { allowedText } from './allowed.ts'
import { placeText } from './place-text.ts'
import type { WordsFor } from './words-for.ts'

export const absenceWords: WordsFor<AbsenceMessages> = {
  ByAnyUser: ({ fact }, inWords) => `${inWords(fact)} (any user of that namespace could have written that)`,
  AccountMissing: ({ account, binding, may }) =>
    `service account ${account}, which ${binding} allows to ${allowedText(may, 'them')}, does not exist`,
  AccountIdle: ({ account, binding, may }) =>
    `no Pod runs as service account ${account}, which ${binding} allows to ${allowedText(may, 'them')}`,
  RoleOfBindingMissing: ({ binding, role }) => `${binding} refers to ${role}, which no longer exists`,
  WorkloadLeaving: ({ workload }) => `${workload} is being deleted itself and has no ready Pod`,
  SeenSinceDeletion: ({ manager, ago }) =>
    `"${manager}" wrote or reported ${ago} ago, after the deletion: the traces of an uninstall are of a former installation, or the uninstall came after that`,
  SeenLately: ({ manager, ago }) => `"${manager}" wrote or reported ${ago} ago: it was running then`,
  TokenUsedLately: ({ account }) =>
    `the token of service account ${account}, as which nothing runs here, was used recently`,
  MayChangeFromOutside: ({ who, binding }) => `${who} may change these objects from outside the cluster (${binding})`,
  NoneIdentifiedHere: ({ isSomethingLeft }) =>
    `no running workload could be identified as its controller${isSomethingLeft ? '' : ', and no trace of an uninstall was found'}: the controller may run outside of the cluster`,
  SilenceTooShort: ({ silent, sinceDeletion }) =>
    `its writer has been silent for ${silent}${sinceDeletion ? ' since the deletion' : ''}: less than an hour proves nothing`,
  NotReadFor: ({ resource, reason, text }, inWords) => `${resource} could not be read (${reason}): ${inWords(text)}`,
  CouldNotRead: ({ resource, namespace, reason, text }, inWords) =>
    `${resource}${placeText(namespace)} could not be read: ${reason}: ${inWords(text)}`,
  GroupNotRead: ({ group }) => `the types of API group ${group} could not be read`,
  RunAgainToRead: ({ resource }) => `run this again as a user with permission to read ${resource}`,
  Removal: ({ afterwards, unread, goes }) => {
    const gap = unread === 0 ? '' : ` (what ${unread} of the objects name there could not be read)`
    if (afterwards === undefined)
      return `remove the finalizer; whatever its controller would have cleaned up is left behind${gap}`
    const end = afterwards.endsWith('.') ? '' : '.'
    const going = goes === undefined ? '' : `${end} What is in namespace ${goes} is deleted with it.`
    return `remove the finalizer; then ${lowerFirst(afterwards)}${going}${gap}`
  },

  NoAttachmentNames: ({ volume }) => `no VolumeAttachment names PersistentVolume ${volume}`,
  NoAttacherLeft: ({ finalizer, driver }) =>
    `No attacher is left to remove finalizer ${finalizer}: the CSI driver ${driver} is not installed.`,
  InstallDriverAgain: () => 'install the driver again; its attacher will finish this deletion by itself',
  RemoveUnattached: () =>
    'remove the finalizer: no VolumeAttachment names the volume, and its attacher waits for nothing else. Check the provider first if ' +
    'a VolumeAttachment was ended by force: what it attached may still be',

  SilentLog: ({ pod, container, more, lines }) => {
    const count = lines === 0 ? 'nothing' : lines === 1 ? '1 line' : `${lines} lines`
    return `Pod ${pod}, container ${container}${more === 0 ? '' : ` and ${more} more`}, logged ${count} since the deletion${lines === 0 ? '' : ', none of which names the object'}`
  },
  LogNotRead: ({ reason, text }, inWords) => `its log could not be read (${reason}): ${inWords(text)}`,
  Logged: ({ pod, container, isPrevious, at, line }) =>
    `Pod ${pod}, container ${container}${isPrevious ? ' before its last restart' : ''}, logged${at === undefined ? '' : ` at ${at}`}: ${line}`,
  LoggedPerhaps: ({ logged }, inWords) => `${inWords(logged)} (this object, or another one of its name)`,
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z ]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text
}
