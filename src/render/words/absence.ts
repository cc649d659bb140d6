import type { Words } from './template.ts'

interface Args {
  readonly Removal: {
    /** What has to be done by hand after it; absent: nothing is known of it. */
    readonly afterwards?: string | undefined
    /** How many objects could not be read. */
    readonly unread: number
    /** The namespace of all of them, which is being deleted with what is in it. */
    readonly goes?: string | undefined
    /** The field for the id of what it stands for, in which none is. */
    readonly empty?: string | undefined
    /** That its status says that what it stands for has ended: `status.instanceState is terminated`. */
    readonly ended?: string | undefined
    /** What they were only there for, and which is gone. */
    readonly without?: string | undefined
  }
  readonly SilentLog: {
    readonly pod: string
    readonly container: string
    /** How many other logs were read. */
    readonly more: number
    readonly lines: number
  }
}

/** What shows that no controller is left, and what speaks against it or is missing to it. */
export const absenceWords = {
  ByAnyUser: '{fact:sentence} (any user of that namespace could have written that)',
  /** `may`: the verbs by which objects may be changed; none: only their /finalize. */
  AccountMissing:
    'service account {account}, which {binding} allows to [{may:and} them||update their /finalize], does not exist',
  AccountIdle:
    'no Pod runs as service account {account}, which {binding} allows to [{may:and} them||update their /finalize]',
  RoleOfBindingMissing: '{binding} refers to {role}, which no longer exists',
  WorkloadLeaving: '{workload} is being deleted itself and has no ready Pod',
  SeenSinceDeletion:
    '"{manager}" wrote or reported {ago} ago, after the deletion: the traces of an uninstall are of a former installation, or the uninstall came after that',
  SeenLately: '"{manager}" wrote or reported {ago} ago: it was running then',
  OtherSeenLately:
    '"{manager}" wrote other objects of the product {ago} ago: it was running then, if it is the controller',
  TokenUsedLately: 'the token of service account {account}, as which nothing runs here, was used recently',
  MayChangeFromOutside: '{who} may change these objects from outside the cluster ({binding})',
  /** `isSomethingLeft`: something was found that an uninstall may have left. */
  NoneIdentifiedHere:
    'no running workload could be identified as its controller{isSomethingLeft?|, and no trace of an uninstall was found}: the controller may run outside of the cluster',
  SilenceTooShort:
    '{isOther?what may be its writer|its writer} has been silent for {silent}{sinceDeletion? since the deletion}: less than an hour proves nothing',
  NotReadFor: '{resource} could not be read ({reason}): {text:sentence}',
  CouldNotRead: '{resource}[ in namespace {namespace}] could not be read: {reason}: {text:sentence}',
  GroupNotRead: 'the types of API group {group} could not be read',
  RunAgainToRead: 'run this again as a user with permission to read {resource}',
  Removal: ({ afterwards, unread, goes, empty, ended, without }) => {
    const end = afterwards?.endsWith('.') && without === undefined ? '' : '.'
    const going = goes === undefined ? '' : `${end} What is in namespace ${goes} is deleted with it.`
    if (without !== undefined)
      return `remove the finalizer: it was only kept for ${without}, which no longer exists; what that had outside of the cluster may be left behind${going}`
    const gap = unread === 0 ? '' : ` (what ${unread} of the objects name there could not be read)`
    if (afterwards === undefined)
      return `remove the finalizer; whatever its controller would have cleaned up is left behind${gap}`
    const gone = ended && `${ended}: if that is so, nothing of it is left behind; else`
    // How far the cleanup came, and whether there was something to clean up at all, only its controller knows.
    const undone = afterwards.startsWith('Nothing') ? 'then' : 'then, if its cleanup is not done,'
    const then = empty ? `${empty} is empty: if nothing was made yet, nothing is left behind; else` : (gone ?? undone)
    return `remove the finalizer; ${then} ${lowerFirst(afterwards)}${going}${gap}`
  },

  NoAttachmentNames: 'no VolumeAttachment names PersistentVolume {volume}',
  DeletedIsGone: 'the last that it reported is that it deletes {part}, which is gone: it may have missed that',
  DeletedNotFound: '{part} does not exist any more',
  TouchAfterDeletion:
    'update the object, so that the controller receives it again: {part} is gone, and it may have missed that',
  NoSidecarLeft: 'No sidecar is left to remove finalizer {finalizer}: the CSI driver {driver} is not installed.',
  InstallDriverAgain: 'install the driver again; its sidecar will finish this deletion by itself',
  RemoveUnattached:
    'remove the finalizer: no VolumeAttachment names the volume, and its attacher waits for nothing else. Check the provider first if ' +
    'a VolumeAttachment was ended by force: what it attached may still be',

  SilentLog: ({ pod, container, more, lines }) => {
    const count = lines === 0 ? 'nothing' : lines === 1 ? '1 line' : `${lines} lines`
    return `Pod ${pod}, container ${container}${more === 0 ? '' : ` and ${more} more`}, logged ${count} since the deletion${lines === 0 ? '' : ', none of which names the object'}`
  },
  LogNotRead: 'its log could not be read ({reason}): {text:sentence}',
  Logged: 'Pod {pod}, container {container}{isPrevious? before its last restart}, logged[ at {at}]: {line}',
  LoggedPerhaps: '{logged:sentence} (this object, or another one of its name)',
  LoggedOfOwner:
    '{logged:sentence} (about its owner {owner}, or something of the same name, not about the object itself)',
} as const satisfies Words<Args>

function lowerFirst(text: string): string {
  return /^[A-Z][a-z ]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text
}
