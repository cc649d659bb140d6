import type { Cause, Remedy } from '../diagnosis/explanation.ts'
import { message } from '../messages/sentence.ts'
import type { Advice } from './reach.ts'

/** What to do about a cause, with its first command: a repair before anything else; never a removal. */
export function firstRemedy(cause: Cause | undefined): readonly Advice[] | undefined {
  const remedy = cause?.remedies.find(({ kind }) => kind !== 'remove')
  return remedy && [{ what: remedy.summary, commands: remedy.commands.slice(0, 1) }]
}

/** Whether only removal is left: no repair, no use in waiting. An unknown that can be looked at may be repaired. */
export function isBeyondRepair({ remedies, verdict }: Cause): boolean {
  if (verdict === 'unknown' && remedies.some(({ kind }) => kind !== 'remove')) return false
  const isHope = remedies.some(({ kind }) => kind === 'repair' || kind === 'wait')
  return !isHope && remedies.some(({ kind }) => kind === 'remove')
}

/** What is left of a cause that nothing repairs and no waiting ends: the removal, with its commands. */
export function lastResort(cause: Cause): readonly Advice[] | undefined {
  if (!isBeyondRepair(cause)) return undefined
  const removal = cause.remedies.find(({ kind }) => kind === 'remove')
  return removal && [{ what: removal.summary, commands: removal.commands }]
}

/** Every repair of a cause with its commands: only the reader knows which is right; undefined where none is known. */
export function everyRepair(cause: Cause | undefined): readonly Advice[] | undefined {
  const repairs: readonly Remedy[] = cause?.remedies.filter(({ kind }) => kind === 'repair') ?? []
  if (repairs.length === 0) return undefined
  return repairs.map(({ summary, commands }, index) => {
    return { what: index === 0 ? summary : message('OrElse', { what: summary }), commands }
  })
}
