import { segmentsOf } from './page-room.ts'

const ALLOCATED = 0x2n

/**
 * The same program without data that loaders do not read: debug data and the table of local symbols. Only for 64-bit little-endian
 * ELF whose loaded sections come first, as linkers write it; throws for any other.
 */
export function stripElf(elf: Buffer): Buffer {
  if (elf.readUInt32BE(0) !== 0x7f454c46 || elf[4] !== 2 || elf[5] !== 1)
    throw new Error('not a 64-bit little-endian ELF')
  const [tableAt, size] = [Number(elf.readBigUInt64LE(0x28)), elf.readUInt16LE(0x3a)]
  const [count, namesIndex] = [elf.readUInt16LE(0x3c), elf.readUInt16LE(0x3e)]
  const sections = Array.from({ length: count }, (_, index) => elf.subarray(tableAt + index * size).subarray(0, size))
  const isLoaded = (section: Buffer) => (section.readBigUInt64LE(0x08) & ALLOCATED) !== 0n

  // The null section comes first. Loaded sections refer to each other by index, which must not change.
  const kept = sections.findIndex((section, index) => index > 0 && !isLoaded(section))
  if (kept < 0 || sections.slice(kept).some(isLoaded)) throw new Error('loaded sections do not come first')
  const names = Buffer.from(sections[namesIndex]!)
  const namesAt = Number(names.readBigUInt64LE(0x18))
  const namesText = elf.subarray(namesAt, namesAt + Number(names.readBigUInt64LE(0x20)))

  const loaded = elf.subarray(0, endOfSegments(elf))
  names.writeBigUInt64LE(BigInt(loaded.length), 0x18)
  const padding = Buffer.alloc(-(loaded.length + namesText.length) & 7)
  const stripped = Buffer.concat([loaded, namesText, padding, ...sections.slice(0, kept), names])
  stripped.writeBigUInt64LE(BigInt(loaded.length + namesText.length + padding.length), 0x28)
  stripped.writeUInt16LE(kept + 1, 0x3c)
  stripped.writeUInt16LE(kept, 0x3e)
  return stripped
}

/** Where in the file the last of what is mapped into memory ends, or the table of it. */
function endOfSegments(elf: Buffer): number {
  const segments = segmentsOf(elf)
  const ends = segments.map(segment => Number(segment.readBigUInt64LE(0x08) + segment.readBigUInt64LE(0x20)))
  const table = Number(elf.readBigUInt64LE(0x20)) + segments.reduce((sum, segment) => sum + segment.length, 0)
  return Math.max(table, ...ends)
}
