import { crc32 } from 'node:zlib'

const KEYWORD = 'Description'
/** Before the chunk that ends a PNG. */
const END = 12

/** A PNG with a text in it (https://www.w3.org/TR/png-3/#11iTXt), which no viewer shows. */
export function withText(png: Buffer, text: string): Buffer {
  const data = Buffer.concat([Buffer.from(`iTXt${KEYWORD}\0\0\0\0\0`, 'latin1'), Buffer.from(text)])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length - 4)
  sum.writeUInt32BE(crc32(data))
  return Buffer.concat([png.subarray(0, -END), length, data, sum, png.subarray(-END)])
}

/** The text that `withText` put into it; undefined where it has none. */
export function textOf(png: Buffer): string | undefined {
  const mark = `iTXt${KEYWORD}\0\0\0\0\0`
  const at = png.indexOf(mark, 0, 'latin1')
  if (at < 0) return undefined
  const end = at + 4 + png.readUInt32BE(at - 4)
  return png.toString('utf8', at + mark.length, end)
}
