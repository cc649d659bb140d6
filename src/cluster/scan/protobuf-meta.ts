import type protobuf from 'protobufjs/minimal.js'
import type { ManagedFieldsEntry, ObjectMeta, OwnerReference } from '../../api/object.ts'
import { eachField, textIn } from './protobuf-fields.ts'
import type { SharedValues } from './shared-values.ts'
import { looksAtOwners, seeOwner, type Wanted } from './wanted.ts'

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
  wanted: Wanted,
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

function readOwner(reader: protobuf.Reader, wanted: Wanted): boolean {
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
  const owners: OwnerReference[] = []
  const finalizers: string[] = []
  const managers: ManagedFieldsEntry[] = []
  const labels: Record<string, string> = {}
  const annotations: Record<string, string> = {}
  eachField(reader, end, (field, wireType) => {
    switch (field) {
      case META.name:
        meta.name = reader.string()
        break
      case META.namespace:
        meta.namespace = shared.text(reader.string())
        break
      case META.uid:
        meta.uid = reader.string()
        break
      case META.resourceVersion:
        meta.resourceVersion = reader.string()
        break
      case META.generation:
        meta.generation = numberOf(reader)
        break
      case META.creationTimestamp:
        meta.creationTimestamp = decodeTime(reader, shared)
        break
      case META.deletionTimestamp:
        meta.deletionTimestamp = decodeTime(reader, shared)
        break
      case META.deletionGracePeriodSeconds:
        meta.deletionGracePeriodSeconds = numberOf(reader)
        break
      case META.ownerReferences:
        owners.push(decodeOwner(reader, shared))
        break
      case META.finalizers:
        finalizers.push(shared.text(reader.string()))
        break
      case META.labels:
        decodeMapEntry(reader, labels, shared)
        break
      case META.annotations:
        decodeMapEntry(reader, annotations, shared)
        break
      case META.managedFields:
        managers.push(decodeManagedFields(reader, shared))
        break
      default:
        reader.skipType(wireType)
    }
  })
  if (owners.length > 0) meta.ownerReferences = owners
  // A list that grew has room for sixteen more.
  if (finalizers.length > 0) meta.finalizers = shared.list(finalizers)
  if (managers.length > 0) meta.managedFields = managers.slice()
  if (Object.keys(labels).length > 0) meta.labels = labels
  if (Object.keys(annotations).length > 0) meta.annotations = annotations
  if (meta.namespace === '') delete meta.namespace
  return meta
}

/** By way of its digits it takes ten times as long. */
function numberOf(reader: protobuf.Reader): number {
  const number = reader.int64() as unknown as number | { toNumber(): number }
  return typeof number === 'number' ? number : number.toNumber()
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

function decodeMapEntry(reader: protobuf.Reader, map: Record<string, string>, shared: SharedValues): void {
  let key = ''
  let value = ''
  eachField(reader, reader.uint32() + reader.pos, (field, wireType) => {
    if (field === 1) key = reader.string()
    else if (field === 2) value = reader.string()
    else reader.skipType(wireType)
  })
  map[key] = shared.text(value)
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
