import type { Sentence, Texts } from './nested.ts'

/** What is said of things that an object names and that do not exist. */
export interface ReferenceMessages {
  readonly NamedIsMissing: Placed & {
    readonly finalizer: string
    /** Its controller says that it needs it, looks for it (by its log), or objects with the finalizer only name it. */
    readonly need: Need | 'sought'
  }
  readonly NamedKindNotServed: Texts<'kind' | 'name' | 'group' | 'finalizer'> & { readonly need: Need }
  readonly NotFound: { readonly resource: string; readonly name: string; readonly namespace?: string | undefined }
  readonly NamedInField: {
    readonly object: string
    /** What of a kind that is not served; absent: what the evidence before tells of, and that nothing was reported. */
    readonly what?: string | undefined
    readonly path: string
  }
  readonly ObjectReports: { readonly kind: string; readonly text: Sentence }
  readonly NameIsOfNothing: Placed & { readonly path: string }
  readonly MayBelongTo: { readonly namespace: string | undefined }
  readonly NoKindServed: { readonly kind: string; readonly group: string }
  readonly KindNotServed: VersionOfKind
  readonly UseServedVersion: VersionOfKind
  readonly InstallKindAgain: VersionOfKind
  readonly CannotBeCreated: Placed & { readonly next: Sentence }
  readonly StartMachine: { readonly node: string }
  readonly CreateIfThere: Placed
  /** `madeFor`: it is called after this object, and may never have been made. */
  readonly CreateAgain: Placed & { readonly withRoles: boolean; readonly isNeeded: boolean; readonly madeFor?: string }
  readonly InstallDefinitionAgain: Texts<'kind' | 'group' | 'name'> & { readonly isNeeded: boolean }
}

interface Placed {
  readonly kind: string
  readonly name: string
  readonly namespace?: string | undefined
}

interface VersionOfKind {
  readonly kind: string
  readonly apiVersion: string
  /** In which the server serves it. */
  readonly versions: readonly string[]
}

type Need = 'needed' | 'named'
