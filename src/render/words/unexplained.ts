import type { Words } from './template.ts'

interface Args {
  /** Each waits for the next, and the last for the first. */
  readonly WaitInCircle: { readonly objects: readonly string[]; readonly first: string }
}

/** What is said of an object that no rule explains, of circles, and of one that is not being deleted. */
export const unexplainedWords = {
  RunWithPermission: 'run this again as a user with permission to read what is missing',
  DumpIsUndated:
    'the dump does not say when it was taken: the latest time in it is used, and it may have been taken later',
  NamespaceHeldByContent: 'Namespace {namespace} is terminating, and what is left in it was not looked at.',
  NamespaceApart: 'the objects in namespace {namespace} were not asked for, and not read',
  ExplainNamespace: 'explain the namespace: what is left in it, and why',
  InspectObject: 'inspect the object',
  RemovalRejected: 'a dry run of the removal of its finalizers is rejected: {why}',
  WaitedForAndNotDeleted: 'Something waits for {object}, and nothing shows who should delete it.',
  HolderNotRead: 'What holds {object} could not be read.',
  HolderNotShown: 'Nothing that could be read shows what holds {object}.',
  HasFinalizers:
    '{object}: {isDeleted?it has|it is not being deleted, and has} [finalizers {finalizers:list}||no finalizer]',
  /** Which of Kubernetes' own finalizers it is. */
  RemovedWhenUnused:
    'Kubernetes {of?claim=removes it when no Pod uses the claim|volume=removes it when no claim is bound to the volume|definition=deletes the instances and removes it when none is left}',
  RemovedByItself: 'Kubernetes removes it by itself',
  ReleasedWithin:
    '{released:number} of {of:number} objects were released within {seconds:number} s: something is working on it',
  WaitInCircle: ({ objects: [one, ...others], first }) =>
    `${one} waits for ${[...others, first].join(', which waits for ')}: they wait for each other.`,
  SeeWhatEachWaitsFor:
    'see what each of them says that it waits for: if the controller of one of them does not need that any more, the circle can be opened there without loss',
  /** `loss` undefined: nothing is known of its controller. */
  OpenCircleAt:
    'else open the circle at {object}: remove its finalizer {finalizer}; the others then follow. [{loss:sentence}||whatever its controller would have cleaned up is left behind]',
  SaveByRescue:
    'if the deletion was a mistake, run this without --dry-run to save it{others=0?|; the other # are saved the same way}; as printed it shows the plan',
} as const satisfies Words<Args>
