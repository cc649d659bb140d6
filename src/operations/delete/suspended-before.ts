import { parseExactJson } from '../../api/exact-json.ts'
import { resourceName } from '../../api/resource-type.ts'
import type { Saved } from '../../plan/rescue/rescue.ts'
import { SWITCHES } from '../../plan/syncer.ts'
import { readRuns, runNames } from '../log/read-runs.ts'
import type { Ports } from '../ports.ts'

/** Of older runs it is not read what they left suspended. */
const LAST_RUNS = 50

/** What earlier runs suspended and, being killed, neither resumed nor left so on purpose: by uid, as it was. */
export async function suspendedBefore(
  directory: string | undefined,
  context: Pick<Ports, 'isAlive' | 'words'>,
): Promise<ReadonlyMap<string, Saved>> {
  if (directory === undefined) return new Map()
  const names = (await runNames(directory)).slice(0, LAST_RUNS)
  const { runs } = await readRuns(directory, names, context)
  const left = runs.filter(({ result }) => result !== 'running').flatMap(({ suspended }) => suspended.flatMap(saved))
  // The newest comes first: it is overwritten by none that is older.
  return new Map(left.toReversed().map(each => [each.object.metadata.uid, each]))
}

/** A journal can have been written by anybody. */
function saved(text: string): readonly Saved[] {
  try {
    const { type, object } = parseExactJson(text) as Partial<Saved>
    if (type === undefined || typeof object?.metadata?.uid !== 'string') return []
    return resourceName(type) in SWITCHES ? [{ type, object }] : []
  } catch {
    return []
  }
}
