import type { Stage } from '../explain/stage.ts'
import { unique } from '../rig/rig.ts'

/** An object whose operator was uninstalled, and left a binding behind. */
export async function orphaned(stage: Stage) {
  const type = await stage.type(`${unique('lakes')}.example.com`, 'Lake')
  const [manager = ''] = type.group.split('.')
  await stage.api.create({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: `${manager}-manager` },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `${manager}-manager` },
    subjects: [{ kind: 'ServiceAccount', name: manager, namespace: 'gone' }],
  })
  const place = await stage.namespace()
  const metadata = { name: 'held', namespace: place, finalizers: [`${type.group}/hold`] }
  const held = await stage.write(manager, { apiVersion: type.apiVersion, kind: type.kind, metadata })
  await stage.age(held, 7200)
  return { type, place, held }
}
