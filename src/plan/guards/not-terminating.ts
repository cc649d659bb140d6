import { message } from '../../messages/sentence.ts'
import type { Guard } from '../guard.ts'

/** A live object is never touched. */
export const notTerminating: Guard = ({ object }) =>
  object.metadata.deletionTimestamp === undefined
    ? {
        guard: 'NotTerminating',
        why: message('NotTerminatingNow'),
        instead: message('DeleteFirst'),
      }
    : undefined
