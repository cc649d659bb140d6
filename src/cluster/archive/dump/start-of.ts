import { createReadStream, type ReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { collect } from '../../transport/collect.ts'
import { OverLimit } from './entry.ts'

const TAR_MAGIC = { at: 257, text: 'ustar' } as const
const LOOKED_AT = 512
/** Beyond so many bytes: YAML of many objects that are alike shrinks to a sixtieth, nothing but a bomb to so little. */
export const BOMB = { bytes: 256 << 20, ratio: 200 } as const

/** What a file is by its first bytes, unpacked; and all of its bytes, unpacked. */
export interface Start {
  readonly kind: 'tar' | 'zip' | 'text'
  readonly text: string
  bytes(): AsyncIterable<Uint8Array>
}

/** The bytes of a file, or those that were read of a pipe, which gives them once. */
export function streamOf(path: string, piped: Uint8Array | undefined): Readable {
  return piped === undefined ? createReadStream(path) : Readable.from([piped])
}

/** Rejects with the system's Error, or with zlib's for a gzip that is damaged from its start on. */
export async function startOf(path: string, piped?: Uint8Array): Promise<Start> {
  const isGzip = (await beginningOf(streamOf(path, piped))).subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))
  const bytes = (): AsyncIterable<Uint8Array> => (isGzip ? unpacked(path, piped) : streamOf(path, piped))
  const start = await beginningOf(bytes())
  const text = start.toString('utf8')
  if (start.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return { kind: 'zip', text, bytes }
  const isTar = start.subarray(TAR_MAGIC.at, TAR_MAGIC.at + TAR_MAGIC.text.length).toString() === TAR_MAGIC.text
  return { kind: isTar ? 'tar' : 'text', text, bytes }
}

async function beginningOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await collect(bytes, LOOKED_AT)).subarray(0, LOOKED_AT)
}

async function* unpacked(path: string, piped: Uint8Array | undefined): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const packed = streamOf(path, piped)
  packed.on('error', error => gunzip.destroy(error))
  let length = 0
  try {
    for await (const chunk of packed.pipe(gunzip) as AsyncIterable<Uint8Array>) {
      length += chunk.length
      if (length > BOMB.bytes && length > BOMB.ratio * (piped?.length ?? (packed as ReadStream).bytesRead))
        throw new OverLimit(`it decompresses to more than ${BOMB.ratio} times its size: it is not a dump of a cluster`)
      yield chunk
    }
  } finally {
    packed.destroy()
    gunzip.destroy()
  }
}
