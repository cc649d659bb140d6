/** One file of a dump, as it comes. */
export interface Entry {
  /** Within the dump, with "/". */
  readonly path: string
  readonly bytes: Uint8Array
}

export interface Skipped {
  readonly path: string
  readonly why: string
}

/** Of one file: a list of everything in a large cluster. */
export const MAX_FILE_BYTES = 512 << 20
/** Of a whole dump, unpacked. */
export const MAX_BYTES = 32 * 2 ** 30
/** Files of a dump that are read: each may cost memory, however small it is. */
export const MAX_FILES = 500_000

/** What can hold objects: everything else in a dump (logs, metrics, images) is not even read. */
const OBJECTS = /\.(json|ya?ml)$/i
/** What says something of the dump itself, or of its objects. */
const TOLD = /(^|\/)(timestamp|version)$|\.(timestamp|patch)$/

/** Whether a file of this name may tell something. */
export function isRead(path: string): boolean {
  return OBJECTS.test(path) || TOLD.test(path)
}

/** All bytes of a file; where there are too many, `tooLong` is called, and only the first come. */
export async function whole(bytes: AsyncIterable<Uint8Array>, tooLong: () => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > MAX_FILE_BYTES) {
      tooLong()
      break
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** That a dump is larger than what is read of one: it is not read further. */
export class OverLimit extends Error {}

/** Counts what is read of one dump, and throws OverLimit where that is too much. */
export class Quota {
  readonly #maxFiles: number
  #files = 0
  #bytes = 0

  constructor(maxFiles: number) {
    this.#maxFiles = maxFiles
  }

  addFile(): void {
    if (++this.#files > this.#maxFiles)
      throw new OverLimit(`it has more than ${this.#maxFiles} files that may hold objects`)
  }

  addBytes(count: number): void {
    this.#bytes += count
    if (this.#bytes > MAX_BYTES) throw new OverLimit(`decompressed, it is larger than ${MAX_BYTES / 2 ** 30} GiB`)
  }

  /** Of the bytes of a dump. */
  get bytes(): number {
    return this.#bytes
  }
}

/** Why the rest of a dump is not read. */
export function endText(error: unknown): string {
  const { message } = error as Error
  return error instanceof OverLimit
    ? `only its first part is read: ${message}`
    : `the archive is corrupt or truncated: ${message}`
}
