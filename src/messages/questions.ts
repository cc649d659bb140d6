import type { Nothing } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'TypeMissing' | 'NameEmpty' | 'SeveralSlashes' | 'OneTypeAndName' | 'RecursiveNeedsFile', Nothing>

/** What is said of the words and flags of a command line that name objects. */
export interface QuestionMessages extends Plain {
  readonly TypeGivenApart: { readonly program: string }
  readonly TypeNotServed: {
    readonly type: string
    /** Groups whose types could not be told; `*`: not even which groups there are. */
    readonly unread: readonly string[]
  }
  readonly NoFinalizerKnown: { readonly finalizer: string }
  /** `similar`: names of those that are known. */
  readonly NoFinalizerNamed: { readonly finalizer: string; readonly similar: readonly string[] }
  /** Of a recording or a dump. */
  readonly PartNotRead: { readonly what: string }
  readonly MorePartsNotRead: { readonly parts: number }
  readonly SourcesTogether: { readonly flags: readonly [string, string] }
  readonly SourceMalformed: { readonly of: SourceKind; readonly value: string }
}

export type SourceKind = 'filename' | 'kustomize' | 'helm' | 'argocd' | 'flux'
