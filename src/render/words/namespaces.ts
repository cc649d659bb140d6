import type { Words } from './template.ts'

interface Args {
  readonly EndNamespaceAgain: { readonly finalizers: readonly string[] }
}

/** How many finalizers are named before the rest is counted. */
const MAX_NAMED = 5

/** What is said of namespaces that end, or are gone before what is in them, and of the cure of such a one. */
export const namespaceWords = {
  NothingCreatedIn: 'namespace {namespace} is terminating: nothing can be created in it',
  NamespaceNotFound: 'namespaces "{namespace}" not found',
  ChangeRefused: 'a change of {name} is refused: {why}',
  NamespaceNotEmptied:
    'The namespace controller fails to empty namespace {namespace}[: APIService {api} answers errors].',
  ServedByApi:
    'APIService {api} is served by Service {service}: what runs behind it gives the error, and has to be repaired, restarted or updated',
  FixNamespaceError: 'fix what the error names; the namespace controller tries again every minute',
  NotCheckedSinceRepair:
    'What stopped the namespace controller at its last check of namespace {namespace} can be read now; it has not checked again.',
  ReportedAtLastCheck: '{type}, at its last check: {report}',
  LeftInNamespace:
    '{isAll?|at least }{objects:count} {objects=1?object is|objects are} left in it, as after a forced deletion:',
  NamespaceGone: 'Namespace {namespace} no longer exists, and without it no object in it can be updated.',
  EndNamespaceAgain: ({ finalizers }) => {
    const removes = finalizers.length === 0 ? '' : `remove ${listed(finalizers)} where no controller does, `
    const loss = finalizers.length === 0 ? '' : '; what their controllers would have cleaned up stays behind'
    return `in one guided step: recreate the namespace, ${removes}and delete it again${loss}`
  },
  CreateNamespaceOnly:
    'where the controllers of {objects=1?the object|the # objects} still exist, only create the namespace again: they then finish their work, and the namespace can be deleted',

  NamespaceNotCreated: 'not started: the namespace was not created',
  Interrupted: 'interrupted',
  StillContains: 'it still contains: {objects:names}',
  NewUnshown: 'it contains new objects that were not shown: {objects:names}',
  ContentUnread: 'what is in it could not be read',
  DeletedWithNamespace: 'deleted with the namespace',
  NamespaceDeletionUnproven: 'the deletion of the namespace failed or could not be confirmed',
  NamespaceStillExists: 'the namespace still exists, and its content was not read again',
  NamespaceDeletedByOther: 'another client deleted the namespace',
  NamespaceExistsAgain: 'the namespace exists again and is not deleted ({why:sentence})',
  DeleteIfUnneeded: 'delete it if nothing in it is needed',
  GuardsRefuse: 'not started: the guards refuse all or part of it',
  ClearAndDelete: 'Create namespace {namespace}, clear it, and delete it',
  NoDryRunOfContent: 'a dry run is not possible before the namespace exists',
  NamespaceUnexplained: 'namespace {name} exists and could not be explained: {why:sentence}',
  NamespaceStateUnknown: 'the state of the namespace is not known: {why:sentence}',
  WentUnforced:
    'deleted {by?controller=by the namespace controller|finalizer=with its last finalizer}; nothing was forced',
  WaitingForEnd:
    'waiting for {by?controller=the namespace controller to end it|finalizer=it to be deleted with its last finalizer}, {seconds:number} s at most',
  EndsAfterwards:
    'Then the {by?controller=namespace controller ends the namespace|finalizer=namespace is deleted with its last finalizer}; if it does not, this command says why and what is left to do.',
  BeforeFinalized: 'before it is finalized',
  FinalizeByForce: 'Finalize namespace {namespace} by force',
  OwnFinalizersFirst: 'not started: its own finalizers have to be removed first',
  StartManagerAgain: 'start it again: without it the namespace is left Terminating',
  NothingToForce: 'nothing to force, {finalizer} is not in its spec.finalizers: {holds:sentence}',
  ToRemoveThat: 'to remove that',
} as const satisfies Words<Args>

function listed(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).join(', ')
  return names.length > MAX_NAMED ? `${named} and ${names.length - MAX_NAMED} more finalizers` : named
}
