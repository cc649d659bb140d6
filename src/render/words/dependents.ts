import type { DependentMessages } from '../../messages/dependents.ts'
import type { WordsFor } from './words-for.ts'

export const dependentWords: WordsFor<DependentMessages> = {
  DependentNotDeleted: ({ object, owners }) =>
    `${object} has not been deleted; the foreground deletion of ${owners.join(', ')} is waiting for it.`,
  DependentBlocks: ({ owners }) => `it blocks ${owners.join(', ')} (blockOwnerDeletion)`,
  CollectorHadTime: ({ age, to }) =>
    `the garbage collector has had ${age} to ${to === 'release' ? 'remove the owner reference from it' : 'delete it'}; it retries a rejected request after up to 17 minutes`,
  DeleteAsCollector: ({ object }) =>
    `delete ${object}, as the garbage collector does at its next try, which can be up to 17 minutes away if its deletion was rejected before`,
  DeleteIfNotNeeded: ({ object }) => `or, if it is no longer needed, delete ${object}`,
  OthersFollow: () => 'the others then follow by themselves',
  DependentsFollow: () => 'dependents that remain are deleted in the background',
  DependentFollows: ({ object }) => `${object} is then deleted in the background`,
  DependentStays: ({ object }) => `${object} stays`,
  CircleOfOwners: circle =>
    circle.objects.length === 1
      ? `${circleText(circle)} names itself as its owner and waits for itself in a foreground deletion.`
      : `${circleText(circle)} own each other, and each waits for the next in a foreground deletion.`,
  CircleBlocks: circle => `${circleText(circle)} have foregroundDeletion and block each other (blockOwnerDeletion)`,
  InstanceNotDeleted: ({ object, definition }) =>
    `${object} has not been deleted; its CRD ${definition} is waiting for it.`,
  DefinitionDeletedSince: ({ definition, age, object }) =>
    `${definition} is being deleted since ${age}, ${object} is not`,
  DeleteInstance: ({ object }) => `delete ${object}, as the deletion of its CRD would`,
  NoInstanceLeft: () => 'no instance is left',
  FinalizerMisplaced: ({ finalizer, kind, handled }) => {
    if (handled === undefined)
      return `Nothing removes ${finalizer}: it looks like a finalizer of Kubernetes but is not one.`
    if (handled === 'inMetadata')
      return `Nothing removes ${finalizer} from spec.finalizers of a ${kind}: Kubernetes handles it in metadata.finalizers only.`
    const where = handled === 'inSpec' ? 'in spec.finalizers of Namespaces' : `on ${handled.on}`
    return `Nothing removes ${finalizer} from metadata.finalizers of a ${kind}: Kubernetes handles it ${where} only.`
  },
  NoControllerLooksFor: ({ finalizer }) => `no controller of Kubernetes looks for the name ${finalizer}`,
  RemovedFromNothingElse: ({ controller, finalizer, on }) =>
    `${controller} removes ${finalizer} from ${on}, and from nothing else`,
  WrittenByNoController: ({ manager }) =>
    `it was written by manager "${manager}", which is not the name of a controller`,
  RemoveMisplaced: ({ resource }) =>
    `remove the finalizer: it protects nothing on ${resource}; and remove it from the manifest that it came from`,
}

function circleText({ objects, more }: DependentMessages['CircleOfOwners']): string {
  return more === 0 ? objects.join(', ') : `${objects.join(', ')} and ${more} more`
}
