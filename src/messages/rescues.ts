import type { Nothing, Sentence, Texts } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'NothingToRescue' | 'UnreadIsNotSaved' | 'ToDeleteNamespace' | 'ToCreateItAgain', Nothing> &
  Record<'RescueUnfinished' | 'RescueHolds' | 'IgnoreMeanwhile' | 'NoSuchFile' | 'StillBeingDeleted', Nothing> &
  Record<'StopControllerFirst' | 'StopItFirst' | 'NeverBound' | 'UnreadMayDepend' | 'RunsOnEveryNode', Nothing> &
  Record<'SaveManifestAndDelete', Nothing>

/** What a rescue finds, and says before and after it. */
export interface RescueMessages extends Plain {
  readonly InstancesWentAtOnce: { readonly definition: string }
  readonly DependentsProbablyWent: { readonly owner: string }
  readonly OwnedAndLost: { readonly name: string; readonly why: Sentence }
  /** `isUntied`: it has no more than the name of its controller. */
  readonly CannotBeStopped: { readonly workload: string; readonly isUntied: boolean }
  readonly NamespaceToRescueMissing: { readonly name: string }
  readonly ResourceUnreadFor: { readonly resource: string; readonly reason: string; readonly why: Sentence }
  readonly NothingBegun: { readonly type: string; readonly name: string }
  readonly DeletedSince: { readonly name: string }
  readonly ToBeCreated: { readonly name: string }
  readonly ToFileOnly: { readonly name: string; readonly why: Sentence }
  readonly StorageStays: { readonly name: string }
  readonly SavesWhatRemains: { readonly name: string }
  readonly RetainVolumes: { readonly volumes: number }
  readonly OwnerUnread: { readonly owner: string }
  readonly CreatedWithoutOwner: { readonly owner: string; readonly name: string }
  readonly RescueOwnerFirst: { readonly owner: string; readonly name: string }
  readonly NamedIn: { readonly name: string; readonly by: string; readonly path: string }
  readonly ServesWebhookOf: { readonly workload: string; readonly webhook: string; readonly configuration: string }
  readonly ServesWebhookFor: Texts<'workload' | 'webhook'> & { readonly types: readonly string[] }
  readonly ConvertsStored: Texts<'workload' | 'type' | 'asked'> & { readonly stored: readonly string[] }
  readonly StoreAllAs: { readonly version: string }
  readonly NoBackupIn: { readonly folder: string }
  readonly NotBackup: { readonly path: string }
  readonly OfFile: { readonly path: string; readonly why: Sentence }
  /** `namespace`: absent where they are of none. */
  readonly BackupsOfOther: { readonly folder: string; readonly namespace?: string }
  readonly NotServed: { readonly name: string; readonly apiVersion: string }
  readonly NoMatchesForKind: { readonly kind: string; readonly version: string }
  readonly LeftWith: { readonly name: string; readonly why: Sentence }
  readonly CreatesWithContent: { readonly name: string }
  readonly CreateWithContent: { readonly name: string }
  readonly RescueIt: { readonly name: string }
  readonly NamespaceTakesNone: { readonly name: string; readonly isGone: boolean }
  readonly RescueNamespace: { readonly name: string }
  readonly MayBeReclaimed: { readonly volume: string; readonly phase: string; readonly policy: string }
  readonly ClaimGone: { readonly claim: string }
  readonly SeveralTypes: { readonly type: string }
  readonly ScaledByOlm: { readonly deployment: string }
  readonly StaticPod: { readonly node: string }
  readonly StopAtMaker: { readonly maker?: string }
  readonly MoreLost: { readonly count: number }
}
