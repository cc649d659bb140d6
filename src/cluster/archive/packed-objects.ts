import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { KubeObject } from '../../api/object.ts'
import type { Archived } from './archived-objects.ts'

/** Of JSON, packed at once: objects of one type are alike, and few are read by themselves. */
const BATCH_BYTES = 256 << 10
/** Deeper than any object of Kubernetes. */
export const MAX_DEPTH = 200
/** Batches that stay unpacked: who reads objects in a row unpacks each batch once. */
const CACHED = 8

/** Objects as packed JSON: a tenth of the memory of their text, and a fiftieth of that of the objects. */
export class PackedObjects {
  #open: Buffer[] = []
  #openBytes = 0
  readonly #batches: Buffer[] = []
  readonly #unpacked = new Map<number, Buffer>()
  readonly #namespaces = new Map<string, string>()

  /** undefined for one that is nested deeper than any of Kubernetes, which who reads it would not survive. */
  add(object: KubeObject): Archived | undefined {
    const bytes = Buffer.from(JSON.stringify(object))
    if (isTooDeep(bytes)) return undefined
    if (this.#openBytes > 0 && this.#openBytes + bytes.length > BATCH_BYTES) this.#close()
    const batch = this.#batches.length
    const start = this.#openBytes
    this.#open.push(bytes)
    this.#openBytes += bytes.length
    const { name, namespace, resourceVersion } = object.metadata
    const end = start + bytes.length
    return {
      name: copied(name),
      namespace: namespace === undefined ? undefined : this.#namespaceOf(namespace),
      resourceVersion: resourceVersion === undefined ? undefined : copied(resourceVersion),
      isWhole: true,
      read: () => JSON.parse(this.#unpack(batch).toString('utf8', start, end)) as KubeObject,
    }
  }

  #namespaceOf(name: string): string {
    const known = this.#namespaces.get(name)
    if (known !== undefined) return known
    const copy = copied(name)
    this.#namespaces.set(copy, copy)
    return copy
  }

  #close(): void {
    this.#batches.push(deflateRawSync(Buffer.concat(this.#open), { level: 1 }))
    this.#open = []
    this.#openBytes = 0
  }

  #unpack(batch: number): Buffer {
    const packed = this.#batches[batch]
    if (packed === undefined) return Buffer.concat(this.#open)
    const known = this.#unpacked.get(batch)
    if (known !== undefined) return known
    const bytes = inflateRawSync(packed)
    this.#unpacked.set(batch, bytes)
    const [oldest] = this.#unpacked.keys()
    if (this.#unpacked.size > CACHED) this.#unpacked.delete(oldest!)
    return bytes
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
