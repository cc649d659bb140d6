import { isAbsence } from '../api/absence.ts'
import { ApiFailure } from '../api/failure.ts'
import { NAMESPACE_TYPE } from '../api/namespace-type.ts'
import type { ObjectMeta } from '../api/object.ts'
import { listPath, objectPath } from '../api/path.ts'
import type { Unreadable } from '../api/terminating.ts'
import { listAll } from './list-pages.ts'
import { readKubeObject } from './read-object.ts'
import type { Transport } from './transport/transport.ts'
import { unreadable } from './unreadable.ts'

export interface NamespaceLook {
  /** The Namespace's metadata when it exists (and matches the selector). */
  readonly meta?: ObjectMeta | undefined
  /** null: it could not be found out. */
  readonly exists: boolean | null
  readonly unreadable: readonly Unreadable[]
}

/**
 * Looks at one Namespace by name: the right to `get` it is enough, which tenants often have where they may not list.
 * With a label selector it is asked for as a list of one, because the server alone judges selectors.
 */
export async function lookAtNamespace(
  transport: Transport,
  name: string,
  options: { readonly labelSelector?: string | undefined; readonly signal?: AbortSignal | undefined },
): Promise<NamespaceLook> {
  const signal = options.signal && { signal: options.signal }
  try {
    const request = { method: 'GET', path: objectPath(NAMESPACE_TYPE, name), ...signal } as const
    const { metadata: meta } = await readKubeObject(transport, request)
    if (options.labelSelector === undefined) return { meta, exists: true, unreadable: [] }
    const query = { fieldSelector: `metadata.name=${name}`, labelSelector: options.labelSelector }
    const matching = await listAll(transport, { path: listPath(NAMESPACE_TYPE), pageSize: 1, query, ...signal })
    const matches = matching.length > 0
    return { meta: matches ? meta : undefined, exists: true, unreadable: [] }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    if (isAbsence(error, name)) return { exists: false, unreadable: [] }
    return { exists: null, unreadable: [unreadable('namespaces', error, name)] }
  }
}
