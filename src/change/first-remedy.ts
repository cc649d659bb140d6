import type { Cause, Remedy } from '../diagnosis/explanation.ts'

/** What to do about a cause, with its first command: a repair before anything else; never a removal. */
export function firstRemedy(cause: Cause | undefined, kind?: Remedy['kind']): string | undefined {
  const wanted = (each: Remedy): boolean => (kind === undefined ? each.kind !== 'remove' : each.kind === kind)
  const remedy = cause?.remedies.find(wanted)
  return remedy && [remedy.summary, ...remedy.commands.slice(0, 1)].join(': ')
}
