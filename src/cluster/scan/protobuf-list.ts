import protobuf from 'protobufjs/minimal.js'
import type { ObjectMeta } from '../../api/object.ts'
import { named, ShapeError } from '../../api/shape.ts'
import { tooLong } from '../transport/collect.ts'
import { eachField, textIn } from './protobuf-fields.ts'
import { decodeMeta, isWanted } from './protobuf-meta.ts'
import { type ScanFilter, seeOwners, wantsMore } from './scan-filter.ts'
import { SharedValues } from './shared-values.ts'

/** The four bytes before every Kubernetes protobuf answer. */
const MAGIC = Buffer.from('k8s\0')

const UNKNOWN = { typeMeta: 1, raw: 2 } as const
const KIND = 2
const LIST = { metadata: 1, items: 2 } as const
const LIST_META = { resourceVersion: 2, continue: 3 } as const
const LENGTH_DELIMITED = 2

/** Of the metadata of one object, and of what stands before a list: etcd takes no object that is longer. */
const MAX_ITEM_BYTES = 32 << 20

/** The byte before every deletionTimestamp: field 9 of ObjectMeta, length-delimited. As a letter it is J, so rare. */
const DELETION_TAG = (9 << 3) | LENGTH_DELIMITED

/** What a page tells beside its items. */
export interface PageEnd {
  readonly continue: string
  readonly resourceVersion: string
  readonly itemsRead: number
}

/**
 * Reads a PartialObjectMetadataList in protobuf while it arrives, keeping only the item at hand: memory does not grow
 * with the answer. An item is skipped by its length unless it is terminating or wanted otherwise. Throws an Error on
 * other bytes, and ApiFailure `oversized` for an impossible item; `end` throws when the list is truncated.
 */
export class ProtobufListReader {
  /** Metadata of the terminating objects, and of what else is wanted. */
  readonly kept: ObjectMeta[] = []
  /** Token of the next page, once that is read; it stands before the items. */
  next = ''
  readonly #wanted: ScanFilter
  readonly #wantsMore: boolean
  readonly #namespaces: readonly Uint8Array[]
  readonly #shared = new SharedValues()
  #buffer: Buffer = Buffer.alloc(0)
  #raw: 'before' | { left: number } = 'before'
  #resourceVersion = ''
  #itemsRead = 0
  /** Where in the buffer the next byte is that could begin a deletionTimestamp. */
  #deletionTagAt = -1

  constructor(wanted: ScanFilter = {}) {
    this.#wanted = wanted
    this.#wantsMore = wantsMore(wanted)
    this.#namespaces = [...(wanted.namespaces ?? [])].map(name => Buffer.from(name))
  }

  push(chunk: Uint8Array): void {
    this.#buffer =
      this.#buffer.length === 0
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
        : Buffer.concat([this.#buffer, chunk])
    if (this.#raw === 'before' && !this.#enterRaw()) return
    this.#readFields()
  }

  end(): PageEnd {
    if (this.#raw === 'before' || this.#raw.left > 0) throw new RangeError('the list is truncated')
    return { continue: this.next, resourceVersion: this.#resourceVersion, itemsRead: this.#itemsRead }
  }

  /** Skips magic and TypeMeta of the envelope (runtime.Unknown) up to the list itself; false: not enough bytes yet. */
  #enterRaw(): boolean {
    if (this.#buffer.length < MAGIC.length) return false
    if (!this.#buffer.subarray(0, MAGIC.length).equals(MAGIC)) throw new RangeError('this is not Kubernetes protobuf')
    const reader = protobuf.Reader.create(this.#buffer)
    reader.pos = MAGIC.length
    this.#refuseLonger(this.#buffer.length)
    return whenWhole(() => {
      let kind = ''
      for (;;) {
        const tag = reader.uint32()
        if (tag >>> 3 === UNKNOWN.raw) break
        if (tag >>> 3 === UNKNOWN.typeMeta) kind = textIn(reader, KIND) ?? ''
        else reader.skipType(tag & 7)
      }
      // The fields of a Status have the numbers of those of a list.
      if (!kind.endsWith('List')) throw new ShapeError(`kind ${JSON.stringify(kind)} is not a list`)
      const left = reader.uint32()
      this.#raw = { left }
      this.#buffer = this.#buffer.subarray(reader.pos)
    })
  }

  /** What is not complete yet is kept until it is. */
  #refuseLonger(length: number): void {
    if (length > MAX_ITEM_BYTES) throw tooLong(MAX_ITEM_BYTES)
  }

  /** Consumes every field of the list that is in the buffer as a whole; the rest waits for the next chunk. */
  #readFields(): void {
    const raw = this.#raw as { left: number }
    this.#deletionTagAt = -1
    const reader = protobuf.Reader.create(this.#buffer)
    let consumed = 0
    whenWhole(() => {
      while (raw.left - consumed > 0) {
        const tag = reader.uint32()
        if ((tag & 7) !== LENGTH_DELIMITED) throw new Error('a list has length-delimited fields only')
        const length = reader.uint32()
        const end = reader.pos + length
        if (end > reader.len) return this.#refuseLonger(length)
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
      if (field === LIST_META.continue) this.next = reader.string()
      else if (field === LIST_META.resourceVersion) this.#resourceVersion = reader.string()
      else reader.skipType(wireType)
    })
  }

  /** An item is a PartialObjectMetadata: one field, its ObjectMeta. */
  #readItem(reader: protobuf.Reader, end: number): void {
    this.#itemsRead++
    if (!this.#mayBeWanted(reader.pos, end)) return
    eachField(reader, end, (field, wireType) => {
      if (field === 1) this.#readItemMeta(reader, reader.uint32() + reader.pos)
      else reader.skipType(wireType)
    })
  }

  /** A look at the raw bytes tells most items: without this one byte there can be no deletionTimestamp in them. */
  #mayBeWanted(start: number, end: number): boolean {
    if (this.#wantsMore) return true
    if (this.#deletionTagAt < start) {
      const at = this.#buffer.indexOf(DELETION_TAG, start)
      this.#deletionTagAt = at < 0 ? Number.POSITIVE_INFINITY : at
    }
    return this.#deletionTagAt < end
  }

  #readItemMeta(reader: protobuf.Reader, end: number): void {
    const isAll = this.#wanted.everything === true
    if (!isAll && !isWanted(reader, end, this.#wanted, this.#namespaces)) {
      reader.pos = end
      return
    }
    // Whatever else it has is of its form as it was decoded.
    const meta = named(decodeMeta(reader, end, this.#shared))
    if (isAll) seeOwners(meta, this.#wanted)
    this.kept.push(meta)
  }
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
