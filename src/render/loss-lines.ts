import { printable } from '../api/printable.ts'
import type { Losses } from '../plan/sections.ts'
import { hanging } from './hanging.ts'
import type { Paint } from './paint.ts'
import { lossTexts } from './preflight-words.ts'
import { formatUnreadable } from './unreadable.ts'

const BULLET = '  · '

/** What goes with it, as a preflight says it, for the plan of a change; no lines where nothing does. */
export function lossLines(
  { losses, unread }: Losses,
  { width, paint }: { readonly width: number | undefined; readonly paint: Paint },
): readonly string[] {
  const texts = [
    ...lossTexts(losses).flatMap(text => hanging(BULLET, printable(text), ' '.repeat(BULLET.length), width)),
    ...formatUnreadable(unread),
  ]
  return texts.length === 0 ? [] : [paint.strong('What goes with it'), ...texts]
}
