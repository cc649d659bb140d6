import { counted } from '../../api/object-text.ts'
import type { NamespaceMessages } from '../../messages/namespaces.ts'
import { namesText } from './names-text.ts'
import type { WordsFor } from './words-for.ts'

/** How many finalizers are named before the rest is counted. */
const MAX_NAMED = 5

export const namespaceWords: WordsFor<NamespaceMessages> = {
  NothingCreatedIn: ({ namespace }) => `namespace ${namespace} is terminating: nothing can be created in it`,
  NamespaceNotFound: ({ namespace }) => `namespaces "${namespace}" not found`,
  ChangeRefused: ({ name, why }) => `a change of ${name} is refused: ${why}`,
  NamespaceNotEmptied: ({ namespace }) => `The namespace controller fails to empty namespace ${namespace}.`,
  ServedByApi: ({ api, service }) =>
    `APIService ${api} is served by Service ${service}: what runs behind it gives the error, and has to be repaired, restarted or updated`,
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

  NamespaceNotCreated: () => 'not started: the namespace was not created',
  Interrupted: () => 'interrupted',
  StillContains: ({ objects }) => `it still contains: ${namesText(objects)}`,
  NewUnshown: ({ objects }) => `it contains new objects that were not shown: ${namesText(objects)}`,
  ContentUnread: () => 'what is in it could not be read',
  DeletedWithNamespace: () => 'deleted with the namespace',
  NamespaceDeletionUnproven: () => 'the deletion of the namespace failed or could not be confirmed',
  NamespaceStillExists: () => 'the namespace still exists, and its content was not read again',
  NamespaceDeletedByOther: () => 'another client deleted the namespace',
  NamespaceExistsAgain: ({ why }, inWords) => `the namespace exists again and is not deleted (${inWords(why)})`,
  DeleteIfUnneeded: () => 'delete it if nothing in it is needed',
  GuardsRefuse: () => 'not started: the guards refuse all or part of it',
  ClearAndDelete: ({ namespace }) => `Create namespace ${namespace}, clear it, and delete it`,
  NoDryRunOfContent: () => 'a dry run is not possible before the namespace exists',
  NamespaceUnexplained: ({ name, why }, inWords) =>
    `namespace ${name} exists and could not be explained: ${inWords(why)}`,
  NamespaceStateUnknown: ({ why }, inWords) => `the state of the namespace is not known: ${inWords(why)}`,
  WentUnforced: ({ by }) =>
    `deleted ${by === 'controller' ? 'by the namespace controller' : 'with its last finalizer'}; nothing was forced`,
  WaitingForEnd: ({ by, seconds }) =>
    `waiting for ${by === 'controller' ? 'the namespace controller to end it' : 'it to be deleted with its last finalizer'}, ${seconds} s at most`,
  EndsAfterwards: ({ by }) =>
    `Then the ${by === 'controller' ? 'namespace controller ends the namespace' : 'namespace is deleted with its last finalizer'}; if it does not, this command says why and what is left to do.`,
  BeforeFinalized: () => 'before it is finalized',
  FinalizeByForce: ({ namespace }) => `Finalize namespace ${namespace} by force`,
  OwnFinalizersFirst: () => 'not started: its own finalizers have to be removed first',
  StartManagerAgain: () => 'start it again: without it the namespace is left Terminating',
  NothingToForce: ({ finalizer, holds }, inWords) =>
    `nothing to force, ${finalizer} is not in its spec.finalizers: ${inWords(holds)}`,
  ToRemoveThat: () => 'to remove that',
}

function listed(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).join(', ')
  return names.length > MAX_NAMED ? `${named} and ${names.length - MAX_NAMED} more finalizers` : named
}
