import { counted, placedText } from '../api/object-text.ts'
import type { Preflight } from '../diagnosis/preflight/foreseen.ts'
import {
  breakText,
  lossTexts,
  namesOf,
  otherText,
  returnText,
  uncheckedText,
  VERDICT_TEXTS,
} from './preflight-words.ts'
import { type ExplainedObject, type Explanation, worded } from './words/explanation.ts'
import { inWords } from './words/in-words.ts'

/** One part of what a preflight says beside causes. */
export interface Section {
  readonly title: string
  readonly lines: readonly string[]
  /** The lines are steps, the first before the second. */
  readonly isOrdered?: boolean
}

/** What goes along, belongs to others, breaks, comes back, in which order, and what is unknown; empty ones left out. */
export function sectionsOf(preflight: Preflight): readonly Section[] {
  const { loses, others, breaks, returns, order, unchecked } = preflight
  const sections: readonly Section[] = [
    { title: 'What goes with it', lines: [...reachLines(preflight), ...lossTexts(loses)] },
    {
      title: 'What belongs to others',
      lines: others.map(each => `${placedText(each.ref)}, of ${otherText(each)}: ${otherEffect(each)}`),
    },
    { title: 'What breaks for others', lines: breaks.map(each => `${placedText(each.ref)}: ${breakText(each)}`) },
    { title: 'What would come back', lines: returns.map(each => `${placedText(each.ref)}, by ${returnText(each)}`) },
    {
      title: 'The order that would work',
      lines: order.map(wave => `${namesOf(wave.refs)}: ${inWords(wave.why)}`),
      isOrdered: true,
    },
    { title: 'What is not known', lines: unchecked.map(uncheckedText) },
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}

function otherEffect({ ref, of, by }: Preflight['others'][number]): string {
  if (by.is === 'Install') return `it needs ${placedText(of)}`
  return ref.uid === of.uid ? 'what else was named is not of that' : `it goes with ${placedText(of)}`
}

/** `If ns/shop were deleted now, it would get stuck.` */
export function outcomeText({ verdict, targets, refused }: Preflight): string {
  const start = `If ${namesOf(targets)} were deleted now, `
  if (refused.length === 0) return start + VERDICT_TEXTS[verdict]
  if (refused.length === targets.length) return `${start}the server would refuse that.`
  return `${start}${VERDICT_TEXTS[verdict]} The server would refuse to delete ${namesOf(refused)}.`
}

/** How much was checked, and by what. */
export function checkedText({ checked }: Preflight): string {
  const tried =
    checked.dryRuns === 0
      ? 'no deletion was'
      : `${counted(checked.dryRuns, 'deletion')} ${checked.dryRuns === 1 ? 'was' : 'were'}`
  const alike = checked.alike === 0 ? '' : ` for ${counted(checked.alike, 'more object')} alike`
  return `${counted(checked.objects, 'object')} that it comes to; ${tried} tried by a dry run${alike}. Nothing was changed.`
}

/** That there is none, where something would be held whatever the order is. */
export function noOrderText({ causes, order }: Preflight): string | undefined {
  const isHeld = causes.some(({ verdict }) => verdict === 'stuck')
  return isHeld && order.length === 0
    ? 'No order of deletion alone would end it: what holds it has to be repaired first.'
    : undefined
}

/** What would be held, as an explanation: its causes and picture are drawn like those of what is held already. */
export function asExplanation(preflight: Preflight, objects: readonly ExplainedObject[]): Explanation {
  const { takenAt, server, unreadable } = preflight
  const causes = preflight.causes.filter(({ verdict }) => verdict !== 'progressing')
  const held = new Set(causes.flatMap(({ blocks }) => blocks.map(({ uid }) => uid)))
  return worded({ takenAt, server, unreadable, objects: objects.filter(({ ref }) => held.has(ref.uid)), causes })
}

/** How many of each type, beside the targets. */
function reachLines({ reach }: Preflight): readonly string[] {
  const others = reach.filter(({ why }) => why !== 'Target')
  const byType = Map.groupBy(others, ({ ref }) => ref.kind)
  return [...byType]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, same]) => `${same.length} ${kind}: ${namesOf(same.map(({ ref }) => ref))}`)
}
