import type { NamespaceRunMessages } from '../../messages/namespace-runs.ts'
import { namesText } from './names-text.ts'
import type { WordsFor } from './words-for.ts'

export const namespaceRunWords: WordsFor<NamespaceRunMessages> = {
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
