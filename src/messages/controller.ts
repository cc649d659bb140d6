import type { Texts } from './nested.ts'

/** Why a workload is taken for the controller of a finalizer, or may be, or is not; and what one says in its log. */
export interface ControllerMessages {
  readonly LabelsMet: { readonly workload: string; readonly setting: string }
  readonly SharesLabel: { readonly workload: string; readonly label: string }
  readonly OtherLabelValue: Texts<'workload' | 'label' | 'value'> & { readonly own: string | undefined }
  readonly RunsDriver: {
    readonly workload: string
    readonly drivers: readonly string[]
    readonly provisioners: readonly string[]
  }
  readonly CameWithOperator: {
    readonly operator: string
    /** `untold`: the type of its record is not served. */
    readonly record: 'untold' | 'unread' | 'there' | 'gone'
  }
  readonly CameWithRelease: { readonly release: string; readonly record: 'unread' | 'there' | 'gone' | 'emptied' }
  /** `holder` is empty where it has none. */
  readonly LeaseRenewed: Texts<'lease' | 'holder' | 'ago'> & { readonly isLast: boolean }
  readonly MayHaveHadRightInNamespace: { readonly workload: string }
  readonly HasName: { readonly workload: string; readonly of: 'writer' | 'annotation' | 'definition' | 'catalogue' }
  readonly RunsAs: {
    readonly workload: string
    readonly account: string
    readonly binding: string
    /** By which verbs it may change the objects; none: their /finalize alone. */
    readonly may: readonly string[]
  }
  readonly AloneServes: { readonly workload: string; readonly group: string }
  readonly KinWithoutRight: { readonly workload: string; readonly isUnread: boolean }
  /** What the CRD of the object tells of the finalizer, in an annotation. */
  readonly CrdSays: { readonly controller: string | undefined; readonly cleans: string | undefined }
  readonly AnnotationOfCrd: { readonly annotation: string; readonly crd: string }
  /** Of what a CRD offers where an object does not go. */
  readonly AsCrdSays: { readonly crd: string; readonly does: string }
  readonly FinalizersOfCrdUnreadable: { readonly problem: string }
  readonly JobFailed: { readonly workload: string }
  readonly RolloutNotEnded: Texts<'workload'> & { readonly updated: number; readonly replicas: number | undefined }
  readonly SeeRollout: { readonly workload: string }
  readonly MayHaveWrittenIn: {
    readonly resource: string
    /** How many resources the groups have, not all of them read; why this one was not read; or unknown types. */
    readonly because: { readonly more: number } | { readonly unread: string } | 'types unknown'
  }

  readonly EndedByPanic: { readonly workload: string; readonly finalizer: string }
  readonly InstallWithoutPanic: Record<never, never>
  readonly CutOffFromServer: { readonly workload: string; readonly by: CutOffBy }
  readonly FindWhatCutsOff: { readonly by: CutOffBy }
  readonly NotLeadingAsLogged: { readonly workload: string }
  readonly LeaseOfDeadPod: Texts<'lease' | 'pod' | 'ago'> & { readonly durationSeconds: number }
  readonly FindHolderOfLock: Record<never, never>
  readonly DeleteLeaseOfDeadPod: { readonly lease: string }
  readonly LeftOutAsLogged: { readonly workload: string; readonly isSure: boolean }
  readonly SelectByLine: { readonly workload: string }
}

/** `network`: it does not reach the server; else the two do not accept each other. */
type CutOffBy = 'network' | 'credentials'
