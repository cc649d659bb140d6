import type { Nothing, Perhaps, Sentence, Texts } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'SeeQuota' | 'SeeEnforcedLevel' | 'SeeLimits' | 'NoConfigurationOfWebhook', Nothing> &
  Record<'PolicyDependsOnUser' | 'CheckRejectedObject' | 'IdleUpdateRejected' | 'TriedUpdateOnlyRemoves', Nothing> &
  Record<'NotAllAdmissionRead' | 'ChangedByPlugin' | 'CheckRejectedField' | 'NamespaceControllerTriesAgain', Nothing> &
  Record<'SeeParamsOfBinding' | 'DeletePolicy', Nothing>

/** What is said about webhooks, policies and plugins that reject or change a request, and how they let it pass. */
export interface AdmissionMessages extends DeniedMessages, ChangedMessages, ParamsMessages, Plain {
  readonly GiftAccepted: { readonly demands: readonly Demand[] }
  readonly GiveDemanded: { readonly who: string; readonly demands: readonly Demand[] }
  readonly IgnoreDeleted: { readonly who: string; readonly configuration: string; readonly when: LetPassWhen }
  readonly ConditionInVain: { readonly condition: string; readonly configuration: string }
  readonly ReadWhatItAsks: { readonly why: string; readonly ending?: string | undefined }
  readonly NotCreatedAgain: { readonly kind: string; readonly name: string; readonly namespace: string }
  readonly DemandedObjectMissing: { readonly resource: string; readonly name: string; readonly inAnyNamespace: boolean }
  readonly SeeConfiguration: { readonly name: string; readonly doing: 'changes' | 'does' }
  readonly CorrectMatchConditions: { readonly webhook: string }
  readonly RemovalNotProbed: { readonly after: number | 'outside' }
}

/** Before what it is told to let what is being deleted pass. */
export type LetPassWhen = 'always' | 'ifNotChecked' | 'ifThisOne' | 'else'

interface Demand {
  readonly field: 'labels' | 'annotations'
  readonly key: string
  readonly value?: string | undefined
}

interface DeniedMessages {
  readonly WebhookDenied: { readonly webhook: string; readonly why: string }
  readonly PolicyDenied: Texts<'kind' | 'policy' | 'why'> & { readonly binding?: string | undefined }
  /** `by`: a webhook or policy; undefined where only the server is known to reject it. */
  readonly DeleteByName: { readonly count: number }
  /** `isContent`: the namespace controller's deletion of what is in the namespace. */
  readonly CompletingUpdateRejected: {
    readonly by?: string
    readonly of?: string | undefined
    readonly isContent?: boolean
    readonly why: string
  }
  readonly LetChangesPass: { readonly webhook?: string | undefined }
  readonly DryRunOf: { readonly operation: 'DELETE' | 'UPDATE status' | 'UPDATE finalize' }
}

interface ChangedMessages {
  readonly StoredFieldDiffers: { readonly field: string }
  readonly UpdatesMadeInvalid: { readonly by?: string | undefined; readonly resource: string; readonly why: string }
  readonly MayChangeUpdates: { readonly who: string; readonly resource: string; readonly unsure: boolean }
  readonly FinalizerStillThere: { readonly finalizer: string }
  readonly MayChangeEveryUpdate: { readonly who: string; readonly resource: string }
  readonly FinalizerAddedAgain: {
    readonly by: readonly { readonly kind: string; readonly name: string }[]
    readonly finalizer: string
    readonly object: string
  }
}

interface ParamsMessages {
  readonly Params: Texts<'kind'> & Perhaps<'name' | 'namespace'> & { readonly labels?: readonly string[] | undefined }
  readonly AllowWithoutParams: { readonly params: Sentence; readonly when: 'cannotReturn' | 'unseen' | 'missing' }
  readonly CreateParams: { readonly params: Sentence; readonly policy: string; readonly fields: readonly string[] }
  readonly ParamsNotSeen: { readonly resource: string; readonly name: string; readonly namespace?: string | undefined }
  readonly InstallDefinitionOfParams: { readonly unserved: string }
}
