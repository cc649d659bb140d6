import protobuf from 'protobufjs/minimal.js'
import type { ObjectMeta, OwnerReference } from '../../api/object.ts'

/** The four bytes before every Kubernetes protobuf answer. */
const MAGIC = Buffer.from('k8s\0')

const UNKNOWN = { raw: 2 } as const
const LIST = { metadata: 1, items: 2 } as const
const LIST_META = { resourceVersion: 2, continue: 3 } as const
const META = {
  name: 1,
  namespace: 3,
  uid: 5,
  resourceVersion: 6,
  generation: 7,
  creationTimestamp: 8,
  deletionTimestamp: 9,
  deletionGracePeriodSeconds: 10,
  ownerReferences: 13,
  finalizers: 14,
} as const
const OWNER = { kind: 1, name: 3, uid: 4, apiVersion: 5, controller: 6, blockOwnerDeletion: 7 } as const
const LENGTH_DELIMITED = 2

/** What a page tells beside its items. */
export interface PageEnd {
  readonly continue: string
  readonly resourceVersion: string
  readonly itemsRead: number
}

/**
 * Reads a PartialObjectMetadataList in protobuf while it arrives, keeping only the item at hand: memory does not grow
 * with the answer. An item is skipped by its length unless its metadata holds a deletionTimestamp (field 9 of
 * ObjectMeta). Throws RangeError on bytes that are no such list; `end` throws when the list is not whole.
 */
export class ProtobufListReader {
  readonly terminating: ObjectMeta[] = []
  #buffer: Buffer = Buffer.alloc(0)
  #raw: 'before' | { left: number } = 'before'
  #continue = ''
  #resourceVersion = ''
  #itemsRead = 0

