import type { Explanation } from '../../diagnosis/explanation.ts'
import { type Picture, pictureOf } from './picture.ts'

/** Everything by itself: at most so many objects and causes, and arrows between them, can still be read. */
const MAX_UNFOLDED = 200

/** The same with everything by itself, where that shows more than a folded picture and can still be read. */
export function unfoldedOf(explanation: Explanation, { folded }: Picture): Picture | undefined {
  const { objects, causes } = explanation
  if (!folded || objects.length + causes.length > MAX_UNFOLDED) return undefined
  const unfolded = pictureOf(explanation, 'unfolded')
  return unfolded.edges.length > MAX_UNFOLDED ? undefined : unfolded
}
