import { counted, placedText } from '../api/object-text.ts'
import type { Called, GroupProgress } from '../execute/ordered/ordered-tools.ts'
import type { Sentence } from '../messages/sentence.ts'
import type { LiveObject } from '../plan/ordered/live-groups.ts'
import { brief } from './brief.ts'
import { inWords } from './words/in-words.ts'

/** Objects that are waited for and named; the rest is counted. */
const MAX_NAMED = 10
/** Of a group with more objects than these it is counted how many are gone. */
const MAX_TOLD = 20

/** What is written once. */
export function stayingLines(progress: GroupProgress, called: Called = 'group'): readonly string[] {
  const { group, groups, gone, objects, went, left, why, news } = progress
  const at = `${called} ${group} of ${groups}: `
  if (news === 'asked') return left.length === 0 ? [] : [`${at}waiting for ${counted(left.length, 'object')}`]
  if (news === 'explained') return named(left, object => `${at}${waiting(object, why)}`)
  if (went.length > 0 && objects > MAX_TOLD) return [`${at}${gone} of ${objects} gone`]
  return went.map(({ ref }) => `${at}${placedText(ref)} is gone`)
}

/** What is on a terminal while nothing happens. */
export function waitingLines(
  { group, groups, gone, objects, left, why, deadline }: GroupProgress,
  now: number,
  called: Called = 'group',
): string[] {
  const seconds = Math.max(0, Math.round(deadline - now))
  const rest = seconds === Number.POSITIVE_INFINITY ? '' : `, ${seconds} s left`
  const head = `${called} ${group} of ${groups}: ${gone} of ${objects} gone${rest}`
  return [head, ...named(left, object => `  ${waiting(object, why)}`)]
}

function named(objects: readonly LiveObject[], line: (object: LiveObject) => string): string[] {
  const more = objects.length - MAX_NAMED
  return [...objects.slice(0, MAX_NAMED).map(line), ...(more > 0 ? [`  and ${counted(more, 'more object')}`] : [])]
}

function waiting({ ref }: LiveObject, why: ReadonlyMap<string, Sentence>): string {
  const reason = why.get(ref.uid)
  return `waiting for ${placedText(ref)}${reason === undefined ? '' : `: ${brief(inWords(reason))}`}`
}
