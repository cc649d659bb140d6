import type { Protection } from '../plan/ordered/live-groups.ts'
import { briefMessage } from './brief.ts'
import { hanging } from './hanging.ts'
import type { Paint } from './paint.ts'
import { inWords } from './words/in-words.ts'

export interface ReplayStyle {
  /** undefined: lines are as long as they are. */
  readonly width: number | undefined
  readonly paint: Paint
}

const MARK = '     · '
const UNDER = ' '.repeat(MARK.length)

/** What one finalizer means for the run, under the object that has it; `name` is what it is called there. */
export function protectionLines(protection: Protection, name: string, { width, paint }: ReplayStyle): string[] {
  const text = briefMessage(`${name}${protectionText(protection)}`)
  const lines = hanging(MARK, text, UNDER, width)
  const shown = protection.getsStuck ? lines.map(line => paint.strong(line)) : lines
  return [...shown, ...forceTexts(protection).flatMap(each => hanging(UNDER, briefMessage(each), `${UNDER}  `, width))]
}

function protectionText({ prospect, controllerInGroup, usedBy }: Protection): string {
  if (controllerInGroup !== undefined) {
    const names = prospect.workloads.map(({ kind, namespace, name }) => `${kind.toLowerCase()} ${namespace}/${name}`)
    return `would get stuck: group ${controllerInGroup} deletes ${names.join(', ')}, which has to remove it; the order is wrong`
  }
  if (usedBy !== undefined) {
    const { kind, namespace, name, by } = usedBy.user
    const how = by === 'mount' ? 'uses it' : 'is bound to it'
    const user = `${kind.toLowerCase()} ${namespace}/${name}`
    return usedBy.group === undefined
      ? `would get stuck while ${user} ${how}, which no group deletes`
      : `would get stuck: ${user} ${how}, and is deleted only in group ${usedBy.group}; the order is wrong`
  }
  const words = { kubernetes: '', alive: '', stuck: 'would get stuck: ', unknown: '' }[prospect.state]
  return `${words}${inWords(prospect.summary)}`
}

function forceTexts({ prospect, forced }: Protection): readonly string[] {
  if (forced === undefined) return []
  const guards = [...new Set(forced.map(({ guard }) => guard))].join(', ')
  return guards === ''
    ? [`forceDelete: ${prospect.finalizer} would be removed if it remains`]
    : [`forceDelete: refused by ${guards}`]
}
