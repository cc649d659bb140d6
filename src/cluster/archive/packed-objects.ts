import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { KubeObject } from '../../api/object.ts'
import type { Archived } from './archived-objects.ts'

/** Of JSON, packed at once: objects of one type are alike, and few are read by themselves. */
const BATCH_BYTES = 256 << 10
/** Deeper than any object of Kubernetes. */
export const MAX_DEPTH = 200
/** Batches that stay unpacked: who reads objects in a row unpacks each batch once. */
const CACHED = 4

/**
 * Objects as packed JSON: a tenth of the memory of their text, and a fiftieth of that of the objects. Metadata are packed apart,
 * for most objects are never asked for more.
 */
export class PackedObjects {
  readonly #metadata = new Batches()
  readonly #rest = new Batches()
  readonly #namespaces = new Map<string, string>()

  /** undefined for one that is nested deeper than any of Kubernetes, which who reads it would not survive. */
  add({ metadata, ...rest }: KubeObject): Archived | undefined {
    const told = this.#metadata.add(JSON.stringify(metadata))
    const left = this.#rest.add(JSON.stringify(rest))
    if (isTooDeep(told.bytes()) || isTooDeep(left.bytes())) return undefined
    const { name, namespace, resourceVersion } = metadata
    return new PackedObject(
      copied(name),
      namespace === undefined ? undefined : this.#namespaceOf(namespace),
      Number(resourceVersion) || 0,
      told,
      left,
    )
  }

  #namespaceOf(name: string): string {
    const known = this.#namespaces.get(name)
    if (known !== undefined) return known
    const copy = copied(name)
    this.#namespaces.set(copy, copy)
    return copy
  }
}

const ONLY_METADATA = Buffer.from('{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":')
const WHOLE = Buffer.from('{"metadata":')
const END = Buffer.from('}')
const NEXT = Buffer.from(',')

class PackedObject implements Archived {
  readonly name: string
  readonly namespace: string | undefined
  readonly revision: number
  readonly isWhole = true
  readonly #metadata: Part
  readonly #rest: Part

  constructor(name: string, namespace: string | undefined, revision: number, metadata: Part, rest: Part) {
    this.name = name
    this.namespace = namespace
    this.revision = revision
    this.#metadata = metadata
    this.#rest = rest
  }

  json(isWhole: boolean): Uint8Array {
    const metadata = this.#metadata.bytes()
    if (!isWhole) return Buffer.concat([ONLY_METADATA, metadata, END])
    // At least apiVersion and kind are in the rest, so that something follows its brace.
    return Buffer.concat([WHOLE, metadata, NEXT, this.#rest.bytes().subarray(1)])
  }
}

/** Where in a batch something is. */
class Part {
  readonly #batches: Batches
  readonly #batch: number
  readonly #start: number
  readonly #end: number

  constructor(batches: Batches, batch: number, start: number, end: number) {
    this.#batches = batches
    this.#batch = batch
    this.#start = start
    this.#end = end
  }

  bytes(): Uint8Array {
    return this.#batches.unpacked(this.#batch).subarray(this.#start, this.#end)
  }
}

class Batches {
  /** The batch that is open: one piece of memory, used again for the next. */
  #open = Buffer.allocUnsafeSlow(BATCH_BYTES)
  #openBytes = 0
  readonly #packed: Buffer[] = []
  readonly #unpacked = new Map<number, Buffer>()

  add(text: string): Part {
    const length = Buffer.byteLength(text)
    if (this.#openBytes > 0 && this.#openBytes + length > BATCH_BYTES) this.#close()
    if (length > this.#open.length) this.#open = Buffer.allocUnsafeSlow(length)
    const start = this.#openBytes
    this.#open.write(text, start)
    this.#openBytes += length
    return new Part(this, this.#packed.length, start, this.#openBytes)
  }

  unpacked(batch: number): Buffer {
    const packed = this.#packed[batch]
    if (packed === undefined) return this.#open.subarray(0, this.#openBytes)
    const known = this.#unpacked.get(batch)
    if (known !== undefined) return known
    const bytes = inflateRawSync(packed)
    this.#unpacked.set(batch, bytes)
    const [oldest] = this.#unpacked.keys()
    if (this.#unpacked.size > CACHED) this.#unpacked.delete(oldest!)
    return bytes
  }

  #close(): void {
    this.#packed.push(deflateRawSync(this.#open.subarray(0, this.#openBytes), { level: 1 }))
    if (this.#open.length > BATCH_BYTES) this.#open = Buffer.allocUnsafeSlow(BATCH_BYTES)
    this.#openBytes = 0
  }
}

/** A part of a text keeps all of it in memory, here a whole file for one name; a copy does not. */
function copied(text: string): string {
  return Buffer.from(text).toString()
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = Buffer.from(
  '"\\[]{}',
) as unknown as readonly number[]

function isTooDeep(json: Uint8Array): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === OPEN_LIST || byte === OPEN_MAP) {
      if (++depth > MAX_DEPTH) return true
    } else if (byte === CLOSE_LIST || byte === CLOSE_MAP) depth--
  }
  return false
}
