import type { KubeObject } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import { listAll } from '../list-pages.ts'
import type { FactSource } from './fact-source.ts'

const PAGE_SIZE = 500
const EVENTS = { group: '', version: 'v1', plural: 'events' } as const

/** Events that regard one object, oldest first. Those of cluster-scoped objects are in the namespace default. */
export async function readEvents(
  { transport, signal }: FactSource,
  uid: string,
  namespace: string | undefined,
): Promise<readonly KubeObject[]> {
  const items = await listAll(transport, {
    path: listPath(EVENTS, namespace ?? 'default'),
    pageSize: PAGE_SIZE,
    query: { fieldSelector: `involvedObject.uid=${uid}` },
    signal,
  })
  return items.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)))
}

/** When it was last seen, by whichever of its three times is set. */
function timeOf(event: KubeObject): string {
  const { lastTimestamp, eventTime } = event as { lastTimestamp?: string; eventTime?: string }
  return lastTimestamp ?? eventTime ?? event.metadata.creationTimestamp ?? ''
}
