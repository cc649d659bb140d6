import type { LogMessages } from '../../messages/logs.ts'
import type { WordsFor } from './words-for.ts'

export const logWords: WordsFor<LogMessages> = {
  EndedByPanic: ({ workload, finalizer }) =>
    `${workload} is running and ready, and a panic ended it since the deletion: it may never come to ${finalizer}.`,
  InstallWithoutPanic: () => 'read what it did before it ended, and install a version of it without this error',
  CutOffFromServer: ({ workload, by }) =>
    `${workload} is running and ready, and ${by === 'network' ? 'does not reach the API server' : 'and the API server do not accept each other'}, as it logs.`,
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