  push(chunk: Uint8Array): void {
    this.#buffer =
      this.#buffer.length === 0
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
        : Buffer.concat([this.#buffer, chunk])
    if (this.#raw === 'before' && !this.#enterRaw()) return
    this.#readFields()
  }

  end(): PageEnd {
    if (this.#raw === 'before' || this.#raw.left > 0) throw new RangeError('the list ends before its end')
    return { continue: this.#continue, resourceVersion: this.#resourceVersion, itemsRead: this.#itemsRead }
  }

  /** Skips magic and TypeMeta of the envelope (runtime.Unknown) up to the list itself; false: not enough bytes yet. */
  #enterRaw(): boolean {
    if (this.#buffer.length < MAGIC.length) return false
    if (!this.#buffer.subarray(0, MAGIC.length).equals(MAGIC)) throw new RangeError('this is no Kubernetes protobuf')
    const reader = protobuf.Reader.create(this.#buffer)
    reader.pos = MAGIC.length
    return whenWhole(() => {
      for (;;) {
        const tag = reader.uint32()
        if (tag >>> 3 === UNKNOWN.raw) break
        reader.skipType(tag & 7)
      }
      const left = reader.uint32()
      this.#raw = { left }
      this.#buffer = this.#buffer.subarray(reader.pos)
    })
  }

  /** Consumes every field of the list that is in the buffer as a whole; the rest waits for the next chunk. */
  #readFields(): void {
    const raw = this.#raw as { left: number }
    const reader = protobuf.Reader.create(this.#buffer)
    let consumed = 0
    whenWhole(() => {
      while (raw.left - consumed > 0) {
        const tag = reader.uint32()
        if ((tag & 7) !== LENGTH_DELIMITED) throw new Error('a list has length-delimited fields only')
        const length = reader.uint32()
        const end = reader.pos + length
        if (end > reader.len) return
        if (tag >>> 3 === LIST.items) this.#readItem(reader, end)
        else if (tag >>> 3 === LIST.metadata) this.#readListMeta(reader, end)
        reader.pos = consumed = end
      }
    })
    raw.left -= consumed
    // After the list come the envelope's last fields (encoding, content type), which say nothing more.
    this.#buffer = raw.left > 0 ? this.#buffer.subarray(consumed) : Buffer.alloc(0)
  }

  #readListMeta(reader: protobuf.Reader, end: number): void {
    eachField(reader, end, (field, wireType) => {
      if (field === LIST_META.continue) this.#continue = reader.string()
      else if (field === LIST_META.resourceVersion) this.#resourceVersion = reader.string()
      else reader.skipType(wireType)
    })
  }

  /** An item is a PartialObjectMetadata: one field, its ObjectMeta. */
  #readItem(reader: protobuf.Reader, end: number): void {
    this.#itemsRead++
    eachField(reader, end, (field, wireType) => {
      if (field === 1) this.#readItemMeta(reader, reader.uint32() + reader.pos)
      else reader.skipType(wireType)
    })
  }

  #readItemMeta(reader: protobuf.Reader, end: number): void {
    if (hasDeletionTimestamp(reader, end)) this.terminating.push(decodeMeta(reader, end))
    else reader.pos = end
  }
}

/** Leaves the reader where it was when the field is there, so that the metadata can be decoded. */
function hasDeletionTimestamp(reader: protobuf.Reader, end: number): boolean {
  const start = reader.pos
  while (reader.pos < end) {
    const tag = reader.uint32()
    if (tag >>> 3 === META.deletionTimestamp) {
      reader.pos = start
      return true
    }
    reader.skipType(tag & 7)
  }
  return false
}

function decodeMeta(reader: protobuf.Reader, end: number): ObjectMeta {
  const meta: { -readonly [K in keyof ObjectMeta]: ObjectMeta[K] } = { name: '', uid: '' }
  const owners: OwnerReference[] = []
  const finalizers: string[] = []
  eachField(reader, end, (field, wireType) => {
    switch (field) {
      case META.name:
        meta.name = reader.string()
        break
      case META.namespace:
        meta.namespace = reader.string()
        break
      case META.uid:
        meta.uid = reader.string()
        break
      case META.resourceVersion:
        meta.resourceVersion = reader.string()
        break
      case META.generation:
        meta.generation = Number(reader.int64())
        break
      case META.creationTimestamp:
        meta.creationTimestamp = decodeTime(reader)
        break
      case META.deletionTimestamp:
        meta.deletionTimestamp = decodeTime(reader)
        break
      case META.deletionGracePeriodSeconds:
        meta.deletionGracePeriodSeconds = Number(reader.int64())
        break
      case META.ownerReferences:
        owners.push(decodeOwner(reader))
        break
      case META.finalizers:
        finalizers.push(reader.string())
        break
      default:
        reader.skipType(wireType)
    }
  })
  if (owners.length > 0) meta.ownerReferences = owners
  if (finalizers.length > 0) meta.finalizers = finalizers
  if (meta.namespace === '') delete meta.namespace
  return meta
}

/** RFC 3339 in whole seconds, as the JSON form has it. */
function decodeTime(reader: protobuf.Reader): string {
  let seconds = 0
  eachField(reader, reader.uint32() + reader.pos, (field, wireType) => {
    if (field === 1) seconds = Number(reader.int64())
    else reader.skipType(wireType)
  })
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

function decodeOwner(reader: protobuf.Reader): OwnerReference {
  const owner = { apiVersion: '', kind: '', name: '', uid: '', controller: false, blockOwnerDeletion: false }
  eachField(reader, reader.uint32() + reader.pos, (field, wireType) => {
    if (field === OWNER.kind) owner.kind = reader.string()
    else if (field === OWNER.name) owner.name = reader.string()
    else if (field === OWNER.uid) owner.uid = reader.string()
    else if (field === OWNER.apiVersion) owner.apiVersion = reader.string()
    else if (field === OWNER.controller) owner.controller = reader.bool()
    else if (field === OWNER.blockOwnerDeletion) owner.blockOwnerDeletion = reader.bool()
    else reader.skipType(wireType)
  })
  return owner
}

function eachField(reader: protobuf.Reader, end: number, visit: (field: number, wireType: number) => void): void {
  while (reader.pos < end) {
    const tag = reader.uint32()
    visit(tag >>> 3, tag & 7)
  }
  if (reader.pos !== end) throw new Error('a field reaches past the end of its message')
}

/** Runs `read`; false when it ran out of bytes, which the library reports as a RangeError. */
function whenWhole(read: () => void): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
