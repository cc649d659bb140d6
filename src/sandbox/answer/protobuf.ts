import protobuf from 'protobufjs/minimal.js'
import type { KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference } from '../../api/object.ts'
import type { Status } from '../../api/status.ts'
import type { ListMeta } from './answer.ts'

type Writer = protobuf.Writer

const MAGIC = Uint8Array.of(0x6b, 0x38, 0x73, 0x00)

const LENGTH_DELIMITED = 2
const VARINT = 0

/** PartialObjectMetadataList in the envelope `k8s\0` + runtime.Unknown. Items have no kind of their own here. */
export function encodePartialList(metadata: ListMeta, items: readonly KubeObject[], version: string): Uint8Array {
  const writer = new protobuf.Writer()
  message(writer, 1, inner => writeListMeta(inner, metadata))
  for (const item of items) bytes(writer, 2, partialBytes(item))
  return envelope('PartialObjectMetadataList', `meta.k8s.io/${version}`, writer.finish())
}

/** One PartialObjectMetadata in the envelope. */
export function encodePartial(object: KubeObject, version: string): Uint8Array {
  return envelope('PartialObjectMetadata', `meta.k8s.io/${version}`, partialBytes(object))
}

/** A Status{metadata=1, status=2, message=3, reason=4, code=6}, for the ERROR event of a watch. */
export function encodeStatus(status: Status): Uint8Array {
  const writer = new protobuf.Writer()
  message(writer, 1, inner => writeListMeta(inner, { resourceVersion: '' }))
  text(writer, 2, status.status)
  text(writer, 3, status.message ?? '')
  text(writer, 4, status.reason ?? '')
  integer(writer, 6, status.code ?? 0)
  return envelope('Status', 'v1', writer.finish())
}

/** A watch frame: four bytes of length, then an envelope around WatchEvent{type=1, object=2 RawExtension{raw=1}}. */
export function encodeWatchFrame(type: string, object: Uint8Array): Uint8Array {
  const writer = new protobuf.Writer()
  text(writer, 1, type)
  message(writer, 2, inner => bytes(inner, 1, object))
  const event = writer.finish()
  const frame = new Uint8Array(4 + event.length)
  new DataView(frame.buffer).setUint32(0, event.length)
  frame.set(event, 4)
  return frame
}

/** `k8s\0` + runtime.Unknown{typeMeta=1{apiVersion=1, kind=2}, raw=2, contentEncoding=3, contentType=4}. */
function envelope(kind: string, apiVersion: string, raw: Uint8Array): Uint8Array {
  const writer = new protobuf.Writer()
  message(writer, 1, inner => {
    text(inner, 1, apiVersion)
    text(inner, 2, kind)
  })
  bytes(writer, 2, raw)
  text(writer, 3, '')
  text(writer, 4, '')
  const unknown = writer.finish()
  const framed = new Uint8Array(MAGIC.length + unknown.length)
  framed.set(MAGIC)
  framed.set(unknown, MAGIC.length)
  return framed
}

// Objects never change, so an encoded one stays right for every later list.
const encoded = new WeakMap<ObjectMeta, Uint8Array>()

function partialBytes(object: KubeObject): Uint8Array {
  let known = encoded.get(object.metadata)
  if (known === undefined) {
    const writer = new protobuf.Writer()
    message(writer, 1, inner => writeObjectMeta(inner, object.metadata))
    known = writer.finish()
    encoded.set(object.metadata, known)
  }
  return known
}

function writeListMeta(writer: Writer, metadata: ListMeta): void {
  // Go writes non-pointer strings even when they are empty.
  text(writer, 1, '')
  text(writer, 2, metadata.resourceVersion)
  text(writer, 3, metadata.continue ?? '')
  if (metadata.remainingItemCount !== undefined) integer(writer, 4, metadata.remainingItemCount)
}

function writeObjectMeta(writer: Writer, meta: ObjectMeta): void {
  text(writer, 1, meta.name)
  text(writer, 2, meta.generateName ?? '')
  text(writer, 3, meta.namespace ?? '')
  text(writer, 4, '')
  text(writer, 5, meta.uid)
  text(writer, 6, meta.resourceVersion ?? '')
  integer(writer, 7, meta.generation ?? 0)
  message(writer, 8, inner => writeTime(inner, meta.creationTimestamp))
  if (meta.deletionTimestamp !== undefined) message(writer, 9, inner => writeTime(inner, meta.deletionTimestamp))
  if (meta.deletionGracePeriodSeconds !== undefined) integer(writer, 10, meta.deletionGracePeriodSeconds)
  writeMap(writer, 11, meta.labels)
  writeMap(writer, 12, meta.annotations)
  for (const owner of meta.ownerReferences ?? []) message(writer, 13, inner => writeOwner(inner, owner))
  for (const finalizer of meta.finalizers ?? []) text(writer, 14, finalizer)
  for (const entry of meta.managedFields ?? []) message(writer, 17, inner => writeManagedFields(inner, entry))
}

function writeTime(writer: Writer, time: string | undefined): void {
  if (time === undefined) return
  const milliseconds = Date.parse(time)
  integer(writer, 1, Math.floor(milliseconds / 1000))
  integer(writer, 2, (milliseconds % 1000) * 1_000_000)
}

function writeMap(writer: Writer, field: number, map: Readonly<Record<string, string>> | undefined): void {
  for (const [key, value] of Object.entries(map ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
    message(writer, field, inner => {
      text(inner, 1, key)
      text(inner, 2, value)
    })
  }
}

function writeOwner(writer: Writer, owner: OwnerReference): void {
  text(writer, 1, owner.kind)
  text(writer, 3, owner.name)
  text(writer, 4, owner.uid)
  text(writer, 5, owner.apiVersion)
  if (owner.controller !== undefined) integer(writer, 6, owner.controller ? 1 : 0)
  if (owner.blockOwnerDeletion !== undefined) integer(writer, 7, owner.blockOwnerDeletion ? 1 : 0)
}

function writeManagedFields(writer: Writer, entry: ManagedFieldsEntry): void {
  text(writer, 1, entry.manager ?? '')
  text(writer, 2, entry.operation ?? '')
  text(writer, 3, entry.apiVersion ?? '')
  if (entry.time !== undefined) message(writer, 4, inner => writeTime(inner, entry.time))
  text(writer, 6, entry.fieldsType ?? '')
  if (entry.fieldsV1 !== undefined) message(writer, 7, inner => text(inner, 1, JSON.stringify(entry.fieldsV1)))
  text(writer, 8, entry.subresource ?? '')
}

function text(writer: Writer, field: number, value: string): void {
  writer.uint32((field << 3) | LENGTH_DELIMITED).string(value)
}

function bytes(writer: Writer, field: number, value: Uint8Array): void {
  writer.uint32((field << 3) | LENGTH_DELIMITED).bytes(value)
}

function integer(writer: Writer, field: number, value: number): void {
  writer.uint32((field << 3) | VARINT).int64(value)
}

function message(writer: Writer, field: number, write: (inner: Writer) => void): void {
  writer.uint32((field << 3) | LENGTH_DELIMITED).fork()
  write(writer)
  writer.ldelim()
}
