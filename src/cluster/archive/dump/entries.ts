import { constants } from 'node:fs'
import { type FileHandle, open, opendir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { type Entry, endText, isRead, MAX_FILE_BYTES, OverLimit, Quota, type Skipped, whole } from './entry.ts'
import { type Start, startOf } from './start-of.ts'

/**
 * The files of a folder, a tar, a tar.gz or a zip that may hold objects, or the file itself; the bytes of one are
 * overwritten by the next. Links are not followed, and nothing is written. What cannot be read, and what exceeds
 * `maxFiles`, is told to `skip`. Rejects with an Error where there is nothing to read.
 */
export async function* entriesOf(
  path: string,
  maxFiles: number,
  skip: (skipped: Skipped) => void,
  piped?: Uint8Array,
): AsyncGenerator<Entry> {
  const quota = new Quota(maxFiles)
  if (piped !== undefined) return yield* inFile(path, await startOf(path, piped), quota, skip, piped)
  const found = await stat(path)
  if (found.isDirectory()) yield* inFolder(path, quota, skip)
  else if (found.isFile()) yield* inFile(path, await startOf(path), quota, skip)
  else throw new Error(`cannot read ${path}: it is neither a file nor a folder`)
}

async function* inFolder(root: string, quota: Quota, skip: (skipped: Skipped) => void): AsyncGenerator<Entry> {
  const space = new Space()
  const folders = [root]
  try {
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const within = await opendir(folder).catch((error: Error) => {
        if (folder === root) throw error
        skip({ path: relative(root, folder), why: error.message })
      })
      for await (const each of within ?? []) {
        const full = join(folder, each.name)
        const path = relative(root, full).split(sep).join('/')
        if (each.isDirectory()) folders.push(full)
        else if (each.isFile() && isRead(path)) yield* readable(path, full, { quota, space }, skip)
      }
    }
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error
    // What came before is as good as ever.
    skip({ path: root, why: endText(error) })
  }
}

async function* readable(
  path: string,
  full: string,
  { quota, space }: { readonly quota: Quota; readonly space: Space },
  skip: (skipped: Skipped) => void,
): AsyncGenerator<Entry> {
  quota.addFile()
  try {
    // A link that took the file's place meanwhile leads nowhere either.
    const file = await open(full, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    try {
      const { size } = await file.stat()
      if (size > MAX_FILE_BYTES) return skip({ path, why: `it is larger than ${MAX_FILE_BYTES >> 20} MiB` })
      quota.addBytes(size)
      yield { path, bytes: await space.filledFrom(file, size) }
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    skip({ path, why: (error as Error).message })
  }
}

/** One piece of memory for all files in turn: one for each would stay until the next garbage collection. */
class Space {
  #bytes = Buffer.alloc(0)

  /** The first `size` bytes of a file, or all that there are. */
  async filledFrom(file: FileHandle, size: number): Promise<Uint8Array> {
    if (this.#bytes.length < size) this.#bytes = Buffer.allocUnsafeSlow(size)
    let length = 0
    while (length < size) {
      const { bytesRead } = await file.read(this.#bytes, length, size - length, length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return this.#bytes.subarray(0, length)
  }
}

async function* inFile(
  path: string,
  start: Start,
  quota: Quota,
  skip: (skipped: Skipped) => void,
  piped?: Uint8Array,
): AsyncGenerator<Entry> {
  if (start.kind === 'zip') {
    const { inZip } = await import('./in-zip.ts')
    return yield* inZip(path, quota, skip, piped)
  }
  if (start.kind === 'tar') return yield* inTar(path, start.bytes(), quota, skip)
  const name = path.split(sep).at(-1)!
  yield {
    path: name,
    bytes: await whole(start.bytes(), () => {
      throw new Error(`${path} is larger than ${MAX_FILE_BYTES >> 20} MiB`)
    }),
  }
}

async function* inTar(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  quota: Quota,
  skip: (skipped: Skipped) => void,
): AsyncGenerator<Entry> {
  const { extract } = await import('tar-stream')
  const tar = extract()
  const source = Readable.from(counted(bytes, quota))
  source.on('error', error => tar.destroy(error))
  try {
    for await (const entry of source.pipe(tar)) {
      const { name, type, size = 0 } = entry.header
      const isWanted = type === 'file' && isRead(name)
      if (isWanted) quota.addFile()
      if (!isWanted || size > MAX_FILE_BYTES) {
        if (isWanted) skip({ path: name, why: `it is larger than ${MAX_FILE_BYTES >> 20} MiB` })
        entry.resume()
        continue
      }
      yield { path: name, bytes: await whole(entry as AsyncIterable<Uint8Array>, () => {}) }
    }
  } catch (error) {
    // What came before is as good as ever.
    skip({ path, why: endText(error) })
  } finally {
    source.destroy()
    tar.destroy()
  }
}

async function* counted(bytes: AsyncIterable<Uint8Array>, quota: Quota): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    quota.addBytes(chunk.length)
    yield chunk
  }
}
