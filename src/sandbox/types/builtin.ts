import { resourceName } from '../../api/resource-type.ts'
import { BUILTIN_GROUPS, type BuiltinRow } from './builtin-table.ts'
import type { ServedType, Subresource } from './served-type.ts'

const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

const SUBRESOURCES: Readonly<Record<string, (row: BuiltinRow) => Subresource>> = {
  status: row => ({ name: 'status', kind: row.kind, verbs: ['get', 'patch', 'update'] }),
  scale: () => ({
    name: 'scale',
    kind: 'Scale',
    group: 'autoscaling',
    version: 'v1',
    verbs: ['get', 'patch', 'update'],
  }),
  finalize: row => ({ name: 'finalize', kind: row.kind, verbs: ['update'] }),
  approval: row => ({ name: 'approval', kind: row.kind, verbs: ['get', 'patch', 'update'] }),
  log: row => ({ name: 'log', kind: row.kind, verbs: ['get'] }),
  binding: () => ({ name: 'binding', kind: 'Binding', verbs: ['create'] }),
  eviction: () => ({ name: 'eviction', kind: 'Eviction', group: 'policy', version: 'v1', verbs: ['create'] }),
}

/** Every built-in type, in the order in which kube-apiserver 1.36 lists groups and versions. */
export const builtinTypes: readonly ServedType[] = BUILTIN_GROUPS.flatMap(({ group, versions, rows }) =>
  versions.flatMap(version =>
    rows.map(row => ({
      group,
      version,
      plural: row.plural,
      kind: row.kind,
      singular: row.kind.toLowerCase(),
      shortNames: row.short?.split(',') ?? [],
      categories: row.category === undefined ? [] : [row.category],
      namespaced: row.scope === 'Namespaced',
      verbs: row.verbs?.split(',') ?? ALL_VERBS,
      subresources: (row.sub?.split(',') ?? []).map(name => SUBRESOURCES[name]!(row)),
      // Core events and events.k8s.io events are one storage behind two APIs.
      storage: row.plural === 'events' ? 'events' : resourceName({ group, plural: row.plural }),
      storageVersion: versions[0]!,
      generation: row.generation === true,
      returnsDeleted: row.returnsDeleted === true,
    })),
  ),
)
