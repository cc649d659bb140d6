import type { LiveGroup, LiveObject, Protection } from '../change/ordered/live-groups.ts'
import { wouldGetStuck } from '../change/ordered/protections.ts'
import type { DeletionGroups } from '../groups/deletion-groups.ts'
import { hanging } from './hanging.ts'
import { counted, placedText } from './object-text.ts'
import type { Paint } from './paint.ts'
import { printable } from './printable.ts'

export interface ReplayPlan {
  readonly subject: string
  /** File or object in which the groups are written. */
  readonly place: string
  readonly groups: DeletionGroups
  readonly live: readonly LiveGroup[]
  readonly protections: readonly Protection[]
  readonly timeoutSeconds: number | undefined
  /** What becomes of the resource's own finalizers afterwards. */
  readonly afterwards: string
}

interface Style {
  readonly width: number | undefined
  readonly paint: Paint
}

const INDENT = '   '
const SYSTEMS = {
  orkestra: 'Orkestra',
  landscaper: 'Landscaper',
  native: 'DeletionGroups',
  derived: 'derived',
} as const

/** The whole of what would be deleted, in its order, with what may get stuck and what is done otherwise than written. */
export function formatReplayPlan(plan: ReplayPlan, style: Style): string {
  const { groups, live, subject, place } = plan
  const time = plan.timeoutSeconds === undefined ? 'no time limit' : `${plan.timeoutSeconds} s for all groups together`
  const head = `${style.paint.strong(`Ordered deletion for ${printable(subject)}`)} (${SYSTEMS[groups.system]}, from ${printable(place)}; ${time})`
  const stuck = plan.protections.filter(wouldGetStuck).length
  const lines = [
    head,
    ...live.flatMap(group => groupLines(group, plan, style)),
    ...groups.remaining.flatMap(({ item, why }) => {
      const names = (item.names ?? ['all']).join(', ')
      return hanging('stays  ', printable(`${item.kind} ${names}: ${why}`), INDENT, style.width)
    }),
    ...groups.notes.flatMap(({ line, text }) =>
      hanging('note   ', printable(line === undefined ? text : `line ${line}: ${text}`), INDENT, style.width),
    ),
    `then   ${printable(plan.afterwards)}`,
    ...(stuck === 0 ? [] : [style.paint.verdict('stuck', `${counted(stuck, 'finalizer')} would get stuck: see above`)]),
  ]
  return `${lines.join('\n')}\n`
}

function groupLines({ number, group, objects, absent, spared }: LiveGroup, plan: ReplayPlan, style: Style): string[] {
  const marks = [group.forceDelete ? 'forceDelete' : '', group.deleteAll ? 'deleteAllResources' : ''].filter(
    mark => mark !== '',
  )
  const where = group.target ?? plan.groups.target
  const title = [
    `${number}. ${group.name === undefined ? `group ${number}` : `group ${printable(group.name)}`}`,
    ...(where === undefined ? [] : [`in target ${printable(where)}`]),
    ...(marks.length === 0 ? [] : [`(${marks.join(', ')})`]),
  ].join(' ')
  if (group.skipped !== undefined) return [`${style.paint.strong(title)}: skipped, ${printable(group.skipped)}`]
  const nothing = objects.length + absent.length + spared.length === 0
  return [
    style.paint.strong(title) + (nothing ? ': nothing' : ''),
    ...objects.flatMap(object => objectLines(object, plan.protections, style)),
    ...absent.map(name => `${INDENT}${printable(name)}: does not exist, which is fine`),
    ...spared.map(
      ({ ref }) => `${INDENT}${placedText(ref)}: stays, nobody deployed it (--delete-all-resources deletes it too)`,
    ),
  ]
}

function objectLines(object: LiveObject, protections: readonly Protection[], { width, paint }: Style): string[] {
  const { ref, meta } = object
  const state = meta.deletionTimestamp === undefined ? '' : ', already being deleted'
  const own = protections.filter(each => each.object === object)
  return [
    `${INDENT}${placedText(ref)}${state} (uid ${printable(ref.uid)})`,
    ...own.flatMap(each => {
      const text = `${each.prospect.finalizer}: ${protectionText(each)}`
      const lines = hanging(`${INDENT}  · `, printable(text), `${INDENT}    `, width)
      return wouldGetStuck(each) ? lines.map(line => paint.strong(line)) : lines
    }),
  ]
}

function protectionText({ prospect, controllerInGroup }: Protection): string {
  if (controllerInGroup === undefined) {
    const words = { kubernetes: '', alive: '', stuck: 'would get stuck: ', unknown: 'not known: ' }[prospect.state]
    return `${words}${prospect.summary}`
  }
  const names = prospect.workloads.map(({ kind, namespace, name }) => `${kind.toLowerCase()} ${namespace}/${name}`)
  return `would get stuck: group ${controllerInGroup} deletes ${names.join(', ')}, which has to remove it; the order is wrong`
}
