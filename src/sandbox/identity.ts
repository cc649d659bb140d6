/** Draws uids and generated name suffixes; the same seed always gives the same sequence. */
export interface Identity {
  uid(): string
  /** Five characters of the alphabet that the API server uses: no vowels, so that no word appears. */
  suffix(): string
}

const SUFFIX_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'

/** A sequence that is the same on every run, so that tests and screenshots can name a uid. */
export function createIdentity(seed = 0x5eed): Identity {
  let state = seed >>> 0
  // mulberry32: short, well spread, and enough for names that only have to differ.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const hex = (digits: number) => (next() >>> (32 - digits * 4)).toString(16).padStart(digits, '0')
  return {
    uid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`,
    suffix: () => Array.from({ length: 5 }, () => SUFFIX_ALPHABET[next() % SUFFIX_ALPHABET.length]).join(''),
  }
}
