import type { KubeObject } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import { METADATA_LIST_ACCEPT } from '../../cluster/metadata-accept.ts'
import { readJson } from '../../cluster/transport/read.ts'
import type { Choices } from './choice.ts'
import type { CompletionContext } from './context.ts'

const NAMESPACES = { group: '', version: 'v1', plural: 'namespaces' } as const

/** Every namespace, or only those that are terminating. */
export async function namespaces({ connect, signal }: CompletionContext, onlyTerminating: boolean): Promise<Choices> {
  const { transport } = await connect()
  const headers = { accept: METADATA_LIST_ACCEPT }
  const { body } = await readJson(transport, { method: 'GET', path: listPath(NAMESPACES), headers, signal })
  const found = (body as { items?: readonly KubeObject[] }).items ?? []
  const choices = found.flatMap(({ metadata: { name, deletionTimestamp } }) => {
    if (deletionTimestamp !== undefined) return [{ text: name, about: 'terminating' }]
    return onlyTerminating ? [] : [{ text: name }]
  })
  return { choices }
}
