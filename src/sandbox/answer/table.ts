import type { KubeObject } from '../../api/object.ts'
import type { Negotiated } from '../request/accept.ts'
import type { ServedType } from '../types/served-type.ts'
import type { ListMeta, ResponseContext } from './answer.ts'
import { columnsOf } from './columns.ts'
import { partialObject } from './partial.ts'

interface Table {
  readonly kind: 'Table'
  readonly apiVersion: string
  readonly metadata: ListMeta
  readonly columnDefinitions: readonly unknown[] | null
  readonly rows: readonly unknown[]
}

/** meta.k8s.io Table: what `kubectl get` prints. `includeObject` is None, Metadata (default) or Object. */
export function tableOf(
  type: ServedType,
  items: readonly KubeObject[],
  metadata: ListMeta,
  { query, now }: ResponseContext,
  { version }: Negotiated,
): Table {
  const columns = columnsOf(type)
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${version}`,
    metadata,
    columnDefinitions: columns.map(({ cell: _cell, ...definition }) => definition),
    rows: items.map(item => ({
      cells: columns.map(column => column.cell(item, now)),
      object:
        query.includeObject !== 'None'
          ? query.includeObject === 'Object'
            ? item
            : partialObject(item, version)
          : undefined,
    })),
  }
}
