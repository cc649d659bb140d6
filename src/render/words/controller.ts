import type { Texts, Words } from './template.ts'

interface Args {
  /** `holder` is empty where it has none. */
  readonly LeaseRenewed: Texts<'lease' | 'holder' | 'ago'> & { readonly isLast: boolean }
  readonly RolloutNotEnded: Texts<'workload'> & { readonly updated: number; readonly replicas: number | undefined }
  readonly MayHaveWrittenIn: {
    readonly resource: string
    /** How many resources the groups have, not all of them read; why this one was not read; or unknown types. */
    readonly because: { readonly more: number } | { readonly unread: string } | 'types unknown'
  }
}

/** Why a workload is taken for the controller of a finalizer, or may be, or is not; and what one says in its log. */
export const controllerWords = {
  LabelsMet: '{workload} runs with {setting}, which the object meets',
  SharesLabel: '{workload} has label {label}, as the object has',
  OtherLabelValue: '{workload} has label {label}={own}, and the object {label}={value}: it manages another object',
  RunsDriver: '{workload} runs driver {drivers:list}, and the object was made by {provisioners:list}',
  LeadsForDriver: '{workload} leads for driver {driver} by Lease {lease}, and the object is of driver {drivers:list}',
  MayServeAnother:
    '{workload} is not shown to serve driver {driver}, {isInstalled?and is called as another one is|of which no CSIDriver and no node tells}',
  /** `untold`: the type of its record is not served. */
  CameWithOperator:
    'the CRD came with the OLM operator {operator}{record?untold=|unread=; whether that still exists could not be read|there=, which is still installed|gone=, and no ClusterServiceVersion of it is left}',
  CameWithRelease: {
    record: {
      unread: 'the CRD came with Helm release {release}; whether that still exists could not be read',
      there: 'Helm release {release} is still recorded',
      gone: 'Helm release {release} has no record left in its namespace (no Secret, no ConfigMap); its CRDs still exist',
      emptied:
        'the object came with Helm release {release}, of which no workload and no record is left (no Secret, no ConfigMap)',
    },
  },
  LeaseRenewed: ({ lease, holder, ago, isLast }) =>
    `Lease ${lease}${holder === '' ? '' : `, held by ${holder},`} was ${isLast ? 'last ' : ''}renewed ${ago} ago`,
  MayHaveHadRightInNamespace:
    '{workload} has a word of its name in common with it; Roles and RoleBindings of a namespace that is being deleted go before the objects that keep it',
  HasName: {
    of: {
      writer: '{workload} has the name of the field manager that wrote the finalizer',
      annotation:
        '{workload} has the name that begins an annotation of the object, by the program that wrote the finalizer',
      definition: '{workload} has the name that the CRD of these objects gives its controller',
      catalogue: '{workload} has the name of the known controller',
    },
  },
  /** `may`: by which verbs it may change the objects; none: their /finalize alone. */
  RunsAs: '{workload} runs as {account}, which {binding} allows to [{may:and} these objects||update their /finalize]',
  AloneLooksAfter: '{workload} alone has a role for types of {owner}, whose domain the finalizer has',
  AloneServes: '{workload} alone has a role for {group}, the API group after which the finalizer is named',
  KinWithoutRight:
    '{workload} has a word of its name in common with it, and {isUnread?whether it is granted update or patch on these objects could not be read|is granted neither update nor patch on these objects}',
  /** What the CRD of the object tells of the finalizer, in an annotation. */
  CrdSays: 'its CRD says: removed by [{controller}||its controller][; before that: {cleans}]',
  AnnotationOfCrd: 'annotation {annotation} of CRD {crd}',
  /** Of what a CRD offers where an object does not go. */
  AsCrdSays: 'CRD {crd}: as its CRD says, {does}',
  FinalizersOfCrdUnreadable: 'what its CRD says about finalizers is not readable: {problem}',
  JobFailed: '{workload} failed: its logs may show why',
  RolloutNotEnded: ({ workload, updated, replicas }) =>
    `the rollout of ${workload} has not ended: ${updated} of its ${replicas} Pods are of the new version, and not all are available`,
  SeeRollout: 'see why the rollout of {workload} does not end',
  MayHaveWrittenIn: ({ resource, because }) => {
    const why =
      because === 'types unknown'
        ? 'is a group whose types are not known'
        : 'more' in because
          ? because.more === 0
            ? 'was not read'
            : `and ${because.more} more ${because.more === 1 ? 'type was' : 'types were'} not read`
          : `could not be read (${because.unread})`
    return `${resource} ${why}: its controller may have written there`
  },

  EndedByPanic:
    '{workload} is running and ready, and a panic ended it since the deletion: it may never come to {finalizer}.',
  InstallWithoutPanic: 'read what it did before it ended, and install a version of it without this error',
  CutOffFromServer:
    '{workload} is running and ready, and {by?network=does not reach the API server|credentials=it and the API server do not accept each other}, as it logs.',
  FindWhatCutsOff: {
    by: {
      network: 'find out what keeps it from the API server: a NetworkPolicy, the network of its node, its proxy',
      credentials:
        'find out whose certificate or token is not accepted: its service account token, or the CA that it trusts',
    },
  },
  NotLeadingAsLogged: '{workload} is running and ready and does not lead: it waits for its lock, as it logs.',
  LeaseOfDeadPod:
    'Lease {lease} is held by Pod {pod}, which does not exist, for {durationSeconds:number} s from its last renewal {ago} ago',
  FindHolderOfLock: 'find who holds the lock, and whether that still runs',
  DeleteLeaseOfDeadPod: 'delete Lease {lease}, whose holder is gone: what runs then leads',
  LeftOutAsLogged: '{workload} is running and ready, and {isSure?leaves|may leave} this object out, as it logs.',
  SelectByLine:
    'find by the line what {workload} selects by, and configure it to select the object too where it is installed from (its chart, its Subscription), or run another instance that does: it then sees the deletion',
} as const satisfies Words<Args>
