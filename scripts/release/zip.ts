import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { type Entry, modeOf, TIME } from './entry.ts'

const DEFLATED = 8
/** Version 2.0 of the format, written on Unix, so that file modes are kept. */
const [NEEDS, MADE_BY] = [20, (3 << 8) | 20]

/** A .zip of the files; the same files give the same bytes with the same version of Node. For files below 4 GiB. */
export async function zip(entries: readonly Entry[]): Promise<Buffer> {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const data = await promisify(deflateRaw)(entry.bytes, { level: 9, memLevel: 9 })
    const name = Buffer.from(entry.name)
    const both = commonHeader(entry, data.length, name.length)
    local.push(Buffer.concat([numbers([0x04034b50, 4], [NEEDS, 2]), both, name, data]))
    const attributes = [
      [0, 2],
      [0, 2],
      [0, 2],
      [((0o100000 | modeOf(entry)) << 16) >>> 0, 4],
      [offset, 4],
    ] as const
    central.push(
      Buffer.concat([numbers([0x02014b50, 4], [MADE_BY, 2], [NEEDS, 2]), both, numbers(...attributes), name]),
    )
    offset += local.at(-1)!.length
  }
  const directory = Buffer.concat(central)
  const count = entries.length
  const end = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [directory.length, 4],
    [offset, 4],
    [0, 2],
  )
  return Buffer.concat([...local, directory, end])
}

/** The fields that a file's header and its entry in the directory share: from the flags to the lengths. */
function commonHeader({ bytes }: Entry, compressed: number, nameLength: number): Buffer {
  const date = ((TIME.getUTCFullYear() - 1980) << 9) | ((TIME.getUTCMonth() + 1) << 5) | TIME.getUTCDate()
  return numbers(
    ...([
      [0, 2],
      [DEFLATED, 2],
      [0, 2],
      [date, 2],
    ] as const),
    ...([
      [crc32(bytes), 4],
      [compressed, 4],
      [bytes.length, 4],
      [nameLength, 2],
      [0, 2],
    ] as const),
  )
}

/** Numbers in this many bytes each, little-endian. */
function numbers(...each: readonly (readonly [value: number, bytes: number])[]): Buffer {
  return Buffer.concat(
    each.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )
}
