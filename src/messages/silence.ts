import type { Nothing, Sentence, Texts } from './nested.ts'

/** How a Job does nothing, or fails and goes on. */
export type Standstill = 'suspended' | 'failed' | 'unready' | 'retried' | 'running'

/** Those that name nothing. */
type Plain = Record<'LeftByWriter' | 'PutOnByHand' | 'AskWhoAdded' | 'RemovalUnused' | 'OnlyManagerWatches', Nothing> &
  Record<'ManagerWatchNotOpen' | 'PodTemplatesUnwatched' | 'OnlyOneLook' | 'CountMoved' | 'DefinitionYoung', Nothing> &
  Record<'ManagerAgeUnknown' | 'ServerCountUnknown' | 'RunAgainForWatches' | 'RunAgainForMetrics', Nothing>

/** What may keep a controller that runs, and is silent, from one object; what the counts of watches tell of it. */
export interface SilenceMessages extends Plain {
  readonly NamedIsAiling: { readonly object: string; readonly by: string }
  readonly NamedReports: { readonly object: string; readonly by: string; readonly path: string; readonly text: string }
  readonly FixWhatIsAiling: { readonly object: string }
  readonly ChangedAndLeft: { readonly manager: string; readonly after: string }
  readonly FindWhetherVersionHandles: { readonly finalizer: string }
  readonly OwnedHasNoReadyPod: { readonly workload: string; readonly owner: string; readonly ready: number }
  readonly OwnedHasReady: Texts<'workload' | 'owner'> & { readonly ready: number; readonly wanted: number }
  readonly RepairOwned: { readonly workload: string }
  /** `owner`: whose controller most likely put it there, if no other did; `isEnding`: it is being deleted too. */
  readonly HookAwaited: Texts<'object' | 'hook'> &
    Readonly<Record<'owner' | 'manager', string | undefined>> & { readonly isEnding: boolean }
  readonly RemoveHook: { readonly hook: string }
  readonly OwnedJobStandsStill: Texts<'job' | 'owner'> & { readonly is: Standstill; readonly lacks: readonly string[] }
  readonly JobCreatedSince: { readonly job: string; readonly owner: string; readonly is: Standstill }
  readonly FixJob: { readonly job: string }
  readonly SeeWhyJobStandsStill: { readonly job: string; readonly is: Standstill; readonly create: readonly string[] }
  readonly OwnedLives: { readonly owned: string; readonly owner: string; readonly more: number }
  readonly FindWhetherWaitsForOwned: { readonly owned: string; readonly owner: string; readonly more: number }
  readonly WaitsInVain: { readonly workload: string; readonly finalizer: string; readonly awaited: string }
  readonly FindWhetherItComesBack: { readonly awaited: string }
  readonly OwnerIsGone: { readonly owner: string }
  readonly OwnerNotFound: { readonly owner: string; readonly uid: string }
  readonly SharedPartIsGone: { readonly part: string; readonly by: string }
  readonly SharedPartNotFound: { readonly part: string; readonly by: string; readonly path: string }
  readonly FindWhetherHandledWithoutOwner: { readonly finalizer: string; readonly owner: string }
  readonly GroupIsGone: { readonly group: string }
  readonly NoTypeOfGroup: { readonly group: string; readonly isKnown: boolean }
  readonly FindWhoDeletedDefinitions: { readonly group: string; readonly isKnown: boolean }
  readonly KindHasNone: Texts<'kind'> & { readonly finalizer?: string }
  readonly MayComeAfter: Texts<'first'>
  readonly RemovalAfter: Texts<'first'>
  readonly FindWhetherKindIsNeeded: Texts<'finalizer' | 'kind'>
  readonly VolumeIsGone: Texts<'object'>
  readonly NoVolumeOfName: Texts<'name'>
  readonly FindWhetherVolumeIsNeeded: Texts<'finalizer'>
  readonly WriterIsElsewhere: Texts<'manager'>
  readonly WrittenByNoneHere: Texts<'manager' | 'workload' | 'own'>
  readonly FindWhereWriterRuns: Texts<'manager'>
  readonly NoneOnNodeOfObject: { readonly node: string }
  readonly ObjectOnLostNode: { readonly node: string; readonly isGone: boolean }
  readonly SeeIfNodeIsAwaited: { readonly node: string }
  readonly RemovalOnGoneNode: { readonly node: string }
  readonly FieldIs: { readonly path: string; readonly value: string; readonly of?: string | undefined }
  readonly NothingToDelete: { readonly policy: string }
  readonly DeletionSaidDone: Nothing
  readonly SeeThatNothingIsLeft: Nothing
  readonly SeeThatItMayStay: { readonly policy: string }
  readonly SeeWhyNotOnNode: { readonly node: string }
  readonly RepairNodeOfObject: { readonly node: string }
  readonly NoPodReadyOnNode: { readonly workload: string; readonly node: string }
  readonly OfLostNode: { readonly node: string; readonly isGone: boolean; readonly isSure: boolean }
  readonly RemovedOnNode: { readonly finalizer: string; readonly node: string }
  readonly OwnedIsOfNode: { readonly object: string; readonly label: string; readonly node: string }
  readonly BringNodeBack: { readonly finalizer: string; readonly node: string; readonly isGone: boolean }
  readonly OtherLeads: { readonly lease: string }
  readonly RenewedBySomebodyElse: { readonly lease: string; readonly ago: string; readonly holder: string }
  readonly FindWhatRenews: { readonly lease: string; readonly holder: string }
  readonly PutOnBesideController: Texts<'manager' | 'ofController'> & { readonly at: string | undefined }
  readonly Unused: { readonly object: string }
  readonly NoneUses: { readonly resources: readonly string[]; readonly object: string; readonly finalizer: string }
  readonly StillNamed: { readonly object: string; readonly user: string; readonly others: number }
  readonly FindWhetherStillUsed: { readonly object: string; readonly user: string }
  readonly NoneNames: { readonly resources: readonly string[]; readonly object: string; readonly finalizer: string }
  readonly SeeThatNoneUses: { readonly object: string }
  readonly SelectsByOtherLabel: { readonly label: string }
  readonly WebhookForOthers: Texts<'webhook' | 'setting' | 'label'> & { readonly value?: string | undefined }
  readonly FindWhetherLabelChanged: { readonly label: string }

  readonly WatchesNotRead: { readonly resource: string; readonly text?: Sentence | undefined }
  readonly WatchesProveNothing: { readonly resource: string; readonly doubts: readonly Sentence[] }
  readonly SomethingListens: Texts<'resource'> & { readonly more: number; readonly beside: 'manager' | 'every type' }
  readonly EveryTypeHasAsMany: { readonly count: number }
  readonly RequestsBetweenLooks: { readonly count: number; readonly resource: string }
  readonly ManagerStarted: { readonly ago: string }
  readonly NotAllServersAsked: { readonly asked: number; readonly alive: number }
  readonly ServerStarted: { readonly ago: string }
  readonly WritesAnswered: {
    readonly resource: string
    /** Absent: between two looks. */
    readonly within?: string | undefined
    readonly counts: readonly { readonly verb: string; readonly answer: string; readonly count: number }[]
  }
}
