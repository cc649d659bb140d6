import type { Nothing } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'BackupEmpty' | 'BackupIsList' | 'NoKubernetesObject' | 'DeletedAgainWithoutIt', Nothing> &
  Record<'PseudonymsChangeIt', Nothing>

/** What is said of files that this program writes: of a backup, and whether its object can be created again, of journals and recordings. */
export interface BackupMessages extends Plain {
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
