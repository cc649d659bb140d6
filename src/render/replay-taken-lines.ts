import { counted, objectText, placedText } from '../api/object-text.ts'
import type { Protection, TakenAlong } from '../plan/ordered/live-groups.ts'
import { briefMessage } from './brief.ts'
import { hanging } from './hanging.ts'
import { protectionLines, type ReplayStyle } from './replay-protection-lines.ts'

const INDENT = '     '
const MAX_NAMED = 8
const MAX_PROTECTED = 10

/** What goes with a Namespace or a CRD: how much, some of it by name, and its finalizers, the stuck ones first. */
export function takenLines(
  { by, objects, unreadable }: TakenAlong,
  protections: readonly Protection[],
  style: ReplayStyle,
): string[] {
  const line = (text: string): string[] => hanging(INDENT, briefMessage(text), `${INDENT}  `, style.width)
  const inside = new Set(objects)
  const own = protections.filter(({ object }) => inside.has(object))
  const sorted = [...own.filter(({ getsStuck }) => getsStuck), ...own.filter(({ getsStuck }) => !getsStuck)]
  const held = new Set(sorted.map(({ object }) => object))
  const named = [...held, ...objects.filter(object => !held.has(object))].map(({ ref }) =>
    by.ref.kind === 'Namespace' ? objectText(ref) : placedText(ref),
  )
  const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : ''
  const unread = unreadable.map(({ resource, reason }) => `${resource} (${reason})`)
  const unreadMore = unread.length > MAX_NAMED ? ` and ${unread.length - MAX_NAMED} more` : ''
  return [
    ...(objects.length > 0
      ? line(`also deletes ${counted(objects.length, 'object')}: ${named.slice(0, MAX_NAMED).join(', ')}${more}`)
      : unread.length === 0
        ? line('nothing else is deleted with it')
        : []),
    ...sorted.slice(0, MAX_PROTECTED).flatMap(each => {
      return protectionLines(each, `${objectText(each.object.ref)}: ${each.prospect.finalizer}: `, style)
    }),
    ...(sorted.length > MAX_PROTECTED
      ? line(`and ${counted(sorted.length - MAX_PROTECTED, 'more finalizer')} of what is deleted with it`)
      : []),
    ...(unread.length > 0
      ? line(
          `types that could not be read may be deleted with it too: ${unread.slice(0, MAX_NAMED).join(', ')}${unreadMore}`,
        )
      : []),
  ]
}
