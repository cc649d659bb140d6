import type { ObjectRef } from '../../api/object-ref.ts'
import { message, sentenceOf } from '../../messages/sentence.ts'
import type { LiveObject } from '../../plan/ordered/live-groups.ts'
import type { Step } from '../../plan/outcome.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import type { Prepared } from './prepare.ts'

/**
 * Looks once more for all objects of the groups when everything shown is gone: more may have been created, under other
 * names too. A step for each such object, which is not touched; where it cannot be told, a refusal for the resource
 * `subject`. Never rejects: what was deleted before has to be reported.
 */
export async function checkRecreated(
  { findAgain }: Pick<Prepared, 'findAgain'>,
  subject: ObjectRef,
  { overrides }: Pick<WriteOptions, 'overrides'>,
): Promise<readonly Step[]> {
  let found: readonly LiveObject[]
  try {
    found = await findAgain()
  } catch (error) {
    if (overrides.has('IncompleteRead')) return []
    const unread = message('CreatedMeanwhileUnread', { why: sentenceOf(error) })
    return [{ ref: subject, action: 'RemoveFinalizer', result: 'refused', guard: 'IncompleteRead', message: unread }]
  }
  const changed = { result: 'changed', guard: 'Changed', message: message('CreatedDuringGroups') } as const
  return found.map(({ ref }) => ({ ref, action: 'Delete', ...changed }))
}
