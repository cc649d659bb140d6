import type { Perhaps, Sentence, Texts } from './nested.ts'

/** What shows that no controller is left, and what speaks against it or is missing to it. */
export interface AbsenceMessages {
  readonly ByAnyUser: { readonly fact: Sentence }
  readonly AccountMissing: Bound
  readonly AccountIdle: Bound
  readonly RoleOfBindingMissing: { readonly binding: string; readonly role: string }
  readonly WorkloadLeaving: { readonly workload: string }
  readonly SeenSinceDeletion: { readonly manager: string; readonly ago: string }
  readonly SeenLately: { readonly manager: string; readonly ago: string }
  readonly TokenUsedLately: { readonly account: string }
  readonly MayChangeFromOutside: { readonly who: string; readonly binding: string }
  readonly NoneIdentifiedHere: {
    /** Something was found that an uninstall may have left. */
    readonly isSomethingLeft: boolean
  }
  readonly SilenceTooShort: { readonly silent: string; readonly sinceDeletion: boolean }
  readonly NotReadFor: { readonly resource: string; readonly reason: string; readonly text: Sentence }
  readonly CouldNotRead: Texts<'resource' | 'reason'> & Perhaps<'namespace'> & { readonly text: Sentence }
  readonly GroupNotRead: { readonly group: string }
  readonly RunAgainToRead: { readonly resource: string }
  readonly Removal: {
    /** What has to be done by hand after it; absent: nothing is known of it. */
    readonly afterwards?: string | undefined
    /** How many objects could not be read. */
    readonly unread: number
    /** The namespace of all of them, which is being deleted with what is in it. */
    readonly goes?: string | undefined
  }

  readonly NoAttachmentNames: { readonly volume: string }
  readonly NoAttacherLeft: { readonly finalizer: string; readonly driver: string }
  readonly InstallDriverAgain: Record<never, never>
  readonly RemoveUnattached: Record<never, never>

  readonly SilentLog: {
    readonly pod: string
    readonly container: string
    /** How many other logs were read. */
    readonly more: number
    readonly lines: number
  }
  readonly LogNotRead: { readonly reason: string; readonly text: Sentence }
  readonly Logged: Texts<'pod' | 'container' | 'line'> & Perhaps<'at'> & { readonly isPrevious: boolean }
  readonly LoggedPerhaps: { readonly logged: Sentence }
}

interface Bound {
  readonly account: string
  readonly binding: string
  readonly may: Allowed
}

/** The verbs by which objects may be changed; none: only their /finalize. */
type Allowed = readonly string[]
