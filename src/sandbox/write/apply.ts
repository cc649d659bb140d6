import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import type { KubeObject, ManagedFieldsEntry } from '../../api/object.ts'
import { apiVersionOf } from '../../api/resource-type.ts'
import type { Warned } from '../answer/answer.ts'
import { invalid, requiredField } from '../answer/invalid.ts'
import { badRequest, Refusal } from '../answer/refusal.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { createObject } from './create.ts'
import { appliedFields, type FieldPath, fieldsOf, isMap, stepsOf } from './field-set.ts'
import { claim, type FieldWriter, isEntryOf, keep, ownedBy, withEntries, writerOf } from './managed-fields.ts'
import { mergeApplied, withoutField } from './merge-applied.ts'
import { update } from './update.ts'

/** Server-side apply: creates, or merges by field ownership; conflicts are 409 unless `force=true`. */
export async function applyPatch(server: Server, request: ResourceRequest): Promise<Warned> {
  const { type, namespace, query } = request
  const manager = query.fieldManager
  if (!manager) {
    const error = requiredField('fieldManager', 'is required for apply patch')
    throw invalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', [error])
  }
  const applied = decodeApplied(request)
  const writer = writerOf(request, 'Apply')
  if (server.store.get(type.storage, namespace, request.name!) === undefined && request.subresource === undefined) {
    return createObject(server, { ...request, verb: 'create' }, applied, (object, now) =>
      withEntries(object, claim([], object.apiVersion, writer, new Set(appliedFields(applied).keys()), now)),
    )
  }
  return update(server, request, {
    propose: current => merged(current, applied, writer, query.force === 'true'),
    track: (current, next, now) => tracked(current, next, applied, writer, now),
  })
}

function decodeApplied(request: ResourceRequest): KubeObject {
  const object: unknown = parse(new TextDecoder().decode(request.body))
  if (!isMap(object)) throw badRequest('error decoding YAML: the configuration is not an object')
  const metadata = isMap(object.metadata) ? object.metadata : {}
  if (object.apiVersion !== apiVersionOf(request.type) || object.kind !== request.type.kind) {
    throw badRequest('invalid object type: the configuration does not fit the path')
  }
  if ('managedFields' in metadata && metadata.managedFields !== null) {
    throw badRequest('metadata.managedFields must be nil')
  }
  const address = {
    name: metadata.name ?? request.name,
    ...(request.namespace !== undefined && { namespace: metadata.namespace ?? request.namespace }),
  }
  return { ...object, metadata: { ...metadata, ...address } } as unknown as KubeObject
}

/** The live object with the applied fields in it, and without those this manager applied before and no longer does. */
function merged(current: KubeObject, applied: KubeObject, writer: FieldWriter, force: boolean): KubeObject {
  const wanted = appliedFields(applied)
  const live = fieldsOf(current)
  const entries = current.metadata.managedFields ?? []
  const others = entries.filter(entry => !isEntryOf(entry, writer))
  const conflicts = others.flatMap(entry =>
    ownedBy(entry)
      .filter(path => wanted.has(path) && live.has(path) && !isDeepStrictEqual(wanted.get(path), live.get(path)))
      .map(path => ({ entry, path })),
  )
  if (conflicts.length > 0 && !force) throw applyConflict(conflicts)
  const before = entries.find(entry => isEntryOf(entry, writer))
  const owned = new Set(others.flatMap(ownedBy))
  const dropped = before === undefined ? [] : ownedBy(before).filter(path => !wanted.has(path) && !owned.has(path))
  const base = dropped.reduce<unknown>((object, path) => withoutField(object, stepsOf(path)), current)
  return mergeApplied(base, applied) as KubeObject
}

function tracked(
  current: KubeObject,
  next: KubeObject,
  applied: KubeObject,
  writer: FieldWriter,
  now: number,
): KubeObject {
  const wanted = appliedFields(applied)
  const [before, after] = [fieldsOf(current), fieldsOf(next)]
  const entries = (current.metadata.managedFields ?? []).flatMap(entry => {
    if (isEntryOf(entry, writer)) return []
    const taken = (path: FieldPath) => wanted.has(path) && !isDeepStrictEqual(before.get(path), after.get(path))
    return keep(
      entry,
      ownedBy(entry).filter(path => after.has(path) && !taken(path)),
    )
  })
  const old = current.metadata.managedFields?.find(entry => isEntryOf(entry, writer))
  const same =
    old !== undefined &&
    isDeepStrictEqual(new Set(ownedBy(old)), new Set(wanted.keys())) &&
    isDeepStrictEqual(before, after)
  const time = same && old.time !== undefined ? Date.parse(old.time) : now
  return withEntries(next, claim(entries, next.apiVersion, writer, new Set(wanted.keys()), time))
}

function applyConflict(conflicts: readonly { entry: ManagedFieldsEntry; path: FieldPath }[]): Refusal {
  const causes = conflicts.map(({ entry, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with "${entry.manager}"${entry.operation === 'Apply' ? '' : ` using ${entry.apiVersion}`}`,
    field: dotted(path),
  }))
  const texts = causes.map(cause => `${cause.message}: ${cause.field}`)
  const plural = texts.length === 1 ? '1 conflict' : `${texts.length} conflicts`
  return new Refusal(409, {
    message: `Apply failed with ${plural}: ${texts.length === 1 ? texts[0] : texts.join('\n- ')}`,
    reason: 'Conflict',
    details: { causes },
  })
}

function dotted(path: FieldPath): string {
  return stepsOf(path)
    .map(step =>
      step.startsWith('f:')
        ? `.${step.slice(2)}`
        : step.startsWith('v:')
          ? `[=${step.slice(2)}]`
          : `[${step.slice(2)}]`,
    )
    .join('')
}
