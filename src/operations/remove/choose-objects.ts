import { placedText } from '../../api/object-text.ts'
import { printable } from '../../api/printable.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import type { Ports } from '../ports.ts'

/**
 * Lets the user choose among what is stuck, grouped by what causes it, the most blocking first; each object is listed
 * under its first direct cause. undefined when they give up.
 */
export async function chooseObjects(
  objects: readonly DiagnosedObject[],
  causes: readonly Cause[],
  { terminal: { prompt }, signal, words }: Ports,
): Promise<readonly DiagnosedObject[] | undefined> {
  const inWords = await words()
  const order = new Map(causes.map(({ id }, index) => [id, index]))
  const withFinalizers = objects.filter(({ explained }) => explained.finalizers.length > 0)
  const first = ({ causes }: DiagnosedObject): Cause | undefined =>
    causes.map(({ cause }) => cause).toSorted((a, b) => rank(a, order) - rank(b, order))[0]
  const ordered = withFinalizers.toSorted((a, b) => rank(first(a), order) - rank(first(b), order))
  // Causes of one summary, each of an object of its own, are one group.
  const groups = [...Map.groupBy(ordered, object => inWords(titleOf(first(object))))].map(([title, held]) => ({
    title,
    choices: held.map(object => ({ name: choiceText(object), value: object })),
  }))
  return prompt?.choose(inWords(message('WhichOfThem')), groups, signal)
}

function titleOf(cause: Cause | undefined): Sentence {
  if (cause === undefined) return message('HeldByOthers')
  return message('HeldByCause', { code: cause.code, summary: cause.summary })
}

function rank(cause: Cause | undefined, order: ReadonlyMap<string, number>): number {
  return cause === undefined ? Number.POSITIVE_INFINITY : order.get(cause.id)!
}

function choiceText({ held, explained }: DiagnosedObject): string {
  const finalizers = explained.finalizers.map(({ name }) => printable(name)).join(', ')
  return `${placedText(held.ref)}  ${finalizers}`
}
