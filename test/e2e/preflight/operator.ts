import type { Stage } from '../explain/stage.ts'
import type { Thing } from '../rig/api.ts'
import { unique } from '../rig/rig.ts'
import type { Ruled } from './world.ts'

const RBAC = 'rbac.authorization.k8s.io'

/** A type of its own with its operator in this state: one that runs, one without replicas, or what an uninstall left of one. */
export async function operatorOf(state: Ruled['state'], stage: Stage, remains: Thing[]): Promise<Ruled> {
  const { api } = stage
  const name = unique('lakes')
  const type = await stage.type(`${name}.example.com`, 'Lake')
  const apiVersion = `${RBAC}/v1`
  if (state === 'missing') {
    const subjects = [{ kind: 'ServiceAccount', name, namespace: unique('gone') }]
    const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: `${name}-manager` }
    remains.push(await api.create({ apiVersion, kind: 'ClusterRoleBinding', metadata: { name }, roleRef, subjects }))
    return { type, state, system: undefined }
  }
  if (state === 'runs') {
    const pod = await stage.operator(name, [type])
    return { type, state, system: pod.metadata.namespace }
  }
  const system = await stage.namespace()
  remains.push(stage.whole(system))
  const metadata = { name, namespace: system }
  await api.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  await stage.grant(unique(name), { kind: 'ServiceAccount', ...metadata }, [type])
  const labels = { app: name }
  const spec = { serviceAccountName: name, containers: [{ name: 'manager', image: `registry.example.com/${name}:v1` }] }
  await api.create({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: { replicas: 0, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  })
  return { type, state, system }
}
