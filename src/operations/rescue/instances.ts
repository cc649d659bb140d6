import { append } from '../../api/long-lists.ts'
import type { KubeObject } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import { preferredTypes } from '../../cluster/discovery/discovery.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { byName, type Saved } from '../../plan/rescue/rescue.ts'
import { terminating } from './related-volumes.ts'

/** How many objects of a rescue are read at once. */
export const CONCURRENT_READS = 8

/** Instances that were deleted with their CRD; one that was not is there again as soon as the CRD is. */
export async function instancesOf(definition: KubeObject, source: FactSource): Promise<readonly Saved[]> {
  const { group, names } = definition.spec as { group: string; names: { plural: string } }
  const type = preferredTypes(source.discovery.types).find(each => each.group === group && each.plural === names.plural)
  if (type === undefined) return []
  const request = { path: listPath(type), pageSize: source.pageSize }
  const found = await listAll(source.transport, { ...request, signal: source.signal })
  const saved: Saved[] = []
  await mapConcurrently(CONCURRENT_READS, found, async ({ metadata }) => {
    const object = await readWhole(source.transport, type, metadata, source.signal)
    if (object !== undefined) append(saved, terminating({ type, object }))
  })
  return saved.toSorted(byName)
}
