import { isDeepStrictEqual } from 'node:util'
import type { KubeObject, ManagedFieldsEntry } from '../../api/object.ts'
import { timestamp } from '../clock.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import { hasStatus, type ServedType } from '../types/served-type.ts'
import { type FieldPath, type Fields, fieldsOf, fromFieldsV1, stepsOf, toFieldsV1 } from './field-set.ts'

/** Who writes, as managedFields names writers. */
export interface FieldWriter {
  readonly manager: string
  readonly operation: 'Update' | 'Apply'
  readonly subresource?: string
  /** Top-level fields that this endpoint resets and no manager comes to own through it: `status` on the main one. */
  readonly resets: readonly string[]
}

/** The writer of a request: its manager, and for a subresource an entry of its own. */
export function writerOf(request: ResourceRequest, operation: FieldWriter['operation'] = 'Update'): FieldWriter {
  const { type, subresource } = request
  return {
    manager: managerOf(request),
    operation,
    ...(subresource !== undefined && { subresource }),
    resets: resetFields(type, subresource),
  }
}

/** What the strategy of a type resets on an endpoint (`GetResetFields`). */
export function resetFields(type: ServedType, subresource: string | undefined): readonly string[] {
  if (subresource === 'status') return ['spec']
  if (type.storage === 'namespaces') return ['spec', 'status']
  return hasStatus(type) ? ['status'] : []
}

/** The `fieldManager` parameter, else the User-Agent up to its first slash. */
export function managerOf({ query, headers }: Pick<ResourceRequest, 'query' | 'headers'>): string {
  if (query.fieldManager !== undefined && query.fieldManager !== '') return query.fieldManager
  const agent = headers['user-agent']?.split('/')[0] ?? ''
  return agent === '' ? 'unknown' : agent
}

/**
 * managedFields after an Update: the writer owns what it set or changed, others lose that and what is gone.
 * A finalizer that stays keeps its owner even when a writer sends the whole list again (kubernetes-deletion.md 11).
 * Entries that the client sends replace those that are stored, but not through a subresource.
 */
export function trackUpdate(
  current: KubeObject | undefined,
  next: KubeObject,
  writer: FieldWriter,
  now: number,
): KubeObject {
  const before = current === undefined ? new Map<FieldPath, unknown>() : fieldsOf(current)
  const after = fieldsOf(next)
  const changed = new Set([...changedFields(before, after)].filter(path => !isReset(path, writer)))
  const stored = current?.metadata.managedFields ?? []
  const sent = next.metadata.managedFields ?? []
  const known = current === undefined || writer.subresource !== undefined || sent.length === 0 ? stored : sent
  const entries = known.flatMap(entry => {
    const owned = ownedBy(entry).filter(path => after.has(path) && (!changed.has(path) || isEntryOf(entry, writer)))
    return keep(entry, owned)
  })
  return withEntries(next, claim(entries, next.apiVersion, writer, changed, now))
}

function isReset(path: FieldPath, { resets }: FieldWriter): boolean {
  const [first] = stepsOf(path)
  return resets.some(field => first === `f:${field}`)
}

/** Paths whose value is new or another one. */
export function changedFields(before: Fields, after: Fields): Set<FieldPath> {
  const changed = [...after].filter(([path, value]) => !before.has(path) || !isDeepStrictEqual(before.get(path), value))
  return new Set(changed.map(([path]) => path))
}

/** Adds paths to the writer's own entry, which is made when there is none; its time is that of the last change. */
export function claim(
  entries: readonly ManagedFieldsEntry[],
  apiVersion: string,
  writer: FieldWriter,
  paths: ReadonlySet<FieldPath>,
  now: number,
): ManagedFieldsEntry[] {
  if (paths.size === 0) return [...entries]
  const own = entries.find(entry => isEntryOf(entry, writer))
  const others = entries.filter(entry => entry !== own)
  const all = new Set([...(own === undefined ? [] : ownedBy(own)), ...paths])
  return [
    ...others,
    {
      manager: writer.manager,
      operation: writer.operation,
      apiVersion,
      time: timestamp(now),
      fieldsType: 'FieldsV1',
      fieldsV1: toFieldsV1(all),
      ...(writer.subresource !== undefined && { subresource: writer.subresource }),
    },
  ]
}

export function isEntryOf(entry: ManagedFieldsEntry, writer: FieldWriter): boolean {
  return (
    entry.manager === writer.manager &&
    entry.operation === writer.operation &&
    (entry.subresource ?? '') === (writer.subresource ?? '')
  )
}

export function ownedBy(entry: ManagedFieldsEntry): FieldPath[] {
  return fromFieldsV1(entry.fieldsV1 ?? {})
}

/** The entry with only these paths; none when nothing is left. */
export function keep(entry: ManagedFieldsEntry, paths: readonly FieldPath[]): ManagedFieldsEntry[] {
  return paths.length === 0 ? [] : [{ ...entry, fieldsV1: toFieldsV1(paths) }]
}

export function withEntries(object: KubeObject, entries: readonly ManagedFieldsEntry[]): KubeObject {
  const { managedFields: _old, ...metadata } = object.metadata
  return { ...object, metadata: entries.length === 0 ? metadata : { ...metadata, managedFields: entries } }
}
