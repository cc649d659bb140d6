/** What is said of an operator that is named, and of the CRDs that it serves. */
export interface OperatorMessages {
  readonly OperatorNotFound: { readonly name: string; readonly namespace: string }
  readonly OperatorAmbiguous: { readonly name: string; readonly kinds: readonly string[] }
  readonly OperatorMalformed: { readonly text: string }
  readonly OneOperatorName: { readonly other: string }
  readonly OperatorServes: {
    readonly name: string
    readonly what: string
    readonly types: readonly { readonly type: string; readonly objects: number }[]
  }
  readonly NothingProvesServed: { readonly what: string }
  readonly ServedByOthersToo: { readonly type: string; readonly what: string; readonly account: string }
  readonly NoCrdOfGroup: { readonly group: string }
  readonly ObjectsBeforeOperator: Record<never, never>
  readonly NothingProvesServer: { readonly group: string }
  readonly SeveralMayServe: {
    readonly group: string
    readonly deployments: readonly { readonly name: string; readonly namespace: string | undefined }[]
  }
  readonly OnlyWhenNamed: { readonly names: readonly string[] }
  readonly NotInstalledByOlm: { readonly subscription: string }
  readonly PartNotFound: { readonly kind: string; readonly name: string; readonly namespace: string }
}
