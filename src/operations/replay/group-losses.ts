import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import { heldOf } from '../../diagnosis/object-of.ts'
import type { LiveObject, Protection } from '../../plan/ordered/live-groups.ts'
import type { Losses } from '../../plan/sections.ts'
import type { Ports } from '../ports.ts'
import { readLosses, withoutCleanup } from '../write/read-losses.ts'

/** What is destroyed with the objects of a replay, by cluster. What gets stuck on a finalizer is not cleaned up. */
export async function groupLosses(
  objects: readonly LiveObject[],
  protections: readonly Protection[],
  ports: Ports,
): Promise<Losses> {
  const stuck = Map.groupBy(
    protections.filter(({ getsStuck }) => getsStuck),
    ({ object }) => object,
  )
  const all: Losses[] = []
  for (const [{ transport, discovery }, own] of Map.groupBy(objects, ({ cluster }) => cluster)) {
    const going = own.flatMap(object => {
      const finalizers = (stuck.get(object) ?? []).map(({ prospect }) => prospect.finalizer)
      return withoutCleanup(heldOf(object.type, object.meta), finalizers)
    })
    const source = { transport, discovery, pageSize: DEFAULT_PAGE_SIZE, signal: ports.signal }
    all.push(await readLosses(going, source, ports))
  }
  return { losses: all.flatMap(({ losses }) => losses), unread: all.flatMap(({ unread }) => unread) }
}
