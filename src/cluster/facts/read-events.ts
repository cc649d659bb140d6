import type { KubeObject } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import { readJson } from '../transport/read.ts'
import type { FactSource } from './fact-source.ts'

const EVENTS = { group: '', version: 'v1', plural: 'events' } as const

/** Events that regard one object, oldest first. Those of cluster-scoped objects are in the namespace default. */
export async function readEvents(
  { transport, signal }: FactSource,
  uid: string,
  namespace: string | undefined,
): Promise<readonly KubeObject[]> {
  const { body } = await readJson(transport, {
    method: 'GET',
    path: listPath(EVENTS, namespace ?? 'default'),
    query: { fieldSelector: `involvedObject.uid=${uid}`, limit: '500' },
    ...(signal && { signal }),
  })
  const { items } = body as { items?: readonly KubeObject[] | null }
  return (items ?? []).toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)))
}

/** When it was last seen, by whichever of its three times is set. */
function timeOf(event: KubeObject): string {
  const { lastTimestamp, eventTime } = event as { lastTimestamp?: string; eventTime?: string }
  return lastTimestamp ?? eventTime ?? event.metadata.creationTimestamp ?? ''
}
