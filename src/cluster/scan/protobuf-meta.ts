import type protobuf from 'protobufjs/minimal.js'
import type { ManagedFieldsEntry, ObjectMeta, OwnerReference } from '../../api/object.ts'
import { eachField, longerThanMessage, textIn } from './protobuf-fields.ts'
import { looksAtOwners, type ScanFilter, seeOwner } from './scan-filter.ts'
import type { SharedValues } from './shared-values.ts'

/** Field numbers of k8s.io.apimachinery.pkg.apis.meta.v1. */
const META = {
  name: 1,
  namespace: 3,
  uid: 5,
  resourceVersion: 6,
  generation: 7,
  creationTimestamp: 8,
  deletionTimestamp: 9,
  deletionGracePeriodSeconds: 10,
  labels: 11,
  annotations: 12,
  ownerReferences: 13,
  finalizers: 14,
  managedFields: 17,
} as const
const OWNER = { kind: 1, name: 3, uid: 4, apiVersion: 5, controller: 6, blockOwnerDeletion: 7 } as const
const MANAGED_FIELDS = {
  manager: 1,
  operation: 2,
  apiVersion: 3,
  time: 4,
  fieldsType: 6,
  fieldsV1: 7,
  subresource: 8,
} as const

/** FieldsV1 travels as JSON inside the protobuf. */
const FIELDS_JSON = 1

/** Whether metadata up to `end` is worth decoding where not all is kept; `namespaces` are bytes. Moves no reader. */
export function isWanted(
  reader: protobuf.Reader,
  end: number,
  wanted: ScanFilter,
  namespaces: readonly Uint8Array[],
): boolean {
  const start = reader.pos
  const ofOwners = looksAtOwners(wanted)
  let is = false
  while ((!is || wanted.ownersSeen !== undefined) && reader.pos < end) {
    const tag = reader.uint32()
    const field = tag >>> 3
    if (field === META.ownerReferences && ofOwners) {
      if (readOwner(reader, wanted)) is = true
    } else {
      // No text is made of it: nearly all objects of a cluster are in other namespaces.
      if (field === META.namespace && !is) is = namespaces.some(name => isNext(name, reader))
      is ||= field === META.deletionTimestamp || (wanted.finalized === true && field === META.finalizers)
      reader.skipType(tag & 7)
    }
  }
  reader.pos = start
  return is
}

function readOwner(reader: protobuf.Reader, wanted: ScanFilter): boolean {
  let uid = ''
  let kind = ''
  eachField(reader, reader.uint32() + reader.pos, (field, wireType) => {
    if (field === OWNER.uid) uid = reader.string()
    else if (field === OWNER.kind && wanted.ownerKinds !== undefined) kind = reader.string()
    else reader.skipType(wireType)
  })
  return seeOwner(uid, kind, wanted)
}

/** Whether the text that begins here, with its length, is this one. The reader stays where it was. */
function isNext(text: Uint8Array, { buf, pos }: protobuf.Reader): boolean {
  // A name of Kubernetes is shorter than 128 bytes, so that its length is in one.
  return buf[pos] === text.length && text.every((byte, index) => buf[pos + 1 + index] === byte)
}

/** Reads an ObjectMeta up to `end`, as its JSON form has it; what this program does not use is left out. */
export function decodeMeta(reader: protobuf.Reader, end: number, shared: SharedValues): ObjectMeta {
  const meta: { -readonly [K in keyof ObjectMeta]: ObjectMeta[K] } = { name: '', uid: '' }
  let owners: OwnerReference[] | undefined
  let finalizers: string[] | undefined
  let managers: ManagedFieldsEntry[] | undefined
  let labels: Record<string, string> | undefined
  let annotations: Record<string, string> | undefined
  // Of thousands: no visitor is made for each, and no list that nothing comes into.
  while (reader.pos < end) {
    const tag = reader.uint32()
    const field = tag >>> 3
    if (field === META.name) meta.name = reader.string()
    else if (field === META.namespace) meta.namespace = shared.text(reader.string())
    else if (field === META.uid) meta.uid = reader.string()
    else if (field === META.resourceVersion) meta.resourceVersion = reader.string()
    else if (field === META.generation) meta.generation = numberOf(reader)
    else if (field === META.creationTimestamp) meta.creationTimestamp = decodeTime(reader, shared)
    else if (field === META.deletionTimestamp) meta.deletionTimestamp = decodeTime(reader, shared)
    else if (field === META.deletionGracePeriodSeconds) meta.deletionGracePeriodSeconds = numberOf(reader)
    else if (field === META.ownerReferences) owners = withItem(decodeOwner(reader, shared), owners)
    else if (field === META.finalizers) finalizers = withItem(shared.text(reader.string()), finalizers)
    else if (field === META.labels) labels = withMapEntry(reader, labels, shared)
    else if (field === META.annotations) annotations = withMapEntry(reader, annotations, shared)
    else if (field === META.managedFields) managers = withItem(decodeManagedFields(reader, shared), managers)
    else reader.skipType(tag & 7)
  }
  if (reader.pos !== end) throw longerThanMessage()
  if (owners !== undefined) meta.ownerReferences = owners
  // A list that grew has room for sixteen more.
  if (finalizers !== undefined) meta.finalizers = shared.list(finalizers)
  if (managers !== undefined) meta.managedFields = managers.slice()
  if (labels !== undefined) meta.labels = labels
  if (annotations !== undefined) meta.annotations = annotations
  if (meta.namespace === '') delete meta.namespace
  return meta
}

