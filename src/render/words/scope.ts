import type { ScopeMessages } from '../../messages/scope.ts'
import type { WordsFor } from './words-for.ts'

export const scopeWords: WordsFor<ScopeMessages> = {
  NotSelected: ({ workload, isCertain, lacks }, inWords) =>
    `${workload} is running and ready, and ${isCertain ? 'is' : 'may be'} not configured to look after this object: it does not select ${inWords(lacks)}.`,
  ConfigureToSelect: ({ workload, lacks }, inWords) =>
    `configure ${workload} to select ${inWords(lacks)} too, where it is installed from (its chart, its Subscription), or run another instance that does: it then sees the deletion`,
  ClassLacking: ({ name }) => `class ${name}`,
  NamespaceLacking: ({ namespace }) => `namespace ${namespace}`,
  LabelLacking: ({ label, value }) => `objects with ${label}=${value}`,
  LabelsLacking: ({ setting }) => `objects with the labels of these (now ${setting})`,
  RunsForOtherClass: ({ workload, settings, path, name }) =>
    `${workload} runs with ${settings.join(' and ')}, and ${path} is ${name}`,
  ClassIsOf: ({ name, controller }) => `class ${name} is of ${controller}`,
  SetClassBack: ({ path, name }) =>
    `set ${path} back to ${name}, the class of the controller that holds it: it then sees the deletion and cleans up`,
  RunsForOtherInstance: ({ workload, setting, label, value }) => {
    const started = setting === undefined ? 'without a setting for it' : `with ${setting}`
    const carries = value === undefined ? `has no label ${label}` : `has label ${label}=${value}`
    return `${workload} runs ${started}, and the object ${carries}`
  },
  OnlyOwnValue: () => 'it looks only after objects with its own value',
  LabelsNotMet: ({ workload, setting }) =>
    `${workload} runs with ${setting}, which the labels of the object do not meet`,
  NamespaceNotNamed: ({ workload, setting, namespace }) =>
    `${workload} runs with ${setting}, which does not name ${namespace}`,

  DoesNotHandle: ({ workload, finalizer, next }) =>
    `${workload} runs and does not handle ${finalizer}: it uses ${next} in its place.`,
  PerhapsDoesNotHandle: ({ workload, finalizer, next }) =>
    `${workload} runs and has not removed ${finalizer}; it is possible that it uses only ${next} now, which objects that are not being deleted carry.`,
  ErrorForOtherFinalizer: ({ workload, finalizer, next }) =>
    `${workload} reports an error for ${next}. When that is fixed, ${finalizer} may remain: newer objects have only ${next}.`,
  CarriedByNewer: ({ count, resource, next, finalizer, example }) =>
    `${count} ${resource} that are not being deleted have ${next} and not ${finalizer}, for example ${example}`,
  CarriesBoth: ({ object }) => `${object} carries both names`,
  NeitherReportedNorWritten: () => 'it has neither reported nor written anything to the object since its deletion',
  RunVersionThatHandles: ({ finalizer }) =>
    `run a version that handles ${finalizer} until these objects are gone, if what it cleans up matters`,
  FindWhetherHandled: ({ finalizer }) =>
    `find out whether the version that runs still handles ${finalizer}: its log and its release notes tell`,

  OlderCarriesNext: ({ next }) => `an object that is no newer carries ${next} too`,
  DifferInMoreThanSpelling: ({ finalizer, next }) =>
    `${finalizer} and ${next} differ in more than their spelling: each may be for objects of its own`,
  DeletedOnlyRecently: () => 'its controller may still work on it, or retry: it was deleted only recently',
  FewNewerCarryIt: ({ count }) => `only ${count} newer objects carry it`,
  MayBeAddedLater: ({ finalizer }) => `${finalizer} may have been added after the creation`,
  NotReadToCompare: ({ resource }) => `${resource} could not be read whole, to compare them`,
  GoneBeforeCompared: () => 'they no longer exist and cannot be compared',
  DifferInField: ({ path }) => `they differ in ${path}, which may decide the finalizer`,

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
