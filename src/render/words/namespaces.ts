import { counted } from '../../api/object-text.ts'
import type { NamespaceMessages } from '../../messages/namespaces.ts'
import type { WordsFor } from './words-for.ts'

/** How many finalizers are named before the rest is counted. */
const MAX_NAMED = 5

export const namespaceWords: WordsFor<NamespaceMessages> = {
  NothingCreatedIn: ({ namespace }) => `namespace ${namespace} is terminating: nothing can be created in it`,
  NamespaceNotFound: ({ namespace }) => `namespaces "${namespace}" not found`,
  ChangeRefused: ({ name, why }) => `a change of ${name} is refused: ${why}`,
  NamespaceNotEmptied: ({ namespace }) => `The namespace controller fails to empty namespace ${namespace}.`,
  FixNamespaceError: () => 'fix what the error names; the namespace controller tries again every minute',
  NotCheckedSinceRepair: ({ namespace }) =>
    `What stopped the namespace controller at its last check of namespace ${namespace} can be read now; it has not checked again.`,
  ReportedAtLastCheck: ({ type, report }) => `${type}, at its last check: ${report}`,
  LeftInNamespace: ({ objects, isAll }) =>
    `${isAll ? '' : 'at least '}${counted(objects, 'object')} ${objects === 1 ? 'is' : 'are'} left in it, as after a forced deletion:`,
  NamespaceGone: ({ namespace }) =>
    `Namespace ${namespace} no longer exists, and without it no object in it can be updated.`,
  EndNamespaceAgain: ({ finalizers }) => {
    const removes = finalizers.length === 0 ? '' : `remove ${listed(finalizers)} where no controller does, `
    const loss = finalizers.length === 0 ? '' : '; what their controllers would have cleaned up stays behind'
    return `in one guided step: recreate the namespace, ${removes}and delete it again${loss}`
  },
  CreateNamespaceOnly: ({ objects }) =>
    `where the controllers of ${objects === 1 ? 'the object' : `the ${objects} objects`} still exist, only create the namespace again: they then finish their work, and the namespace can be deleted`,
}

function listed(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).join(', ')
  return names.length > MAX_NAMED ? `${named} and ${names.length - MAX_NAMED} more finalizers` : named
}
