import type { Fact } from '../api/fact.ts'

/** Thrown where a fact without an answer is looked at. One value for all, without a stack or details. */
const NOT_YET = new Error('a fact was looked at before it was read')

/** A question without an answer: it may be passed on, and whoever looks at it waits for the next round. */
export const NOT_ANSWERED = Object.freeze({
  get state(): never {
    throw NOT_YET
  },
}) satisfies Pick<Fact<never>, 'state'> as Fact<never>

/** What is seen once all that it looks at is answered; undefined until then. What it has read by then is asked. */
export function whenAnswered<Value>(look: () => Value): Value | undefined {
  try {
    return look()
  } catch (error) {
    if (error !== NOT_YET) throw error
    return undefined
  }
}

/**
 * Looks at each, and waits only afterwards, if one of them does: questions that do not depend on another answer are
 * asked in the same round.
 */
export function eachTogether<Item, Value>(items: Iterable<Item>, look: (item: Item) => Value): readonly Value[] {
  const values: Value[] = []
  let waits = false
  for (const item of items) {
    try {
      values.push(look(item))
    } catch (error) {
      if (error !== NOT_YET) throw error
      waits = true
    }
  }
  if (waits) throw NOT_YET
  return values
}

/** Those of which it is so, looked at in the same way. */
export function filterTogether<Item>(items: readonly Item[], isSo: (item: Item) => boolean): readonly Item[] {
  const kept = eachTogether(items, isSo)
  return items.filter((_, index) => kept[index])
}

/** The same of several that are looked at differently. */
export function together<Values extends readonly unknown[]>(
  ...looks: { readonly [At in keyof Values]: () => Values[At] }
): Values {
  return eachTogether(looks as readonly (() => unknown)[], look => look()) as unknown as Values
}
