import type { Cause, Remedy } from '../diagnosis/explanation.ts'

/** What to do about a cause, with its first command: a repair before anything else; never a removal. */
export function firstRemedy(cause: Cause | undefined, kind?: Remedy['kind']): string | undefined {
  const wanted = (each: Remedy): boolean => (kind === undefined ? each.kind !== 'remove' : each.kind === kind)
  const remedy = cause?.remedies.find(wanted)
  return remedy && [remedy.summary, ...remedy.commands.slice(0, 1)].join(': ')
}

/** Every repair of a cause, each with its commands; undefined where none is known. */
export function everyRepair(cause: Cause | undefined): string | undefined {
  const repairs = cause?.remedies.filter(({ kind }) => kind === 'repair') ?? []
  const texts = repairs.map(({ summary, commands }) => [summary, ...commands].join(': '))
  return texts.length === 0 ? undefined : texts.join('; or ')
}