function withItem<Item>(item: Item, list: Item[] = []): Item[] {
  list.push(item)
  return list
}

/** By way of its digits it takes ten times as long; a small one, by `|`, takes no memory of its own. */
function numberOf(reader: protobuf.Reader): number {
  const number = reader.int64() as unknown as number | { toNumber(): number }
  const value = typeof number === 'number' ? number : number.toNumber()
  return value === (value | 0) ? value | 0 : value
}

function decodeTime(reader: protobuf.Reader, shared: SharedValues): string {
  let seconds = 0
  eachField(reader, reader.uint32() + reader.pos, (field, wireType) => {
    if (field === 1) seconds = numberOf(reader)
    else reader.skipType(wireType)
  })
  return shared.time(seconds)
}

function decodeOwner(reader: protobuf.Reader, shared: SharedValues): OwnerReference {
  const owner = { apiVersion: '', kind: '', name: '', uid: '', controller: false, blockOwnerDeletion: false }
  eachField(reader, reader.uint32() + reader.pos, (field, wireType) => {
    if (field === OWNER.kind) owner.kind = shared.text(reader.string())
    else if (field === OWNER.name) owner.name = shared.text(reader.string())
    else if (field === OWNER.uid) owner.uid = shared.text(reader.string())
    else if (field === OWNER.apiVersion) owner.apiVersion = shared.text(reader.string())
    else if (field === OWNER.controller) owner.controller = reader.bool()
    else if (field === OWNER.blockOwnerDeletion) owner.blockOwnerDeletion = reader.bool()
    else reader.skipType(wireType)
  })
  return owner
}

function withMapEntry(
  reader: protobuf.Reader,
  map: Record<string, string> = {},
  shared: SharedValues,
): Record<string, string> {
  let key = ''
  let value = ''
  eachField(reader, reader.uint32() + reader.pos, (field, wireType) => {
    if (field === 1) key = reader.string()
    else if (field === 2) value = reader.string()
    else reader.skipType(wireType)
  })
  map[key] = shared.text(value)
  return map
}

function decodeManagedFields(reader: protobuf.Reader, shared: SharedValues): ManagedFieldsEntry {
  const entry: { -readonly [K in keyof ManagedFieldsEntry]: ManagedFieldsEntry[K] } = {}
  let subresource = ''
  eachField(reader, reader.uint32() + reader.pos, (field, wireType) => {
    if (field === MANAGED_FIELDS.manager) entry.manager = shared.text(reader.string())
    else if (field === MANAGED_FIELDS.operation) entry.operation = shared.text(reader.string())
    else if (field === MANAGED_FIELDS.apiVersion) entry.apiVersion = shared.text(reader.string())
    else if (field === MANAGED_FIELDS.time) entry.time = decodeTime(reader, shared)
    else if (field === MANAGED_FIELDS.fieldsType) entry.fieldsType = shared.text(reader.string())
    else if (field === MANAGED_FIELDS.subresource) subresource = reader.string()
    else if (field === MANAGED_FIELDS.fieldsV1) entry.fieldsV1 = shared.record(textIn(reader, FIELDS_JSON) ?? '{}')
    else reader.skipType(wireType)
  })
  // Protobuf writes an empty text where JSON leaves the field out.
  if (subresource !== '') entry.subresource = shared.text(subresource)
  return entry
}
