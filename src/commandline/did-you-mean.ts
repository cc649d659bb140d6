/** A word that is known, and what else people call it. */
export interface Known {
  readonly word: string
  readonly also?: readonly string[] | undefined
}

/** Up to a third of its letters may be slips, and two at most. */
const LETTERS_A_SLIP = 3
const MAX_SLIPS = 2

/** The known words that a typed one may stand for: its synonym, or those one or two slips away that are nearest. */
export function didYouMean(typed: string, known: readonly Known[]): readonly string[] {
  const wanted = typed.toLowerCase()
  const synonym = known.find(({ also = [] }) => also.includes(wanted))
  if (synonym !== undefined) return [synonym.word]
  const allowed = Math.min(Math.max(Math.floor(wanted.length / LETTERS_A_SLIP), 1), MAX_SLIPS)
  return known
    .map(({ word }) => ({ word, slips: slipsBetween(wanted, word) }))
    .filter(({ word, slips }) => slips <= allowed && slips < word.length)
    .toSorted((a, b) => a.slips - b.slips)
    .filter(({ slips }, _, [nearest]) => slips === nearest!.slips)
    .map(({ word }) => word)
}

/** How many letters were left out, added, mistaken or swapped with the next (optimal string alignment distance). */
function slipsBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      next[column] = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1),
        swapped ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = next
  }
  return last[b.length]!
}
