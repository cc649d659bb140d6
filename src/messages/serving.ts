import type { Sentence, Texts } from './nested.ts'
import type { IdleState } from './workloads.ts'

/** What is said about what the API server calls, and about what should answer there. */
export interface ServingMessages extends UnansweredMessages, AnswerMessages {
  /** `by`: the remedy of what serves it. */
  readonly StartServing: { readonly names: string; readonly what: Sentence; readonly by: Sentence }
  readonly CalledByCleanup: Record<never, never>
  readonly CalledApi: { readonly group: string; readonly version: string }
  readonly CalledConversionWebhook: { readonly resource: string }
  readonly CalledThroughApiService: { readonly what: Sentence; readonly api: string }
  readonly CalledAtAddress: { readonly url: string }
  readonly ApiServiceMissing: { readonly name: string; readonly group: string; readonly version: string }
  readonly ApiServiceWithoutService: { readonly name: string }
  readonly ServedByApiService: { readonly api: string; readonly service: string }
  readonly ServiceMissing: ServiceArgs
  readonly ServiceWithoutPort: ServiceArgs & { readonly port: number; readonly ports: readonly number[] }
  readonly ServiceWithoutAddress: ServiceArgs
  readonly ServiceOfExternalName: ServiceArgs & { readonly host: string }
  readonly ServiceWithoutSelector: ServiceArgs
  readonly NothingMakesSelectedPods: ServiceArgs
  readonly MakesPodsWithOtherLabels: { readonly workload: string; readonly labels: string }
  readonly CertificateRenewed: { readonly certificate: string; readonly workload: string; readonly at: string }
}

/** Clauses: why nothing answers. */
interface UnansweredMessages {
  readonly BecauseOfApiService: { readonly api: string; readonly because: Sentence }
  readonly ApiServiceNotAvailable: Record<never, never>
  readonly NothingBehindService: Record<never, never>
  readonly NoSuchApiService: { readonly api: string }
  readonly NoSuchService: { readonly service: string }
  readonly NoSuchPort: { readonly service: string; readonly port: number }
  readonly OtherNameOfHost: { readonly service: string; readonly host: string }
  readonly NoSelectorAndNoAddress: { readonly service: string }
  readonly SelectsNoPod: { readonly service: string }
  readonly WorkloadsIdle: { readonly workloads: readonly { readonly workload: string; readonly idle: IdleState }[] }
  readonly PodsOnLostNodes: {
    readonly service: string
    readonly nodes: readonly { readonly node: string; readonly isGone: boolean }[]
  }
  readonly NoPodsCreated: { readonly workload: string }
  readonly NoPodReady: { readonly of: readonly string[] }
}

/** What makes it answer again. */
interface AnswerMessages {
  readonly GiveServiceSelector: ServedArgs
  readonly ReinstallPodsOfService: ServedArgs
  readonly ReinstallService: ServedArgs
  readonly MakeServiceAnswer: ServedArgs
  readonly CorrectSelectorOrLabels: ServedArgs & { readonly workloads: readonly string[] }
  readonly CorrectPort: ServedArgs & { readonly port: number }
  readonly MakeHostAnswer: ServedArgs & { readonly host: string; readonly port: number }
  readonly MakeAnswer: { readonly url?: string | undefined; readonly what: Sentence }
  readonly ReinstallApi: { readonly what: Sentence; readonly api: string }
  readonly LetServingPodsRun: { readonly names: string; readonly what: Sentence }
  readonly ScaleUpServing: { readonly names: string; readonly what: Sentence }
  readonly RepairLostNodes: ServedArgs & { readonly nodes: readonly string[] }
  readonly LetPodsBeCreated: Texts<'workload'> & { readonly what: Sentence; readonly refuser?: string | undefined }
  readonly MakePodsReady: { readonly of: readonly string[]; readonly what: Sentence }
  readonly RestartForCertificate: { readonly workload: string }
}

interface ServiceArgs {
  readonly namespace: string
  readonly name: string
}

interface ServedArgs extends ServiceArgs {
  readonly what: Sentence
}
