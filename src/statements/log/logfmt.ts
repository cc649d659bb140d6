import { partsOf } from './fields.ts'
import type { Parts } from './line.ts'
import { pairsIn } from './pairs.ts'

/** A line of pairs alone: logrus, slog's TextHandler, go-kit/log. */
export function logfmtLine(text: string): Parts | undefined {
  // Of most other lines this is told without reading them.
  const first = text.indexOf('=')
  if (first < 1 || first > 40) return undefined
  const { before, fields } = pairsIn(text)
  return before === '' ? partsOf(fields) : undefined
}
