import { isAbsence } from '../api/absence.ts'
import { ApiFailure } from '../api/failure.ts'
import type { KubeObject, ObjectMeta } from '../api/object.ts'
import { listPath, objectPath } from '../api/path.ts'
import type { Unreadable } from '../api/terminating.ts'
import { readJson } from './transport/read.ts'
import type { Transport } from './transport/transport.ts'
import { unreadable } from './unreadable.ts'

const NAMESPACES = { group: '', version: 'v1', plural: 'namespaces' } as const

export interface NamespaceLook {
  /** The Namespace's metadata when it exists (and matches the selector). */
  readonly meta?: ObjectMeta
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
  options: { readonly labelSelector?: string; readonly signal?: AbortSignal },
): Promise<NamespaceLook> {
  const signal = options.signal && { signal: options.signal }
  try {
    const { body } = await readJson(transport, { method: 'GET', path: objectPath(NAMESPACES, name), ...signal })
    const meta = (body as KubeObject).metadata
    if (options.labelSelector === undefined) return { meta, exists: true, unreadable: [] }
    const query = { fieldSelector: `metadata.name=${name}`, labelSelector: options.labelSelector }
    const list = await readJson(transport, { method: 'GET', path: listPath(NAMESPACES), query, ...signal })
    const matches = (list.body as { items: readonly KubeObject[] }).items.length > 0
    return { ...(matches && { meta }), exists: true, unreadable: [] }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    if (isAbsence(error, name)) return { exists: false, unreadable: [] }
    return { exists: null, unreadable: [unreadable('namespaces', error, name)] }
  }
}
