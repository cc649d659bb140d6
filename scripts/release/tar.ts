import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Entry, modeOf, TIME } from './entry.ts'

const BLOCK = 512

/** A .tar.gz of the files, owned by root; the same files give the same bytes with the same version of Node. */
export async function tarGz(entries: readonly Entry[]): Promise<Buffer> {
  const blocks = entries.flatMap(entry => [
    headerOf(entry),
    entry.bytes,
    Buffer.alloc(-entry.bytes.length & (BLOCK - 1)),
  ])
  const compressed = await promisify(gzip)(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), {
    level: 9,
    memLevel: 9,
  })
  // The operating system of the compressor: unknown.
  compressed[9] = 255
  return compressed
}

/** A header as POSIX.1-1988 (ustar) has it: names of at most 100 bytes, sizes below 8 GiB. */
function headerOf(entry: Entry): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, digits: number) => header.write(value.toString(8).padStart(digits, '0'), at)
  header.write(entry.name, 0, 100)
  octal(modeOf(entry), 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(entry.bytes.length, 124, 11)
  octal(TIME.getTime() / 1000, 136, 11)
  header.write('0', 156)
  header.write('ustar\0' + '00', 257)
  // The checksum is computed with blanks in its own field.
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
