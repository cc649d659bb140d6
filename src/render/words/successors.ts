import type { SuccessorMessages } from '../../messages/successors.ts'
import type { WordsFor } from './words-for.ts'

export const successorWords: WordsFor<SuccessorMessages> = {
  DoesNotHandle: ({ workload, finalizer, next }) =>
    `${workload} runs and does not handle ${finalizer}: it uses ${next} in its place.`,
  PerhapsDoesNotHandle: ({ workload, finalizer, next }) =>
    `${workload} runs and has not removed ${finalizer}; it is possible that it uses only ${next} now, which objects carry that are not being deleted.`,
  ErrorForOtherFinalizer: ({ workload, finalizer, next }) =>
    `${workload} reports an error for ${next}. When that is fixed, ${finalizer} may remain: newer objects have only ${next}.`,
  CarriedByNewer: ({ count, resource, next, finalizer, example }) =>
    `${count} ${resource} that are not being deleted have ${next} and not ${finalizer}, for example ${example}`,
  CarriesBoth: ({ object }) => `${object} carries both names`,
  NeitherReportedNorWritten: () => 'it has neither reported nor written anything to the object since its deletion',
  RunVersionThatHandles: ({ finalizer }) =>
    `run a version that handles ${finalizer} until these objects are gone, if what it cleans up matters`,
  FindWhetherHandled: ({ finalizer }) =>
    `find out whether the version that runs still handles ${finalizer}: its log and its release notes tell`,

  OlderCarriesNext: ({ next }) => `an object that is no newer carries ${next} too`,
  DifferInMoreThanSpelling: ({ finalizer, next }) =>
    `${finalizer} and ${next} differ in more than their spelling: each may be for objects of its own`,
  DeletedOnlyRecently: () => 'its controller may still work on it, or retry: it was deleted only recently',
  FewNewerCarryIt: ({ count }) => `only ${count} newer objects carry it`,
  MayBeAddedLater: ({ finalizer }) => `${finalizer} may have been added after the creation`,
  NotReadToCompare: ({ resource }) => `${resource} could not be read whole, to compare them`,
  GoneBeforeCompared: () => 'they no longer exist and cannot be compared',
  DifferInField: ({ path }) => `they differ in ${path}, which may decide the finalizer`,
}
