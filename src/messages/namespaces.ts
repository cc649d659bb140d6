/** What is said about namespaces that end, or that are gone before what is in them. */
export interface NamespaceMessages {
  readonly NothingCreatedIn: { readonly namespace: string }
  readonly NamespaceNotFound: { readonly namespace: string }
  readonly ChangeRefused: { readonly name: string; readonly why: string }
  readonly NamespaceNotEmptied: { readonly namespace: string }
  readonly FixNamespaceError: Record<never, never>
  readonly NotCheckedSinceRepair: { readonly namespace: string }
  readonly ReportedAtLastCheck: { readonly type: string; readonly report: string }
  readonly LeftInNamespace: { readonly objects: number; readonly isAll: boolean }
  readonly NamespaceGone: { readonly namespace: string }
  readonly EndNamespaceAgain: { readonly finalizers: readonly string[] }
  readonly CreateNamespaceOnly: { readonly objects: number }
}
