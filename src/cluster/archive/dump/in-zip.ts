import { stat } from 'node:fs/promises'
import type { Entry as ZipEntry, ZipFile } from 'yauzl'
import { type Entry, endText, isRead, MAX_FILE_BYTES, OverLimit, type Quota, type Skipped, whole } from './entry.ts'
import { BOMB } from './start-of.ts'

/** Of the mode in an entry's attributes, as Unix has it: what kind of file it is, and that of a link. */
const FILE_TYPE = 0o170000
const LINK = 0o120000

/**
 * The files of a zip that may hold objects, one at a time, by its directory; links and encrypted ones are not read.
 * Whatever is wrong is told to `skip`, and ends it: what came before is good. Nothing is written.
 */
export async function* inZip(
  path: string,
  quota: Quota,
  skip: (skipped: Skipped) => void,
  piped: Uint8Array | undefined,
): AsyncGenerator<Entry> {
  const { openPromise, fromBufferPromise } = await import('yauzl')
  let zip: ZipFile | undefined
  try {
    const size = piped?.length ?? (await stat(path)).size
    // Names lead nowhere here, so that none of them is checked, or refused.
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false } as const
    zip = await (piped === undefined ? openPromise(path, options) : fromBufferPromise(Buffer.from(piped), options))
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileNameRaw.toString()
      if (name.endsWith('/') || ((entry.externalFileAttributes >>> 16) & FILE_TYPE) === LINK || !isRead(name)) continue
      quota.addFile()
      const why = unreadable(entry)
      if (why !== undefined) {
        skip({ path: name, why })
        continue
      }
      quota.addBytes(entry.uncompressedSize)
      if (quota.bytes > BOMB.bytes && quota.bytes > BOMB.ratio * size)
        throw new OverLimit(`it decompresses to more than ${BOMB.ratio} times its size: it is not a dump of a cluster`)
      // Checked by the reader: neither more nor fewer bytes come than the directory says.
      yield { path: name, bytes: await whole(await zip.openReadStreamPromise(entry), () => {}) }
    }
  } catch (error) {
    skip({ path, why: endText(error) })
  } finally {
    zip?.close()
  }
}

function unreadable(entry: ZipEntry): string | undefined {
  if (entry.uncompressedSize > MAX_FILE_BYTES) return `it is larger than ${MAX_FILE_BYTES >> 20} MiB`
  if (entry.isEncrypted()) return 'it is encrypted'
  return entry.canDecodeFileData() ? undefined : 'its compression method is not supported'
}
