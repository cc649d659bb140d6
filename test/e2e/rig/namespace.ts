import type { Api } from './api.ts'
import { unique } from './unique.ts'

/** Creates a namespace of this test alone and gives its name. */
export async function createNamespace(api: Api): Promise<string> {
  const name = unique('e2e')
  await api.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  return name
}
