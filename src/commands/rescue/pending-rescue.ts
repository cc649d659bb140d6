import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectRef } from '../../api/object-ref.ts'
import { parseRescue, type Rescue } from '../../change/rescue/rescue.ts'
import { JOURNAL_SUFFIX } from '../write/journal-file.ts'

/** A rescue that was begun and not ended. */
export interface Pending {
  readonly run: string
  readonly rescue: Rescue
}

/**
 * The last rescue of an object of this name in this cluster whose journal tells of no end; undefined: there is none. Rejects
 * with the system's Error where a journal cannot be read: what it holds would be lost.
 */
export async function pendingRescue(
  directory: string | undefined,
  cluster: string,
  { resource, namespace, name }: Pick<ObjectRef, 'resource' | 'namespace' | 'name'>,
): Promise<Pending | undefined> {
  if (directory === undefined) return undefined
  const runs = (await filesIn(directory)).filter(file => file.endsWith(JOURNAL_SUFFIX)).toSorted()
  for (const file of runs.toReversed()) {
    const events = eventsIn(await readFile(join(directory, file), 'utf8'))
    const state = events.findLast(({ event }) => event === 'rescue')?.state
    const rescue = typeof state === 'string' ? parseRescue(state) : undefined
    if (rescue === undefined || rescue.cluster !== cluster) continue
    const { target } = rescue
    if (target.resource !== resource || target.namespace !== namespace || target.name !== name) continue
    const isEnded = events.some(({ event }) => event === 'rescued')
    return isEnded ? undefined : { run: file.slice(0, -JOURNAL_SUFFIX.length), rescue }
  }
  return undefined
}

async function filesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

interface Line {
  readonly event?: unknown
  readonly state?: unknown
}

/** A killed process leaves a last line that was not written to its end. */
function eventsIn(text: string): readonly Line[] {
  return text.split('\n').flatMap(line => {
    if (!line.includes('"event":"rescue')) return []
    try {
      return [JSON.parse(line) as Line]
    } catch {
      return []
    }
  })
}
