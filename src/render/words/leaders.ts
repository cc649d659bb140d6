import type { LeaderMessages } from '../../messages/leaders.ts'
import type { WordsFor } from './words-for.ts'

export const leaderWords: WordsFor<LeaderMessages> = {
  NotLeading: ({ workload, why }, inWords) => `${workload} is running and ready and does not lead: ${inWords(why)}.`,
  OwnerOfLockMissing: ({ lock }) => `the Pod that owns its lock, ${lock}, does not exist`,
  OwnerOfLockCannotLead: ({ lock, pod }) => `its lock, ${lock}, belongs to Pod ${pod}, which cannot lead`,
  LeaseUpdateForbidden: () => 'it may not update the Lease by which it elects',
  LockNotTaken: ({ lock }) => `what runs has not taken its lock, ${lock}`,
  LockOwnedByPod: ({ lock, pod }) => `${lock}, by which it elects, is owned by Pod ${pod}`,
  PodMissing: ({ pod }) => `Pod ${pod} does not exist`,
  PodEnded: ({ pod, phase }) => `Pod ${pod} has ended (${phase}), and still exists`,
  PodBeingDeleted: ({ pod }) => `Pod ${pod} is being deleted`,
  LockLapsed: ({ lock, holder, ago, durationSeconds }) =>
    `${lock}${holder === '' ? ' has no holder, and' : `, held by ${holder},`} was last renewed ${ago} ago (leaseDurationSeconds: ${durationSeconds})`,
  MayNotUpdateLeases: ({ user, namespace }) => `${user} may not update leases in ${namespace}`,
  DeleteLockOfMissingPod: ({ configMap }) =>
    `delete configmap ${configMap}, which the garbage collector should have deleted with its Pod: what runs then leads`,
  DeleteEndedPod: ({ pod }) => `delete Pod ${pod}, which has ended: its lock goes with it, and what runs then leads`,
  SeeWhatKeepsPod: ({ pod }) => `see what keeps Pod ${pod}: its lock goes with it`,
  LogTellsWhyNotLeading: () => 'its log shows why it does not take the lock, or that it does not elect any more',
  LeaseHeldByThis: ({ lease }) => `Lease ${lease}: held by this process, which writes`,
  LeaseHeldByOther: ({ lease, holder, isForeign }) =>
    `Lease ${lease}: held by ${holder}: ${isForeign ? 'another program, which is not displaced' : 'another process, which writes'}`,
  LeaseCannotBeHeld: ({ lease, why }, inWords) => `warning: Lease ${lease} cannot be held: ${inWords(why)}`,
  EventsNotWritten: ({ isDefault, why }, inWords) =>
    `warning: Events cannot be written in ${isDefault ? 'default' : 'the namespaces of objects'}: ${inWords(why)}`,
  EventsOfFirst: ({ first, of }) => `warning: ${of} causes and namespaces: only the first ${first} have Events`,
  TextsOfAdvice: () => 'What is warned of, by the uid of the object whose deletion would get stuck.',
  DeletionsOfAdvice: () =>
    'Deletions that would get stuck, as kubectl finalize watch --advice has proven a moment ago.',
  WarnedDeletion: () => 'kubectl finalize: this deletion would get stuck',
  SeeLock: () => 'see what the lock says',
}
