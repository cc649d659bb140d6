import type { Guard } from '../guard.ts'

/** A live object is never touched. */
export const notTerminating: Guard = ({ object }) =>
  object.metadata.deletionTimestamp === undefined
    ? {
        guard: 'NotTerminating',
        why: 'it is not being deleted: a finalizer of a live object is never touched',
        instead: 'delete it first with kubectl delete',
      }
    : undefined
