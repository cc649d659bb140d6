import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { parseApiVersion } from '../../api/resource-type.ts'
import { applicationIn } from '../preflight/sources/argocd-application.ts'
import { kustomizationIn } from '../preflight/sources/flux-inventory.ts'

/**
 * Whether the inventory of a GitOps tool has this object; undefined: it has no inventory. Everybody who may write an object may put a mark
 * on it, but only the tool writes its inventory.
 */
export function listsAsOwn(syncer: KubeObject, { apiVersion, kind, namespace, name }: ObjectRef): boolean | undefined {
  const listed = [...kustomizationIn(syncer).entries, ...applicationIn(syncer).resources]
  if (listed.length === 0) return undefined
  const { group } = parseApiVersion(apiVersion)
  return listed.some(
    each =>
      parseApiVersion(each.apiVersion).group === group &&
      each.kind === kind &&
      each.namespace === namespace &&
      each.name === name,
  )
}
