import { MARK } from '../../../scripts/test/event.ts'
import type { Connection } from '../../control-plane/request.ts'
import { createApi, type Field, type Thing } from './api.ts'

const LABEL = 'e2e-file'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const MERGE = { 'content-type': 'application/merge-patch+json' }

/** The label of a type that is this file's alone; none where it was not started by the runner. */
export function marks(): Readonly<Record<string, string>> | undefined {
  const mark = process.env[MARK]
  return mark === undefined ? undefined : { [LABEL]: mark }
}

/**
 * Deletes the types that a file made, with what is stuck in them: every scan, and every namespace that is deleted, has a list of each
 * type of the cluster to wait for. What cannot be deleted stays.
 */
export async function tidied(admin: Connection, mark: string): Promise<void> {
  const api = createApi(admin)
  const remove = async (definition: Thing): Promise<void> => {
    const { group, names, versions } = definition.spec
    const version = versions.find(({ served }: Field) => served)?.name
    const listed = await api.raw('GET', `/apis/${group}/${version}/${names.plural}`)
    for (const { metadata } of listed.status === 200 ? JSON.parse(listed.body).items : []) {
      if (metadata.finalizers === undefined) continue
      const within = metadata.namespace === undefined ? '' : `namespaces/${metadata.namespace}/`
      const path = `/apis/${group}/${version}/${within}${names.plural}/${metadata.name}`
      await api.raw('PATCH', path, { metadata: { finalizers: null } }, MERGE)
    }
    await api.raw('DELETE', `${DEFINITIONS}/${definition.metadata.name}`)
  }
  try {
    const { items } = await api.send('GET', `${DEFINITIONS}?labelSelector=${LABEL}%3D${mark}`)
    await Promise.all(items.map(remove))
  } catch {
    // A test may have left the server in a state in which it answers nothing of the kind.
  }
}
