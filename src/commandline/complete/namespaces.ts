import { listPath } from '../../api/path.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { METADATA_LIST_ACCEPT } from '../../cluster/metadata-accept.ts'
import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import type { Choices } from './choice.ts'
import type { CompletionContext } from './context.ts'

const NAMESPACES = { group: '', version: 'v1', plural: 'namespaces' } as const

/** Every namespace, or only those that are terminating. */
export async function namespaces({ connect, signal }: CompletionContext, onlyTerminating: boolean): Promise<Choices> {
  const { transport } = await connect()
  const headers = { accept: METADATA_LIST_ACCEPT }
  const found = await listAll(transport, { path: listPath(NAMESPACES), pageSize: DEFAULT_PAGE_SIZE, headers, signal })
  const choices = found.flatMap(({ metadata: { name, deletionTimestamp } }) => {
    if (deletionTimestamp !== undefined) return [{ text: name, about: 'terminating' }]
    return onlyTerminating ? [] : [{ text: name }]
  })
  return { choices }
}
