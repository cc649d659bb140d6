import type { HeldIfDeleted } from '../diagnosis/held-if-deleted.ts'
import { type ExplanationStyle, widthOf } from './explanation-style.ts'
import { hanging } from './hanging.ts'
import { placedText } from './object-text.ts'
import { printable } from './printable.ts'

const BULLET = '  · '
const UNDER = ' '.repeat(BULLET.length)

/** An object that was asked for and is not terminating: that it is not, and what would hold it if it were deleted. */
export function wouldHoldLines({ ref, finalizers }: HeldIfDeleted, style: ExplanationStyle): string[] {
  const width = widthOf(style)
  const outlook =
    finalizers.length === 0
      ? 'It has no finalizers: only a grace period, or its dependents in a foreground deletion, would delay it.'
      : 'If it were deleted now, these finalizers would hold it:'
  const [first = '', ...rest] = hanging('', `${placedText(ref)} is not being deleted.`, '', width)
  return [
    style.paint.strong(first),
    ...rest,
    ...hanging('', outlook, '', width),
    ...finalizers.flatMap(({ name, known }) => {
      const meaning =
        known === undefined
          ? 'not in the catalogue'
          : `${known.project}, ${known.controller.name}. Removed when: ${known.goneWhen}`
      return [`${BULLET}${printable(name)}`, ...hanging(UNDER, printable(meaning), UNDER, width)]
    }),
  ]
}
