import type { Sentence } from './nested.ts'

/** What is said of a controller that was started for other objects. */
export interface ScopeMessages {
  readonly NotSelected: { readonly workload: string; readonly isCertain: boolean; readonly lacks: Sentence }
  readonly ConfigureToSelect: { readonly workload: string; readonly lacks: Sentence }
  readonly ClassLacking: { readonly name: string }
  readonly NamespaceLacking: { readonly namespace: string }
  readonly LabelLacking: { readonly label: string; readonly value: string }
  readonly LabelsLacking: { readonly setting: string }
  readonly RunsForOtherClass: {
    readonly workload: string
    readonly settings: readonly string[]
    readonly path: string
    readonly name: string
  }
  readonly ClassIsOf: { readonly name: string; readonly controller: string }
  readonly SetClassBack: { readonly path: string; readonly name: string }
  readonly RunsForOtherInstance: {
    readonly workload: string
    readonly setting?: string | undefined
    readonly label: string
    readonly value?: string | undefined
  }
  readonly OnlyOwnValue: Record<never, never>
  readonly LabelsNotMet: { readonly workload: string; readonly setting: string }
  readonly NamespaceNotNamed: { readonly workload: string; readonly setting: string; readonly namespace: string }
}
