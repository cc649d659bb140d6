import type { ControllerMessages } from '../../messages/controller.ts'
import { allowedText } from './allowed.ts'
import type { WordsFor } from './words-for.ts'

export const controllerWords: WordsFor<ControllerMessages> = {
  LabelsMet: ({ workload, setting }) => `${workload} runs with ${setting}, which the object meets`,
  SharesLabel: ({ workload, label }) => `${workload} has label ${label}, as the object has`,
  OtherLabelValue: ({ workload, label, own, value }) =>
    `${workload} has label ${label}=${own}, and the object ${label}=${value}: it manages another object`,
  RunsDriver: ({ workload, drivers, provisioners }) =>
    `${workload} runs driver ${drivers.join(', ')}, and the object was made by ${provisioners.join(', ')}`,
  CameWithOperator: ({ operator, record }) => {
    const state = {
      untold: '',
      unread: '; whether that still exists could not be read',
      there: ', which is still installed',
      gone: ', and no ClusterServiceVersion of it is left',
    }[record]
    return `the CRD came with the OLM operator ${operator}${state}`
  },
  CameWithRelease: ({ release, record }) =>
    ({
      unread: `the CRD came with Helm release ${release}; whether that still exists could not be read`,
      there: `Helm release ${release} is still recorded`,
      gone: `Helm release ${release} has no record left in its namespace (no Secret, no ConfigMap); its CRDs still exist`,
      emptied: `the object came with Helm release ${release}, of which no workload and no record is left (no Secret, no ConfigMap)`,
    })[record],
  LeaseRenewed: ({ lease, holder, ago, isLast }) =>
    `Lease ${lease}${holder === '' ? '' : `, held by ${holder},`} was ${isLast ? 'last ' : ''}renewed ${ago} ago`,
  MayHaveHadRightInNamespace: ({ workload }) =>
    `${workload} has a word of its name in common with it; Roles and RoleBindings of a namespace that is being deleted go before the objects that keep it`,
  HasName: ({ workload, of }) => {
    const name = {
      writer: 'the name of the field manager that wrote the finalizer',
      annotation: 'the name that begins an annotation of the object, by the program that wrote the finalizer',
      definition: 'the name that the CRD of these objects gives its controller',
      catalogue: 'the name of the known controller',
    }[of]
    return `${workload} has ${name}`
  },
  RunsAs: ({ workload, account, binding, may }) =>
    `${workload} runs as ${account}, which ${binding} allows to ${allowedText(may, 'these objects')}`,
  AloneServes: ({ workload, group }) =>
    `${workload} alone has a role for ${group}, the API group after which the finalizer is named`,
  KinWithoutRight: ({ workload, isUnread }) => {
    const right = isUnread
      ? 'whether it is granted update or patch on these objects could not be read'
      : 'is granted neither update nor patch on these objects'
    return `${workload} has a word of its name in common with it, and ${right}`
  },
  CrdSays: ({ controller = 'its controller', cleans }) =>
    `its CRD says: removed by ${controller}${cleans === undefined ? '' : `; before that: ${cleans}`}`,
  AnnotationOfCrd: ({ annotation, crd }) => `annotation ${annotation} of CRD ${crd}`,
  AsCrdSays: ({ crd, does }) => `CRD ${crd}: as its CRD says, ${does}`,
  FinalizersOfCrdUnreadable: ({ problem }) => `what its CRD says about finalizers is not readable: ${problem}`,
  JobFailed: ({ workload }) => `${workload} failed: its logs may show why`,
  RolloutNotEnded: ({ workload, updated, replicas }) =>
    `the rollout of ${workload} has not ended: ${updated} of its ${replicas} Pods are of the new version, and not all are available`,
  SeeRollout: ({ workload }) => `see why the rollout of ${workload} does not end`,
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

  EndedByPanic: ({ workload, finalizer }) =>
    `${workload} is running and ready, and a panic ended it since the deletion: it may never come to ${finalizer}.`,
  InstallWithoutPanic: () => 'read what it did before it ended, and install a version of it without this error',
  CutOffFromServer: ({ workload, by }) =>
    `${workload} is running and ready, and ${by === 'network' ? 'does not reach the API server' : 'it and the API server do not accept each other'}, as it logs.`,
  FindWhatCutsOff: ({ by }) =>
    by === 'network'
      ? 'find out what keeps it from the API server: a NetworkPolicy, the network of its node, its proxy'
      : 'find out whose certificate or token is not accepted: its service account token, or the CA that it trusts',
  NotLeadingAsLogged: ({ workload }) =>
    `${workload} is running and ready and does not lead: it waits for its lock, as it logs.`,
  LeaseOfDeadPod: ({ lease, pod, durationSeconds, ago }) =>
    `Lease ${lease} is held by Pod ${pod}, which does not exist, for ${durationSeconds} s from its last renewal ${ago} ago`,
  FindHolderOfLock: () => 'find who holds the lock, and whether that still runs',
  DeleteLeaseOfDeadPod: ({ lease }) => `delete Lease ${lease}, whose holder is gone: what runs then leads`,
  LeftOutAsLogged: ({ workload, isSure }) =>
    `${workload} is running and ready, and ${isSure ? 'leaves' : 'may leave'} this object out, as it logs.`,
  SelectByLine: ({ workload }) =>
    `find by the line what ${workload} selects by, and configure it to select the object too where it is installed from (its chart, its Subscription), or run another instance that does: it then sees the deletion`,
}
