import type { Words } from './template.ts'

interface Args {
  readonly LockLapsed: {
    readonly lock: string
    /** Empty: it has none. */
    readonly holder: string
    readonly ago: string
    readonly durationSeconds: number
  }
}

/** What is said of a controller that was started for other objects, removes another finalizer, or does not lead. */
export const scopeWords = {
  NotSelected:
    '{workload} is running and ready, and {isCertain?is|may be} not configured to look after this object: it does not select {lacks:sentence}.',
  ConfigureToSelect:
    'configure {workload} to select {lacks:sentence} too, where it is installed from (its chart, its Subscription), or run another instance that does: it then sees the deletion',
  ClassLacking: 'class {name}',
  NamespaceLacking: 'namespace {namespace}',
  LabelLacking: 'objects with {label}={value}',
  LabelsLacking: 'objects with the labels of these (now {setting})',
  RunsForOtherClass: '{workload} runs with {settings:and}, and {path} is {name}',
  ClassIsOf: 'class {name} is of {controller}',
  SetClassBack:
    'set {path} back to {name}, the class of the controller that holds it: it then sees the deletion and cleans up',
  RunsForOtherInstance:
    '{workload} runs [with {setting}||without a setting for it], and the object has [label {label}={value}||no label {label}]',
  OnlyOwnValue: 'it looks only after objects with its own value',
  LabelsNotMet: '{workload} runs with {setting}, which the labels of the object do not meet',
  NamespaceNotNamed: '{workload} runs with {setting}, which does not name {namespace}',

  SwitchedOff: 'it runs with {setting}, which may switch off what removes it',
  RunsWithSetting: '{workload} runs with {setting}',
  SwitchOnAgain:
    'if {setting} switches off what removes {finalizer}, switch that on until these objects are gone: it then finishes by itself',
  DeletedLater: 'what it stands for is only deleted at {at}, as is scheduled',
  WaitForEnd: 'wait until then, if the object may stay that long: what is outside is deleted without it',

  DoesNotHandle: '{workload} runs and does not handle {finalizer}: it uses {next} in its place.',
  PerhapsDoesNotHandle:
    '{workload} runs and has not removed {finalizer}; it is possible that it uses only {next} now, which objects that are not being deleted carry.',
  ErrorForOtherFinalizer:
    '{workload} reports an error for {next}. When that is fixed, {finalizer} may remain: newer objects have only {next}.',
  CarriedByNewer:
    '{count:number} {resource} that are not being deleted have {next} and not {finalizer}, for example {example}',
  CarriesBoth: '{object} carries both names',
  NeitherReportedNorWritten: 'it has neither reported nor written anything to the object since its deletion',
  RunVersionThatHandles:
    'run a version that handles {finalizer} until these objects are gone, if what it cleans up matters',
  FindWhetherHandled:
    'find out whether the version that runs still handles {finalizer}: its log and its release notes tell',

  OlderCarriesNext: 'an object as old as this one, or older, has {next} too',
  DifferInMoreThanSpelling:
    '{finalizer} and {next} differ in more than their spelling: each may be for objects of its own',
  DeletedOnlyRecently: 'its controller may still work on it, or retry: it was deleted only recently',
  FewNewerCarryIt: 'only {count:number} newer objects carry it',
  MayBeAddedLater: '{finalizer} may have been added after the creation',
  NotReadToCompare: '{resource} could not be read whole, to compare them',
  GoneBeforeCompared: 'they no longer exist and cannot be compared',
  DifferInField: 'they differ in {path}, which may decide the finalizer',

  NotLeading: '{workload} is running and ready and does not lead: {why:sentence}.',
  OwnerOfLockMissing: 'the Pod that owns its lock, {lock}, does not exist',
  OwnerOfLockCannotLead: 'its lock, {lock}, belongs to Pod {pod}, which cannot lead',
  LeaseUpdateForbidden: 'it may not update the Lease by which it elects',
  LockNotTaken: 'what runs has not taken its lock, {lock}',
  LockOwnedByPod: '{lock}, by which it elects, is owned by Pod {pod}',
  PodMissing: 'Pod {pod} does not exist',
  PodEnded: 'Pod {pod} has ended ({phase}), and still exists',
  PodBeingDeleted: 'Pod {pod} is being deleted',
  LockLapsed: ({ lock, holder, ago, durationSeconds }) =>
    `${lock}${holder === '' ? ' has no holder, and' : `, held by ${holder},`} was last renewed ${ago} ago (leaseDurationSeconds: ${durationSeconds})`,
  MayNotUpdateLeases: '{user} may not update leases in {namespace}',
  DeleteLockOfMissingPod:
    'delete configmap {configMap}, which the garbage collector should have deleted with its Pod: what runs then leads',
  DeleteEndedPod: 'delete Pod {pod}, which has ended: its lock goes with it, and what runs then leads',
  SeeWhatKeepsPod: 'see what keeps Pod {pod}: its lock goes with it',
  LogTellsWhyNotLeading: 'its log shows why it does not take the lock, or that it does not elect any more',
  LeaseHeldByThis: 'Lease {lease}: held by this process, which writes',
  /** `isForeign`: not by a watch. */
  LeaseHeldByOther:
    'Lease {lease}: held by {holder}: {isForeign?another program, which is not displaced|another process, which writes}',
  LeaseCannotBeHeld: 'warning: Lease {lease} cannot be held: {why:sentence}',
  /** `isDefault`: in namespace default, and not in those of the objects. */
  EventsNotWritten:
    'warning: Events cannot be written in {isDefault?default|the namespaces of objects}: {why:sentence}',
  EventsOfFirst: 'warning: {of:number} causes and namespaces: only the first {first:number} have Events',
  TextsOfAdvice: 'What is warned of, by the uid of the object whose deletion would get stuck.',
  DeletionsOfAdvice: 'Deletions that would get stuck, as kubectl finalize watch --advice has proven a moment ago.',
  WarnedDeletion: 'kubectl finalize: this deletion would get stuck',
  SeeLock: 'see what the lock says',
} as const satisfies Words<Args>
