/** A confirmation that a product waits for before it deletes what an object made. */
export interface Confirmation {
  /** A finalizer; `*` at its end stands for any text. */
  readonly of: string
  /** Where the object lists what has to be confirmed: entries with this field set. */
  readonly entries: string
  readonly flag: string
  /** The annotation of the object that confirms it, by a time that is no earlier than the deletion. */
  readonly annotation: string
  readonly source: string
}

/** A contributor adds a line. */
// biome-ignore format: a table is read by its columns
export const CONFIRMATIONS: readonly Confirmation[] = [
  { of: 'resources-finalizer.argocd.argoproj.io*', entries: 'status.resources', flag: 'requiresDeletionConfirmation', annotation: 'argocd.argoproj.io/deletion-approved', source: 'argoproj/argo-cd: cmd/argocd/commands/app.go confirm-deletion, controller/state.go confirmDelete' },
]
