/** Numbers that look random, and are the same for the same seed. */
export class Random {
  #state: number

  constructor(...seed: readonly number[]) {
    this.#state = 0x9e3779b9
    for (const part of seed) {
      this.#state = (this.#state ^ part) >>> 0
      for (let round = 0; round < 4; round++) this.#state = Math.floor(this.next() * 2 ** 32)
    }
  }

  /** From 0 up to 1, which it is never (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 to one below `bound`. */
  below(bound: number): number {
    return Math.floor(this.next() * bound)
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!
  }
}
