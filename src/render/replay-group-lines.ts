import { counted, firstOf, objectText, placedText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import type { LiveGroup, LiveObject, Protection, TakenAlong } from '../plan/ordered/live-groups.ts'
import type { ReplayPlan } from '../plan/sections.ts'
import { briefMessage } from './brief.ts'
import { hanging } from './hanging.ts'
import { protectionLines, type ReplayStyle } from './replay-protection-lines.ts'
import { targetText } from './words/replays.ts'

const INDENT = '   '

/** One numbered group: what goes, what protects each, what is not there, and what it leaves. */
export function replayGroupLines(group: LiveGroup, plan: ReplayPlan, style: ReplayStyle): string[] {
  const { objects, absent, earlier, spared } = group
  const title = style.paint.strong(titleOf(group, plan))
  const line = (text: string): string[] => hanging(INDENT, briefMessage(text), `${INDENT}  `, style.width)
  if (group.group.skipped !== undefined) return [title, ...line(`skipped: ${group.group.skipped}`)]
  const force = group.group.forceDelete && objects.length + spared.length > 0
  if (objects.length + absent.length + earlier.length + spared.length === 0) return [title, ...line('nothing')]
  return [
    title,
    ...objects.flatMap(object => objectLines(object, plan, style)),
    ...earlier.flatMap(each => line(`${placedText(each.object.ref)}: deleted with group ${each.group}`)),
    ...absent.flatMap(name => line(`${name}: not found, nothing to do`)),
    ...spared.flatMap(object => line(`${placedText(object.ref)}: ${sparedText(object, plan)}`)),
    ...(force ? line('forceDelete: remaining finalizers are removed, unless a guard of remove refuses') : []),
  ]
}

function titleOf({ number, group, objects }: LiveGroup, { groups }: ReplayPlan): string {
  const target = group.target ?? groups.target
  const there = objects.find(({ cluster }) => cluster.name === target)?.cluster.place
  const marks = [
    ...(group.line === undefined ? [] : [`line ${group.line}`]),
    ...(target === undefined ? [] : [`in the cluster of ${targetText(target, there)}`]),
    ...(group.forceDelete ? ['forceDelete'] : []),
    ...(group.deleteAll ? ['deleteAllResources'] : []),
  ]
  const name = group.name === undefined ? `group ${number}` : printable(group.name)
  return `${number}. ${name}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`
}

/** One object, and no other of another cluster. */
function keyOf({ cluster, ref }: LiveObject): string {
  return `${cluster.name ?? ''} ${ref.uid}`
}

function sparedText(object: LiveObject, { takers }: ReplayPlan): string {
  const taker = takers.spared[keyOf(object)]
  return taker === undefined
    ? 'stays: not deployed by it (--delete-all-resources deletes it too)'
    : `is deleted with ${objectText(taker.by.ref)} in group ${taker.group}, though it is not deployed by it`
}

function objectLines(object: LiveObject, { protections, taken }: ReplayPlan, style: ReplayStyle): string[] {
  const { ref, meta } = object
  const state = meta.deletionTimestamp === undefined ? '' : ', already being deleted'
  const key = keyOf(object)
  const own = protections.filter(each => keyOf(each.object) === key)
  return [
    ...hanging(INDENT, `${placedText(ref)}${state} (uid ${printable(ref.uid)})`, `${INDENT}  `, style.width),
    ...own.flatMap(each => protectionLines(each, `${each.prospect.finalizer}: `, style)),
    ...taken.filter(({ by }) => keyOf(by) === key).flatMap(each => takenLines(each, protections, style)),
  ]
}

const TAKEN_INDENT = '     '
const MAX_NAMED = 8
const MAX_PROTECTED = 10

/** What goes with a Namespace or a CRD: how much, some of it by name, and its finalizers, the stuck ones first. */
function takenLines(
  { by, objects, unreadable }: TakenAlong,
  protections: readonly Protection[],
  style: ReplayStyle,
): string[] {
  const line = (text: string): string[] => hanging(TAKEN_INDENT, briefMessage(text), `${TAKEN_INDENT}  `, style.width)
  const inside = new Set(objects.map(keyOf))
  const own = protections.filter(({ object }) => inside.has(keyOf(object)))
  const sorted = [...own.filter(({ getsStuck }) => getsStuck), ...own.filter(({ getsStuck }) => !getsStuck)]
  const held = new Map(sorted.map(({ object }) => [keyOf(object), object]))
  const named = [...held.values(), ...objects.filter(object => !held.has(keyOf(object)))].map(({ ref }) =>
    by.ref.kind === 'Namespace' ? objectText(ref) : placedText(ref),
  )
  const unread = unreadable.map(({ resource, reason }) => `${resource} (${reason})`)
  return [
    ...(objects.length > 0
      ? line(`also deletes ${counted(objects.length, 'object')}: ${firstOf(named, MAX_NAMED)}`)
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
      ? line(`types that could not be read may be deleted with it too: ${firstOf(unread, MAX_NAMED)}`)
      : []),
  ]
}
