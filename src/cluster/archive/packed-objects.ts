import type { KubeObject } from '../../api/object.ts'
import type { Archived } from './archived-objects.ts'
import { PackedTexts } from './packed-texts.ts'

/** Deeper than any object of Kubernetes. */
export const MAX_DEPTH = 200

/**
 * Objects as packed JSON: a tenth of the memory of their text, and a fiftieth of that of the objects. Metadata are
 * packed apart, as most objects are never asked for more.
 */
export class PackedObjects {
  readonly #metadata = new PackedTexts()
  readonly #rest = new PackedTexts()
  readonly #revisions: number[] = []
  readonly #namespaces = new Map<string, string>()

  /** undefined for one that is nested deeper than any of Kubernetes, which who reads it would not survive. */
  add({ metadata, ...rest }: KubeObject): Archived | undefined {
    const index = this.#metadata.add(JSON.stringify(metadata))
    this.#rest.add(JSON.stringify(rest))
    const { name, namespace, resourceVersion } = metadata
    this.#revisions.push(Number(resourceVersion) || 0)
    if (isTooDeep(this.#metadata.at(index)) || isTooDeep(this.#rest.at(index))) return undefined
    return new PackedObject(
      copied(name),
      namespace === undefined ? undefined : this.#namespaceOf(namespace),
      this,
      index,
    )
  }

  revision(index: number): number {
    return this.#revisions[index]!
  }

  metadata(index: number): Uint8Array {
    return this.#metadata.at(index)
  }

  /** All that is not metadata. */
  rest(index: number): Uint8Array {
    return this.#rest.at(index)
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

/** What is kept for each object of a dump, of which there may be a million: as little as there can be. */
class PackedObject implements Archived {
  readonly name: string
  readonly namespace: string | undefined
  readonly #all: PackedObjects
  readonly #index: number

  constructor(name: string, namespace: string | undefined, all: PackedObjects, index: number) {
    this.name = name
    this.namespace = namespace
    this.#all = all
    this.#index = index
  }

  get revision(): number {
    return this.#all.revision(this.#index)
  }

  get isWhole(): boolean {
    return true
  }

  json(isWhole: boolean): readonly Uint8Array[] {
    const metadata = this.#all.metadata(this.#index)
    if (!isWhole) return [ONLY_METADATA, metadata, END]
    // At least apiVersion and kind are in the rest, so that something follows its brace.
    return [WHOLE, metadata, NEXT, this.#all.rest(this.#index).subarray(1)]
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
