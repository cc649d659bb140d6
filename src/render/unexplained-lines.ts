import { headLines } from './cause-text.ts'
import type { ExplanationStyle } from './explanation-style.ts'
import { largestFirst, type ObjectGraph, treeLines } from './tree-lines.ts'
import type { ExplainedObject, Explanation, Verdict } from './words/explanation.ts'

const ORDER: readonly Verdict[] = ['stuck', 'unknown', 'waiting', 'progressing']

/** Blocks for what terminates and is held by no cause that was found, one for each verdict. */
export function unexplainedBlocks(
  explanation: Explanation,
  graph: ObjectGraph,
  indent: string,
  style: ExplanationStyle,
): string[][] {
  const objects = explanation.objects.filter(({ causes }) => causes.length === 0)
  return ORDER.flatMap(verdict => {
    const same = objects.filter(object => object.verdict === verdict || isOnlyWaitedFor(object))
    if (same.every(isOnlyWaitedFor)) return []
    const chosen = reachable(same)
    return [
      [
        ...headLines({ mark: '?', verdict, summary: meaning(verdict, explanation), objects: chosen }, indent, style),
        ...treeLines(graph.among(chosen.map(({ ref }) => ref.uid)).forest(largestFirst), indent, style),
      ],
    ]
  })
}

/** Not terminating itself: worth a line only where something that is waits for it. */
function isOnlyWaitedFor({ deletionTimestamp }: ExplainedObject): boolean {
  return deletionTimestamp === undefined
}

function reachable(objects: readonly ExplainedObject[]): readonly ExplainedObject[] {
  const waitedFor = new Set(objects.flatMap(({ waitingFor }) => waitingFor.map(({ ref }) => ref.uid)))
  return objects.filter(object => !isOnlyWaitedFor(object) || waitedFor.has(object.ref.uid))
}

function meaning(verdict: Verdict, { unreadable }: Explanation): string {
  const gaps = unreadable.length === 0 ? '' : ' The reason may be in what could not be read.'
  switch (verdict) {
    case 'waiting':
      return `No cause was found for the last object in the chain.${gaps}`
    case 'progressing':
      return 'Deletion is progressing.'
    case 'stuck':
    case 'unknown':
      return `No cause was found.${gaps}`
  }
}
