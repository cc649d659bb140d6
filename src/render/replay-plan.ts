import { counted, objectText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import type { Unreadable } from '../api/terminating.ts'
import type { DeletionGroups } from '../groups/deletion-groups.ts'
import type { Forecast, Protection, Unread } from '../plan/ordered/live-groups.ts'
import type { ReplayPlan } from '../plan/sections.ts'
import { briefMessage } from './brief.ts'
import { hanging } from './hanging.ts'
import { lossLines } from './loss-lines.ts'
import { replayGroupLines } from './replay-group-lines.ts'
import type { ReplayStyle } from './replay-protection-lines.ts'
import { formatUnreadable } from './unreadable.ts'
import { inWords } from './words/in-words.ts'

const SYSTEMS = {
  orkestra: 'Orkestra',
  landscaper: 'Landscaper',
  native: 'DeletionGroups',
  derived: 'derived from owners',
} as const
const LABEL_COLUMNS = 'differs '.length

/** All that would be deleted, in its order, with what may get stuck and what is done otherwise than written. */
export function formatReplayPlan(plan: ReplayPlan, style: ReplayStyle): string {
  const { groups, live, subject, place } = plan
  const span = plan.timeoutPerGroup ? 'each group' : 'all groups together'
  const time = plan.timeoutSeconds === undefined ? 'no time limit' : `${plan.timeoutSeconds} s for ${span}`
  const named = live.flatMap(group => group.objects).length
  const others = plan.taken.flatMap(each => each.objects).length
  const along = others === 0 ? '' : ` and ${others} more deleted with ${named === 1 ? 'it' : 'them'}`
  const objects = `${counted(named, 'object')}${along}`
  const labelled = (label: string, text: string): string[] =>
    hanging(label.padEnd(LABEL_COLUMNS), briefMessage(text), ' '.repeat(LABEL_COLUMNS), style.width)
  const losses = lossLines(plan.losses, style)
  const stuck = plan.protections.filter(({ getsStuck }) => getsStuck)
  const lines = [
    style.paint.strong(`Ordered deletion for ${printable(subject)}`),
    ...labelled('by', `${SYSTEMS[groups.system]}, ${place}; ${objects}; ${time}`),
    ...live.flatMap(group => ['', ...replayGroupLines(group, plan, style)]),
    ...(losses.length === 0 ? [] : ['', ...losses]),
    '',
    ...afterwardsTexts(plan.afterwards).flatMap((text, index) => labelled(index === 0 ? 'then' : '', text)),
    ...groups.remaining.flatMap(({ item, why }, index) => {
      const place = item.namespaces === 'all' ? '' : item.namespaces.map(name => ` in namespace ${name}`).join('')
      const name = `${item.kind.toLowerCase()}/${(item.names ?? ['*']).join(',')}${place}`
      const taker = plan.takers.remaining[index]
      if (!taker) return labelled('stays', `${name}: ${inWords(why)}`)
      const text = `${name}: is deleted with ${objectText(taker.by.ref)} in group ${taker.group}, though ${inWords(why)}`
      return labelled('goes', text).map(line => style.paint.verdict('stuck', line))
    }),
    ...groups.notes.flatMap(({ line, text }) =>
      labelled('note', line === undefined ? inWords(text) : `line ${line}: ${inWords(text)}`),
    ),
    ...replayDifferences(groups.system, plan.timeoutPerGroup).flatMap(text => labelled('differs', text)),
    ...formatUnreadable(plan.unread.map(worded)),
    ...(stuck.length === 0
      ? []
      : [style.paint.verdict('stuck', `${counted(stuck.length, 'finalizer')} would get stuck: see above`)]),
    ...wrongOrders(stuck).map(text => style.paint.verdict('stuck', `the order is wrong: ${text}`)),
  ]
  return `${lines.join('\n')}\n`
}

function worded({ resource, message, ...rest }: Unread): Unreadable {
  return { ...rest, resource: inWords(resource), message: inWords(message) }
}

/** What the plan says of the resource itself. */
export function afterwardsTexts(forecast: Forecast | undefined): readonly string[] {
  if (forecast === undefined) return ['the resource keeps its finalizers (--no-finalizer)']
  const { finalizers, refused, others } = forecast
  const kept = others.length === 0 ? [] : [`the resource stays after that, held by ${others.join(', ')}`]
  if (finalizers.length === 0) return ['the resource has no finalizer that is to be removed', ...kept]
  const names = finalizers.join(', ')
  const plural = finalizers.length > 1 ? 's' : ''
  return [
    `the removal of finalizer${plural} ${names} is offered, with the guards of remove`,
    ...refused.map(
      ({ finalizer, guard, message }) => `as things are now, ${guard} refuses ${finalizer}: ${inWords(message ?? '')}`,
    ),
    ...kept,
  ]
}

function wrongOrders(stuck: readonly Protection[]): readonly string[] {
  const controller = stuck.some(({ controllerInGroup }) => controllerInGroup !== undefined)
  const user = stuck.some(({ usedBy }) => usedBy?.group !== undefined)
  return [
    ...(controller ? ['a group deletes the controller that a later deletion needs'] : []),
    ...(user ? ['a group deletes what is in use until a later group'] : []),
  ]
}

/** What is done on purpose otherwise than the operator would, in its place; the notes of the groups say the rest. */
function replayDifferences(system: DeletionGroups['system'], timeoutPerGroup: boolean): readonly string[] {
  return system === 'orkestra' && !timeoutPerGroup ? [...DIFFERENCES.orkestra, ONE_TIME] : DIFFERENCES[system]
}

const ONE_TIME =
  "the time is for all groups together, where Orkestra's first releases gave it to each; --timeout-per-group does that"

const COMMON =
  'deletes name the uid that is shown here; an object that is recreated meanwhile ends the run and is not deleted again'

const DIFFERENCES: Readonly<Record<DeletionGroups['system'], readonly string[]>> = {
  orkestra: [
    COMMON,
    'nothing of a group is asked for once the time is over, where Orkestra asks first; conflicts and a busy server are tried again, where it gives up',
    'finalizers are removed one by one, and only those of this system and its file; Orkestra writes the whole list',
  ],
  landscaper: [
    COMMON,
    'a refused delete (403, a webhook) ends the run, where Landscaper tries until its time is over',
    'forceDelete goes through the guards of remove; Landscaper removes all finalizers',
  ],
  native: [],
  derived: [],
}
