import type { Looks } from './movement.ts'
import type { Told, ToldCause, ToldObject } from './told.ts'

/** What is told from elsewhere and was not so on the cluster, neither before it was read nor after. */
export interface Difference {
  /** The same text where the same is told again. */
  readonly what: string
  /** What moved while the cluster was read, part by part, accounts for it. */
  readonly isOfMovement: boolean
}

/** An object or a cause that is told here neither as before nor as after. */
export interface Compared<Item> {
  readonly name: string
  readonly here: Item | undefined
  /** As the cluster is told: twice, once where it came or went meanwhile, or never. */
  readonly there: readonly Item[]
}

export const comparedObjects = (looks: Looks): readonly Compared<ToldObject>[] =>
  compared(
    looks,
    ({ objects }) => objects,
    ({ name, uid }) => `${name} (${uid})`,
  )

export const comparedCauses = (looks: Looks): readonly Compared<ToldCause>[] =>
  compared(
    looks,
    ({ causes }) => causes,
    ({ id }) => id,
  )

function compared<Item>(
  { here, before, after }: Looks,
  of: (told: Told) => readonly Item[],
  name: (item: Item) => string,
): readonly Compared<Item>[] {
  const [h, b, a] = [here, before, after].map(told => new Map(of(told).map(item => [name(item), item])))
  return [...new Set([h, b, a].flatMap(each => [...each!.keys()]))]
    .map(each => ({
      name: each,
      here: h!.get(each),
      there: [b!, a!].map(told => told.get(each)),
    }))
    .filter(({ here, there }) => !there.some(each => asText(each) === asText(here)))
    .map(({ there, ...each }) => ({ ...each, there: there.filter(item => item !== undefined) }))
}

/** What is here, and in neither of those. */
export const beyond = (here: readonly string[], there: readonly (readonly string[])[]): readonly string[] =>
  here.filter(each => !there.some(those => those.includes(each)))

/** What was there before and after, and is not here. */
export const missing = (here: readonly string[], there: readonly (readonly string[])[]): readonly string[] =>
  there.length < 2 ? [] : there[0]!.filter(each => there[1]!.includes(each) && !here.includes(each))

export const isAnyOf = <Item>(here: Item, there: readonly Item[], of: (item: Item) => unknown): boolean =>
  there.some(each => asText(of(each)) === asText(of(here)))

/**
 * A cause that is named after one of those it holds, the first, may be named after another where it does not hold both: one of them is
 * `lost`.
 */
export function isNamedAfterAnother(
  { subject, blocks }: ToldCause,
  there: readonly ToldCause[],
  isLost: (uid: string) => boolean = () => true,
): boolean {
  if (!('uid' in subject) || !blocks.includes(subject.uid)) return false
  return there.every(other => {
    if (!('uid' in other.subject) || !other.blocks.includes(other.subject.uid)) return false
    const wanting = [
      ...(blocks.includes(other.subject.uid) ? [] : [other.subject.uid]),
      ...(other.blocks.includes(subject.uid) ? [] : [subject.uid]),
    ]
    return wanting.some(isLost)
  })
}

export const asText = (value: unknown): string => JSON.stringify(value)
