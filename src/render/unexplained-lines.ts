import type { ExplainedObject, Explanation, Verdict } from '../diagnosis/explanation.ts'
import { headLines } from './cause-text.ts'
import { type ExplanationStyle, widthOf } from './explanation-style.ts'
import { forestOf } from './forest.ts'
import { hanging } from './hanging.ts'
import { treeLines } from './tree-lines.ts'

const ORDER: readonly Verdict[] = ['stuck', 'unknown', 'waiting', 'progressing']

/** Blocks for what terminates and is held by no cause that was found, one for each verdict. */
export function unexplainedBlocks(explanation: Explanation, indent: string, style: ExplanationStyle): string[][] {
  const objects = unexplained(explanation)
  const width = widthOf(style)
  return ORDER.flatMap(verdict => {
    const same = objects.filter(object => object.verdict === verdict || isOnlyWaitedFor(object))
    if (same.every(isOnlyWaitedFor)) return []
    const chosen = reachable(same)
    return [
      [
        ...headLines({ mark: '?', verdict, objects: chosen, code: '' }, indent, style).map(line =>
          line.replace('holds ', ''),
        ),
        ...hanging(indent, meaning(verdict, chosen.length, explanation), indent, width),
        ...treeLines(forestOf(chosen), indent, style),
      ],
    ]
  })
}

function unexplained({ objects }: Explanation): readonly ExplainedObject[] {
  return objects.filter(({ causes }) => causes.length === 0)
}

/** Not terminating itself: worth a line only where something that is waits for it. */
function isOnlyWaitedFor({ deletionTimestamp }: ExplainedObject): boolean {
  return deletionTimestamp === undefined
}

function reachable(objects: readonly ExplainedObject[]): readonly ExplainedObject[] {
  const waitedFor = new Set(objects.flatMap(({ waitingFor }) => waitingFor.map(({ ref }) => ref.uid)))
  return objects.filter(object => !isOnlyWaitedFor(object) || waitedFor.has(object.ref.uid))
}

function meaning(verdict: Verdict, count: number, { unreadable }: Explanation): string {
  const gaps = unreadable.length === 0 ? '' : ' What could not be read may hold the reason.'
  switch (verdict) {
    case 'waiting':
      return `Nothing that was read shows what holds the last of what is waited for.${gaps}`
    case 'progressing':
      return `Something works on ${count === 1 ? 'it' : 'them'}.`
    case 'stuck':
    case 'unknown':
      return `Nothing that was read shows what holds ${count === 1 ? 'it' : 'them'}.${gaps}`
  }
}
