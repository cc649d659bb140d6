import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectRef } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { JOURNAL_SUFFIX } from '../../execute/journal-file.ts'
import { type Action, type Change, SETS_BACK, type Step } from '../../plan/outcome.ts'
import { parseRescue, type Rescue, type Unit } from '../../plan/rescue/rescue.ts'
import { runNames } from '../log/read-runs.ts'

/**
 * The last rescue of an object of this name in this cluster, where its journal has no end; undefined: none. Rejects
 * with the system's Error where a journal cannot be read: what it holds would be lost.
 */
export async function pendingRescue(
  directory: string | undefined,
  cluster: string,
  { resource, namespace, name }: Pick<ObjectRef, 'resource' | 'namespace' | 'name'>,
) {
  if (directory === undefined) return undefined
  for (const run of await runNames(directory)) {
    const events = eventsIn(await readFile(join(directory, `${run}${JOURNAL_SUFFIX}`), 'utf8'))
    // Only one of this command has a state that is to be gone on with.
    if (![undefined, 'rescue'].includes(events.find(({ event }) => event === 'begun')?.command)) continue
    const state = events.findLast(({ event }) => event === 'rescue')?.state
    const rescue = typeof state === 'string' ? parseRescue(state) : undefined
    if (rescue === undefined || rescue.cluster !== cluster) continue
    const { target } = rescue
    if (target.resource !== resource || target.namespace !== namespace || target.name !== name) continue
    const isEnded = events.some(({ event }) => event === 'rescued')
    return isEnded ? undefined : { run, rescue: leftOf(rescue, events) }
  }
  return undefined
}

const LETS_GO: ReadonlySet<Action> = new Set(['RemoveFinalizer', 'Delete'])

/**
 * What the journal shows as done is not done again: setting back begins after everything else, and a status that was
 * written belongs to its controller from then on.
 */
function leftOf(rescue: Rescue, events: readonly Line[]): Rescue {
  const sent = events.flatMap(({ event, changes }): readonly Change[] =>
    event === 'sent' && Array.isArray(changes) ? changes : [],
  )
  const done = events
    .flatMap(({ event, steps }): readonly Step[] => (event === 'known' && Array.isArray(steps) ? steps : []))
    .filter(({ action, result }) => action === 'RestoreStatus' && result === 'done')
  const isWritten = ({ type, object: { metadata } }: Unit): boolean =>
    done.some(
      ({ ref }) =>
        ref.resource === resourceName(type) && ref.namespace === metadata.namespace && ref.name === metadata.name,
    )
  const wasSent = ({ object: { metadata } }: Unit): boolean =>
    sent.some(({ action, ref }) => LETS_GO.has(action) && ref.uid === metadata.uid)
  const isSaved = rescue.isSaved || sent.some(({ action }) => SETS_BACK.has(action))
  const units = rescue.units.map(unit => ({
    ...unit,
    hasStatus: unit.hasStatus && !isWritten(unit),
    wasSent: unit.wasSent || wasSent(unit) || undefined,
  }))
  return { ...rescue, units, isSaved: isSaved || undefined }
}

interface Line {
  readonly command?: string
  readonly event?: unknown
  readonly state?: unknown
  readonly changes?: unknown
  readonly steps?: unknown
}

/** A killed process leaves a last line that was not written to its end. */
function eventsIn(text: string): readonly Line[] {
  return text.split('\n').flatMap(line => {
    if (!/"event":"(begun|rescue|sent|known)/.test(line)) return []
    try {
      return [JSON.parse(line) as Line]
    } catch {
      return []
    }
  })
}
