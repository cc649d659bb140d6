import type { Words } from './template.ts'

interface Args {
  readonly AccountMayNot: { readonly account: string; readonly verbs: readonly string[]; readonly resource: string }
  readonly MayLackRights: {
    readonly workload: string
    readonly finalizer: string
    readonly rights: readonly { readonly verbs: readonly string[]; readonly resource: string }[]
    /** The worst that may come of it. */
    readonly toFail: 'see' | 'remove' | 'write' | 'list'
  }
  readonly GrantIfNeeded: { readonly account: string; readonly verbs: readonly string[]; readonly alone?: string }
}

/** What is said of rights: those that an account lacks, loses, has, or is given. */
export const rightWords = {
  MayNoLongerChange: '{workload} runs but may no longer change {resource}.',
  LacksNeededRight: 'The controller of {finalizer} runs and {account} may not {verb} {resource}, which it needs.',
  /** `swapped`: the object's namespace, which it uses as the name of what it requests. */
  AsksInMissingNamespace:
    'The controller of {finalizer} may not {verb} {resource} in namespace {namespace}, which does not exist[: it uses {swapped}, the namespace of the object, as a name, so name and namespace seem to be swapped].',
  UpdateWhatAsksThere:
    '[update the controller, or report this to its project: it requests an object named {swapped} in a namespace that does not exist; a permission there, which only a ClusterRole could grant, would at best hide the error||find out why the controller looks there: what was in that namespace was deleted with it, and so was every Role; a release that handles this, or a ClusterRole of its product, lets it continue]',
  AccountMayNot: ({ account, verbs, resource }) => `${account} may not ${series(verbs, 'or')} ${resource}`,
  AccountMayNeither: '{account} may neither patch nor update {resource}',
  AccountMayNow: '{account} may {verb} {resource} now',
  MayLackRights: ({ workload, finalizer, rights, toFail }) => {
    const lacking = rights.map(({ verbs, resource }) => `${series(verbs, 'or')} ${resource}`).join(', or to ')
    return `${workload} is running and ready, and its account is not allowed to ${lacking}: ${consequence(toFail, finalizer)}.`
  },
  NothingTies:
    'no ClusterRoleBinding lets {account} update or patch {resource}, which would tie it to them: any user of its namespace could have written the rest',
  RightOnlyTold:
    'only {isEvent?an Event|a log or status} says that it needs to {verb} {resource}, and users of the namespace can write that',
  /** `isTied`: it is known whose account it is, and not that it needs the right. */
  AskWhoseAccount: {
    isTied: {
      true: 'check whether the manifests of its product give {account} this right: if they do, install them again; grant it nothing by hand',
      false:
        'check whether {account} is the account of the controller of {finalizer}: if it is, [its {role} lacks the right: install a version of its product whose manifests give it, or add it there||install the manifests of its product again; grant it nothing by hand]',
    },
  },
  AskWhetherMay: 'ask the server whether the service account may do it',
  ReadLogForForbidden: 'read the log of the controller: the error of the server is "forbidden", and names the verb',
  GrantRoleAgain:
    'grant {account} the right that [its {role}||it] lacks, preferably in the manifests of its product[{alone}||; the controller then finishes by itself]',
  GrantByClusterRoleBinding:
    'give {account} the right by a ClusterRoleBinding, because[ namespace {namespace}] is terminating and accepts no RoleBinding; delete it again when the controller has finished by itself',
  GrantIfNeeded: ({ account, verbs, alone = '; the controller then finishes by itself' }) =>
    `grant ${account} ${series(verbs, 'and')}, if its log shows that it needs that, preferably in the manifests of its product${alone}`,
} as const satisfies Words<Args>

function consequence(toFail: Args['MayLackRights']['toFail'], finalizer: string): string {
  if (toFail === 'see') return 'it may not see the deletion'
  if (toFail === 'list') return 'what waits for that list does not go on'
  if (toFail === 'remove') return `if it removes ${finalizer} that way, the server refuses it`
  return `if it writes the status before it removes ${finalizer}, the server refuses it`
}

/** `get, list or watch` */
function series(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}
