import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Of texts, packed at once: those of objects of one type are alike, and few are read by themselves. */
const BATCH_BYTES = 256 << 10
/** Batches that stay unpacked: who reads texts in a row unpacks each batch once. */
const CACHED = 4

/** Texts one after the other, packed in batches; of each by itself nothing is kept but a number. */
export class PackedTexts {
  /** Where each text begins, as if nothing were packed. It ends where the next begins. */
  readonly #starts: number[] = []
  /** The same of each packed batch; no text is in two of them. */
  readonly #batchStarts: number[] = []
  readonly #packed: Buffer[] = []
  readonly #unpacked = new Map<number, Buffer>()
  /** The batch that is open: one piece of memory, used again for the next. */
  #open = Buffer.allocUnsafeSlow(BATCH_BYTES)
  #openStart = 0
  #openBytes = 0

  /** Answers how many came before it, by which it is read. */
  add(text: string): number {
    const length = Buffer.byteLength(text)
    if (this.#openBytes > 0 && this.#openBytes + length > BATCH_BYTES) this.#close()
    if (length > this.#open.length) this.#open = Buffer.allocUnsafeSlow(length)
    this.#open.write(text, this.#openBytes)
    this.#starts.push(this.#openStart + this.#openBytes)
    this.#openBytes += length
    return this.#starts.length - 1
  }

  /** The bytes of a text, which are good until the next is added. */
  at(index: number): Uint8Array {
    const start = this.#starts[index]!
    const end = this.#starts[index + 1] ?? this.#openStart + this.#openBytes
    if (start >= this.#openStart) return this.#open.subarray(start - this.#openStart, end - this.#openStart)
    const batch = this.#batchOf(start)
    const from = this.#batchStarts[batch]!
    return this.#unpack(batch).subarray(start - from, end - from)
  }

  #batchOf(start: number): number {
    let [low, high] = [0, this.#batchStarts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.#batchStarts[middle]! <= start) low = middle
      else high = middle
    }
    return low
  }

  #unpack(batch: number): Buffer {
    const known = this.#unpacked.get(batch)
    if (known !== undefined) return known
    // Into one piece of memory: pieces that are joined are garbage outside the heap, which is collected late.
    const bytes = inflateRawSync(this.#packed[batch]!, { chunkSize: BATCH_BYTES })
    this.#unpacked.set(batch, bytes)
    const [oldest] = this.#unpacked.keys()
    if (this.#unpacked.size > CACHED) this.#unpacked.delete(oldest!)
    return bytes
  }

  #close(): void {
    this.#packed.push(deflateRawSync(this.#open.subarray(0, this.#openBytes), { level: 1 }))
    this.#batchStarts.push(this.#openStart)
    if (this.#open.length > BATCH_BYTES) this.#open = Buffer.allocUnsafeSlow(BATCH_BYTES)
    this.#openStart += this.#openBytes
    this.#openBytes = 0
  }
}
