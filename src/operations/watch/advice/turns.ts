import type { StuckObject } from '../../../diagnosis/stuck-object.ts'

/** The order where not all can be looked at: what was stuck first, to renew its text, then what waited the longest. */
export class Turns {
  /** By uid: in which look it was come to last. */
  #cameTo = new Map<string, number>()
  #stuck: ReadonlySet<string> = new Set()
  #look = 0

  /** Each once, the next of them first. */
  inTurn(all: readonly StuckObject[]): readonly StuckObject[] {
    const placeOf = ({ ref: { uid } }: StuckObject): number =>
      this.#stuck.has(uid) ? -1 : (this.#cameTo.get(uid) ?? 0)
    const distinct = [...new Map(all.map(held => [held.ref.uid, held])).values()]
    return distinct.toSorted((a, b) => placeOf(a) - placeOf(b))
  }

  /** These were come to, and those of them are stuck. What was not among them and is no more in turn is forgotten. */
  cameTo(come: readonly StuckObject[], inTurn: readonly StuckObject[], stuck: ReadonlySet<string>): void {
    this.#look++
    this.#stuck = stuck
    for (const { ref } of come) this.#cameTo.set(ref.uid, this.#look)
    const known = new Set(inTurn.map(({ ref }) => ref.uid))
    for (const uid of this.#cameTo.keys()) if (!known.has(uid)) this.#cameTo.delete(uid)
  }
}
