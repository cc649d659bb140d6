import { DEFINITIONS } from '../../api/definitions.ts'
import { ApiFailure } from '../../api/failure.ts'
import { refOf } from '../../api/object-ref.ts'
import { listPath } from '../../api/path.ts'
import { resourceName } from '../../api/resource-type.ts'
import { preferredTypes } from '../../cluster/discovery/discovery.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { ONLY_METADATA_LIST } from '../../cluster/metadata-accept.ts'
import { readNamespaceContent } from '../../cluster/namespace-content.ts'
import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import { unreadable } from '../../cluster/unreadable.ts'
import type { Clusters, OpenCluster } from '../../execute/ordered/ordered-tools.ts'
import { keyOf, type LiveGroup, type LiveObject, type TakenAlong } from '../../plan/ordered/live-groups.ts'

type Content = Pick<TakenAlong, 'objects' | 'unreadable' | 'kind'>

/**
 * What is deleted unnamed with the Namespaces (their content) and CRDs (their instances) of the groups, without what
 * the same or an earlier group deletes itself. What cannot be read is reported in its place.
 */
export async function readCascade(
  groups: readonly LiveGroup[],
  clusters: Clusters,
  signal: AbortSignal,
): Promise<readonly TakenAlong[]> {
  const known = new Set<string>()
  const isNew = (object: LiveObject): boolean => known.size < known.add(keyOf(object, object.ref.uid)).size
  const taken: TakenAlong[] = []
  for (const { number, objects } of groups) {
    for (const object of objects) known.add(keyOf(object, object.ref.uid))
    for (const by of objects) {
      const content = await contentOf(by, clusters.get(by.cluster.name)!, signal)
      if (content !== undefined) taken.push({ ...content, by, group: number, objects: content.objects.filter(isNew) })
    }
  }
  return taken
}

async function contentOf(by: LiveObject, open: OpenCluster, signal: AbortSignal): Promise<Content | undefined> {
  const { name, resource } = by.ref
  const { cluster, transport, discovery } = open
  // A CRD's name is the resource of its instances.
  const type = preferredTypes(discovery.types).find(each => resource === DEFINITIONS && resourceName(each) === name)
  try {
    if (resource === 'namespaces') {
      const content = await readNamespaceContent(transport, name, signal)
      return { ...content, objects: content.objects.map(({ ref, type, meta }) => ({ cluster, ref, type, meta })) }
    }
    if (resource !== DEFINITIONS) return undefined
    // Instances may still be stored.
    if (type === undefined) return { objects: [], unreadable: [{ resource: name, reason: 'NotServed' }] }
    const headers = { accept: ONLY_METADATA_LIST }
    const items = await listAll(transport, { path: listPath(type), pageSize: DEFAULT_PAGE_SIZE, headers, signal })
    const objects = items.map(({ metadata: meta }) => ({ cluster, ref: refOf(type, meta), type, meta }))
    return { objects, unreadable: [], kind: type.kind }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return { objects: [], unreadable: [unreadable(name, error)], kind: type?.kind }
  }
}
