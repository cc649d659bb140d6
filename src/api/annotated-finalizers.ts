/** On a CRD: what is known of the finalizers of its objects, in YAML (docs/schema/catalogue-v1.json `annotation`). */
export const FINALIZERS_ANNOTATION = 'kubectl-finalize/finalizers'

/** What a CRD says of one finalizer. Whoever may write the CRD wrote it: words and names to show, never a command. */
export interface AnnotatedFinalizer {
  readonly name: string
  /** The workload that removes it. */
  readonly controller?: { readonly name: string; readonly namespace?: string }
  readonly cleans?: string
  readonly ifRemoved?: string
  readonly risk?: 'low' | 'medium' | 'high'
  readonly checkFirst?: string
  /** Fields with the ids of what the object stands for outside of the cluster. */
  readonly ids?: readonly string[]
  /** What is offered where an object does not go: words, and a setting of the object itself. */
  readonly wayOut?: {
    readonly summary: string
    readonly risk?: 'none' | 'low' | 'medium' | 'high'
    readonly set?:
      | { readonly annotation: string; readonly value: unknown }
      | { readonly field: string; readonly value: unknown; readonly optional?: true }
  }
}

/** The annotation of a CRD as it was read; one that cannot be read counts for nothing but for its problem. */
export interface Annotated {
  readonly finalizers: readonly AnnotatedFinalizer[]
  /** What is wrong with it: `1:5: risk is "none": it must be one of low, medium, high`. */
  readonly problem?: string
}
