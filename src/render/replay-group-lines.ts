import type { LiveGroup, LiveObject, Protection } from '../change/ordered/live-groups.ts'
import { wouldGetStuck } from '../change/ordered/protections.ts'
import { hanging } from './hanging.ts'
import { placedText } from './object-text.ts'
import { printable } from './printable.ts'
import type { ReplayPlan, ReplayStyle } from './replay-plan.ts'

const INDENT = '   '

/** One numbered group: what goes, what protects each, what is not there, and what it leaves. */
export function replayGroupLines(group: LiveGroup, plan: ReplayPlan, style: ReplayStyle): string[] {
  const { objects, absent, earlier, spared } = group
  const title = style.paint.strong(titleOf(group, plan))
  const line = (text: string): string[] => hanging(INDENT, printable(text), `${INDENT}  `, style.width)
  if (group.group.skipped !== undefined) return [title, ...line(`skipped: ${group.group.skipped}`)]
  const force = group.group.forceDelete && objects.length + spared.length > 0
  if (objects.length + absent.length + earlier.length + spared.length === 0) return [title, ...line('nothing')]
  return [
    title,
    ...objects.flatMap(object => objectLines(object, plan.protections, style)),
    ...earlier.flatMap(each => line(`${placedText(each.object.ref)}: goes with group ${each.group} already`)),
    ...absent.flatMap(name => line(`${name}: is not there, which is fine`)),
    ...spared.flatMap(({ ref }) =>
      line(`${placedText(ref)}: stays, nobody deployed it (--delete-all-resources deletes it too)`),
    ),
    ...(force ? line('forceDelete: finalizers that are left are taken off, where no guard of remove refuses') : []),
  ]
}

function titleOf({ number, group }: LiveGroup, { groups }: ReplayPlan): string {
  const target = group.target ?? groups.target
  const marks = [
    ...(group.line === undefined ? [] : [`line ${group.line}`]),
    ...(target === undefined ? [] : [`in the cluster of Target ${printable(target)}`]),
    ...(group.forceDelete ? ['forceDelete'] : []),
    ...(group.deleteAll ? ['deleteAllResources'] : []),
  ]
  const name = group.name === undefined ? `group ${number}` : printable(group.name)
  return `${number}. ${name}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`
}

function objectLines(object: LiveObject, protections: readonly Protection[], { width, paint }: ReplayStyle): string[] {
  const { ref, meta } = object
  const state = meta.deletionTimestamp === undefined ? '' : ', being deleted already'
  const own = protections.filter(each => each.object === object)
  return [
    ...hanging(INDENT, `${placedText(ref)}${state} (uid ${printable(ref.uid)})`, `${INDENT}  `, width),
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
