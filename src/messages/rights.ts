import type { Nothing, Texts } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'AskWhetherMay' | 'ReadLogForForbidden', Nothing>

/** What is said of rights: those that an account lacks, loses, has, or is given. */
export interface RightMessages extends Plain {
  readonly MayNoLongerChange: { readonly workload: string; readonly resource: string }
  readonly LacksNeededRight: Texts<'finalizer' | 'account' | 'verb' | 'resource'>
  readonly AccountMayNot: { readonly account: string; readonly verbs: readonly string[]; readonly resource: string }
  readonly AccountMayNeither: { readonly account: string; readonly resource: string }
  readonly AccountMayNow: { readonly account: string; readonly verb: string; readonly resource: string }
  readonly MayLackRights: {
    readonly workload: string
    readonly finalizer: string
    readonly rights: readonly Right[]
    /** The worst that may come of it. */
    readonly toFail: 'see' | 'remove' | 'write' | 'list'
  }
  readonly NothingTies: { readonly account: string; readonly resource: string }
  /** `isTied`: it is known whose account it is, and not that it needs the right. */
  readonly AskWhoseAccount: { readonly account: string; readonly finalizer: string; readonly isTied: boolean }
  readonly RightOnlyTold: { readonly verb: string; readonly resource: string; readonly isEvent: boolean }
  readonly GrantRoleAgain: { readonly account: string }
  readonly GrantByClusterRoleBinding: { readonly account: string; readonly namespace: string | undefined }
  readonly GrantIfNeeded: { readonly account: string; readonly verbs: readonly string[] }
}

interface Right {
  readonly verbs: readonly string[]
  readonly resource: string
}
