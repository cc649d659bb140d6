import { message } from '../../messages/sentence.ts'
import type { Saved } from '../../plan/rescue/rescue.ts'
import { isSuspended, switchOf } from '../../plan/syncer.ts'
import type { Edit } from '../rescue/edit.ts'

/** Has a syncer leave alone what it makes. */
export function suspension(syncer: Saved): Edit {
  return {
    ...syncer,
    action: 'Suspend',
    isSo: object => isSuspended({ ...syncer, object }),
    fields: () => ({ spec: switchOf(syncer).stopped }),
    said: message('CreatesNothingAgain'),
  }
}

/** Has it work as it did; one that was resumed meanwhile stays as it is. */
export function resumption(syncer: Saved): Edit {
  return {
    ...syncer,
    action: 'Resume',
    isSo: object => !isSuspended({ ...syncer, object }),
    fields: () => ({ spec: switchOf(syncer).was(syncer.object) }),
    said: message('RunsAsItDid'),
    other: { result: 'gone', message: message('GoneAndOtherKept') },
  }
}
