import type { Nothing, Sentence } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'BackupEmpty' | 'BackupIsList' | 'NoKubernetesObject' | 'DeletedAgainWithoutIt', Nothing> &
  Record<'PseudonymsChangeIt' | 'NoHomeForBackups', Nothing>

/** What is said of this program's files: a backup, whether its object can be created again, journals, recordings. */
export interface BackupMessages extends Plain {
  readonly BackupUnwritten: { readonly why: string }
  readonly ListUnwritten: { readonly why: string }
  readonly BackupFolderUnusable: { readonly folder: string; readonly why: Sentence }
  readonly FileOfThatName: { readonly said: string }
  readonly BackupsOpenToOthers: { readonly directory: string }
  /** Of several it is told which one it is. */
  readonly BackupKept: { readonly path: string; readonly number?: number; readonly of?: number }
  readonly ListKept: { readonly path: string }
  readonly NoYamlAtLine: { readonly line: number; readonly flaw: string }
  readonly NoUsableYaml: { readonly why: string }
  readonly SeveralDocuments: { readonly count: number }
  readonly BackupLacks: { readonly field: string }
  readonly FieldIsNot: { readonly field: string; readonly wanted: 'name' | 'names' | 'owners' }
  readonly BackupNotServed: {
    readonly kind: string
    readonly apiVersion: string
    /** In which the server serves it; absent: the API that serves it does not answer. */
    readonly versions: readonly string[] | undefined
  }
  readonly BackupOfOtherNamespace: { readonly own: string; readonly given: string }
  readonly BackupExists: {
    /** It is the object of the backup, and not another one of its name. */
    readonly isSame: boolean
    readonly uid: string
    /** Where it is being deleted. */
    readonly heldBy: readonly string[] | undefined
  }
  readonly DependsOnUnread: { readonly names: readonly string[] }
  readonly JournalsUnreadable: { readonly directory: string; readonly why: string }
}
