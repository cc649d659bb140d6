import type { Nothing, Sentence, Texts } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'RenewCertificate' | 'MatchWebhookVersions' | 'DeleteItsApiService', Nothing> &
  Record<'ConvertWithoutWebhook' | 'FindWhyApiUnavailable' | 'ApiServicesNotRead', Nothing> &
  Record<'WebhookConfigurationsNotRead', Nothing>

/** What is said about webhooks that do not answer, and about APIs. */
export interface WebhookMessages extends Plain {
  /** `why`: in the server's words, or the Service that it would not find. */
  readonly WebhookCallFailed: {
    readonly webhook: string
    readonly why: string | { readonly namespace: string; readonly name: string }
  }
  readonly WebhookCalledFor: { readonly webhook: string; readonly operation: Operation; readonly resource: string }
  readonly WebhookDenies: Denier
  readonly LetControllerPass: Denier
  readonly WebhookUnreachable: {
    readonly webhook: string
    readonly configuration: string
    readonly because?: Sentence | undefined
    /** Its server answers, and does not have its path. */
    readonly isUnknownPath?: boolean | undefined
  }
  readonly ServiceOfWebhookMissing: Texts<'webhook' | 'configuration' | 'group' | 'service'>
  readonly DeleteWebhookConfiguration: { readonly ifUninstalled: boolean }
  readonly RemoveWebhook: { readonly webhook: string; readonly ifUninstalled: boolean }
  readonly NothingServesAgain: { readonly namespace: string; readonly next: Sentence }
  readonly ConversionWebhookFailed: { readonly kind: string; readonly group: string; readonly why: string }
  readonly WrittenByConversion: { readonly resource: string; readonly read: string; readonly written: string }
  readonly ConversionWebhookUnreachable: { readonly resource: string; readonly because?: Sentence | undefined }
  readonly MakeConversionWebhookAnswer: { readonly resource: string }
  readonly ApiServiceUnavailable: { readonly api: string; readonly because?: Sentence | undefined }
  readonly NamespaceOfApiEnding: { readonly service: string; readonly namespace: string }
  readonly NamespaceControllerReports: { readonly report: string }
  readonly DeleteApiService: { readonly ifUninstalled: boolean; readonly api: string }
  readonly RepairApi: { readonly api: string; readonly service: string }
  readonly NotRead: { readonly what: string; readonly why: Sentence }
}

type Operation = 'UPDATE' | 'DELETE' | 'UPDATE status' | 'UPDATE finalize'

interface Denier {
  readonly webhook: string
  /** Absent: in none that can be read. */
  readonly configuration: string | undefined
}
