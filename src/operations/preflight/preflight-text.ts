import { graphOfObjects } from '../../diagnosis/graph.ts'
import { type Aim, commandFor } from '../../plan/aim.ts'
import { createPaint } from '../../render/paint.ts'
import { formatPreflight } from '../../render/preflight.ts'
import type { PreflightResult } from './preflight-cluster.ts'

/** A preflight for people; `words` are those of the command line that asks for the same. */
export function preflightText(
  { preflight, objects }: PreflightResult,
  words: readonly string[],
  { columns, colour }: { readonly columns: number | undefined; readonly colour: boolean },
  aim: Aim,
): string {
  const style = {
    columns,
    paint: createPaint(colour),
    everything: commandFor(aim, 'kubectl', 'finalize', 'preflight', ...words, '-o', 'json'),
    namespaceCommand: undefined,
  }
  return formatPreflight(preflight, graphOfObjects(objects), style)
}
