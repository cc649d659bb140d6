import { printable } from '../api/printable.ts'
import type { Unreadable } from '../api/terminating.ts'
import type { Loss } from '../diagnosis/preflight/foreseen.ts'
import { hanging } from './hanging.ts'
import type { Paint } from './paint.ts'
import { lossTexts } from './preflight-words.ts'
import { formatUnreadable } from './unreadable.ts'

/** What is destroyed by a change, and what could not be read of it. */
export interface Losses {
  readonly losses: readonly Loss[]
  readonly unread: readonly Unreadable[]
}

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
