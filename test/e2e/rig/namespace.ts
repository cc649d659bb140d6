import { until } from '../../control-plane/until.ts'
import type { Api } from './api.ts'
import { unique } from './unique.ts'

/** Creates a namespace of this test alone and gives its name. */
export async function createNamespace(api: Api): Promise<string> {
  const name = unique('e2e')
  await api.create(namespaceNamed(name))
  return name
}

/**
 * Writes spec.finalizers of a namespace as by hand, through the finalize subresource.
 * The namespace controller writes the status of a terminating namespace at any moment: a conflict is tried again.
 */
export async function setNamespaceFinalizers(api: Api, name: string, finalizers: readonly string[]): Promise<void> {
  const write = async () => {
    const now = (await api.get(namespaceNamed(name)))!
    await api.replace({ ...now, spec: { finalizers } }, '/finalize')
    return true
  }
  await until(write, { what: `the finalizers of namespace ${name} to be written`, deadlineSeconds: 60 })
}

/** Ends a terminating namespace with whatever is in it, as `kubectl replace --raw …/finalize` does. */
export async function endByForce(api: Api, name: string): Promise<void> {
  await setNamespaceFinalizers(api, name, [])
  await api.waitGone(namespaceNamed(name))
  await untilAdmissionMisses(api, name)
}

/**
 * Admission goes by a copy of the namespaces that is late on a busy server: while the namespace is still in it, what is
 * left can be changed. A creation is refused with 403 then, and with 404 from there on.
 */
async function untilAdmissionMisses(api: Api, name: string): Promise<void> {
  const draft = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'probe' } }
  const missed = async () => {
    const { status } = await api.raw('POST', `/api/v1/namespaces/${name}/configmaps?dryRun=All`, draft)
    return status === 404 ? true : undefined
  }
  await until(missed, { what: `admission to miss namespace ${name}`, deadlineSeconds: 60 })
}

function namespaceNamed(name: string) {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}
