import type { Nothing, Sentence } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'NoReleaseOfHelm' | 'NoJson' | 'NotDecompressed' | 'CrdByItsOwnName', Nothing> &
  Record<'KustomizeNeedsKubectl' | 'NoObjects' | 'NoObjectOfKubernetes' | 'ObjectsBeforeOperator', Nothing>

/** What is said of where a deletion reads its objects from: files, Helm, Argo CD, Flux, an operator's name. */
export interface SourceMessages extends Plain {
  readonly InFile: { readonly file: string; readonly why: Sentence }
  readonly NoValidYaml: { readonly place: string; readonly flaw: string }
  readonly OtherNamespace: { readonly object: string; readonly given: string }
  readonly NameMissing: { readonly kind: string }
  readonly LargerThan: { readonly mebibytes: number; readonly what: 'decompressed' | 'printed' }
  readonly EndedWith: { readonly code: number }
  readonly PathMissing: { readonly path: string }
  readonly NothingToRead: { readonly path: string; readonly extensions: readonly string[] }
  readonly CannotBeRead: { readonly what: Readable; readonly why: Sentence }
  readonly TypeUnknown: { readonly kind: string; readonly apiVersion: string }
  readonly TypeNotInstalled: { readonly resource: string; readonly isUnread: boolean }

  readonly NotFoundObjects: Names & { readonly isTypeGone: boolean }
  readonly LeftAlone: Names & { readonly why: Sentence }
  readonly NoMarkOf: { readonly of: string }
  readonly ListsNothing: { readonly name: string }
  readonly NotInNamespace: { readonly kind: string; readonly name: string; readonly namespace: string | undefined }
  readonly OfAnotherCluster: { readonly name: string; readonly by: string }

  readonly ApplicationInSeveral: { readonly name: string; readonly namespaces: readonly string[] }
  readonly ApplicationCascades: { readonly name: string; readonly cascades: boolean }
  readonly ArgoRunsHooks: { readonly name: string }
  readonly KustomizationPrunes: { readonly name: string; readonly leaves: Leaving | undefined }
  readonly FluxUninstalls: { readonly name: string; readonly release: string }

  readonly ReleaseNotStored: { readonly release: string; readonly namespace: string }
  readonly ReleaseOfOtherNamespace: { readonly release: string; readonly storedIn: string; readonly namespace: string }
  readonly ReleaseStays: { readonly release: string }
  readonly ReleaseNotDeployed: { readonly release: string; readonly revision: number; readonly status: string }
  readonly HelmRunsHooks: { readonly hooks: readonly string[] }
  readonly StoredReleaseMissing: { readonly place: string }
  readonly DeletionHookNotRun: { readonly object: string; readonly tool: string }

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
  readonly NothingProvesServer: { readonly group: string }
  readonly SeveralMayServe: {
    readonly group: string
    readonly deployments: readonly { readonly name: string; readonly namespace: string | undefined }[]
  }
  readonly OnlyWhenNamed: { readonly names: readonly string[] }
  readonly NotInstalledByOlm: { readonly subscription: string }
  readonly PartNotFound: { readonly kind: string; readonly name: string; readonly namespace: string }
}

type Readable = { readonly path: string } | { readonly releaseAt: string } | 'releases'

/** By what of its spec a Kustomization of Flux leaves its objects when it is deleted. */
export type Leaving = 'suspended' | 'orphaning' | 'not pruning'

interface Names {
  readonly names: readonly string[]
}
