import { api, unique } from '../rig/rig.ts'

/** A ConfigMap that a finalizer keeps, deleted; its name. */
export async function stuckConfigMap(namespace: string, finalizer: string): Promise<string> {
  const name = unique('stuck')
  const metadata = { name, namespace, finalizers: [finalizer] }
  await api.delete(await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata }))
  return name
}
