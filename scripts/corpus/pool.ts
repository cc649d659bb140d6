/** Values as they are kept: each larger one once, in the order in which they are needed, and referred to by its place. */
export type Pool = readonly unknown[]

/** In place of a value: where in the pool it is. */
interface Place {
  readonly $: number
}

/** What is shorter than this as JSON is repeated: a reference is hardly shorter. */
const SHORT = 60

/** Keeps values, each once. What JSON does not have (undefined, functions) is left out. */
export class Keeper {
  readonly pool: unknown[] = []
  readonly #places = new Map<string, Place>()

  keep(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    const kept = Array.isArray(value)
      ? value.map(each => this.keep(each) ?? null)
      : Object.fromEntries(
          Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[key, this.keep(each)]])),
        )
    const text = JSON.stringify(kept)
    if (text.length < SHORT) return kept
    const place = this.#places.get(text) ?? { $: this.pool.length }
    if (place.$ === this.pool.length) {
      this.pool.push(kept)
      this.#places.set(text, place)
    }
    return place
  }
}

/** Gives what was kept: of one place always the very same object, as it was one when it was kept. */
export function keptIn(pool: Pool): (kept: unknown) => unknown {
  const whole: unknown[] = []
  const of = (kept: unknown): unknown => {
    if (typeof kept !== 'object' || kept === null) return kept
    if (Array.isArray(kept)) return kept.map(of)
    if (typeof (kept as Partial<Place>).$ === 'number') {
      const { $: at } = kept as Place
      whole[at] ??= of(pool[at])
      return whole[at]
    }
    return Object.fromEntries(Object.entries(kept).map(([key, each]) => [key, of(each)]))
  }
  return of
}
