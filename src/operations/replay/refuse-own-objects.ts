import type { KubeObject } from '../../api/object.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { message } from '../../messages/sentence.ts'
import type { Cluster, LiveGroup } from '../../plan/ordered/live-groups.ts'
import { wrongAt } from '../../plan/ordered/type-of-item.ts'

/**
 * Throws Trouble when a group came upon the custom resource itself, its namespace or its CRD: by uid, whatever label
 * or kubeconfig led there. Each would end the deletion that the groups are there to order.
 */
export async function refuseOwnObjects(
  groups: readonly LiveGroup[],
  { metadata }: KubeObject,
  resource: string,
  home: Cluster,
  place: string,
  signal: AbortSignal,
): Promise<void> {
  const uids = new Set([metadata.uid])
  const isHers = (kind: string, name: string): boolean =>
    (kind === 'Namespace' && name === metadata.namespace) || (kind === 'CustomResourceDefinition' && name === resource)
  for (const { group, objects } of groups) {
    for (const { ref, type, cluster } of objects) {
      const same =
        uids.has(ref.uid) || (isHers(ref.kind, ref.name) && (await isAtHome(ref, type, cluster, home, signal)))
      if (!same) continue
      const why = message('TakesInOwn', { kind: ref.kind, name: ref.name })
      throw wrongAt({ file: place, line: group.line }, why)
    }
  }
}

/** Two kubeconfigs can lead to one cluster: then the object has the same uid there. */
async function isAtHome(
  ref: { readonly name: string; readonly uid: string },
  type: Parameters<typeof readWhole>[1],
  cluster: Cluster,
  home: Cluster,
  signal: AbortSignal,
): Promise<boolean> {
  if (cluster === home) return true
  const own = await readWhole(home.transport, type, { name: ref.name }, signal)
  return own?.metadata.uid === ref.uid
}
