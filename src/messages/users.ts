import type { Sentence } from './nested.ts'

/** What is said of what uses, owns or names an object. */
export interface UserMessages {
  readonly UsersNotRead: { readonly object: string }
  readonly ProtectedWhileUsed: { readonly object: string; readonly user: string }
  readonly UsesAndLives: { readonly object: string; readonly user: string }
  readonly UserFails: { readonly user: string; readonly told: string }
  readonly NameSaysUsers: { readonly finalizer: string }
  readonly StaysWhileUsed: { readonly finalizer: string }
  readonly ListsUsers: { readonly path: string }
  readonly RemoveFromList: { readonly object: string; readonly user: string; readonly field: string }
  readonly DeleteRecordOfUse: { readonly user: string }
  readonly DeleteUserOfRecord: { readonly user: string; readonly record: string }
  readonly SeeWhetherUserExists: { readonly user: string; readonly record: string }
  readonly DeleteUser: { readonly user: string }
  readonly FindWhetherUsed: { readonly user: string }

  readonly OwnerMisplaced: { readonly object: string; readonly owner: string }
  readonly OwnerNotServed: { readonly object: string; readonly owner: string; readonly apiVersion: string }
  readonly OwnedByOther: { readonly owner: string }
  readonly DeleteWithoutWaiting: { readonly owners: readonly string[]; readonly afterwards: Sentence }

  readonly WaitsInCircle: {
    readonly object: string
    readonly awaited: string
    readonly reason: string
    readonly said?: Sentence | undefined
  }
  readonly AndNotRead: { readonly sentence: Sentence; readonly unread: Sentence }
}
